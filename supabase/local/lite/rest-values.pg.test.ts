import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  user = await test.createUser();
});
afterAll(() => test.close());

describe('REST on one machine', () => {
  it('keeps the microseconds of a time in a filter', async () => {
    await test.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, created_at)
      select gen_random_uuid(), ${user.id}, title, 'Someone', 'House', title, 1000, 1000, true, at::timestamptz
      from (values ('earlier', '2026-11-21T12:00:00.123456Z'), ('later', '2026-11-21T12:00:00.123457Z')) v(title, at)`;
    const { data, error } = await user.client
      .from('tracks')
      .select('title')
      .lt('created_at', '2026-11-21T12:00:00.123457Z');
    expect({ data, error }).toEqual({ data: [{ title: 'earlier' }], error: null });
  });

  it('lets Postgres refuse a text that is not a boolean', async () => {
    const { status, error } = await user.client.from('tracks').update({ is_public: 'maybe' }).eq('user_id', user.id);
    expect([status, error?.code]).toEqual([400, '22P02']);
  });

  it('answers 400 to a value beyond a limit of Postgres', async () => {
    const nested = JSON.parse(`${'['.repeat(9)}"x"${']'.repeat(9)}`) as unknown;
    const { status, error } = await user.client.rpc('get_connected_user_profiles', { user_ids: nested });
    expect([status, error?.code]).toEqual([400, '54000']);
  });
});
