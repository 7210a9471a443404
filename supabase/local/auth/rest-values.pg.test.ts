import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  user = await test.createUser();
  await test.sql`create table public.values_as_given (id int primary key, at timestamptz, is_on boolean, on_day date)`;
  await test.sql`grant select, insert on public.values_as_given to authenticated`;
});
afterAll(() => test.close());

describe('REST on one machine hands values to Postgres as they came', () => {
  it('keeps the microseconds of a time in a filter', async () => {
    await test.sql`insert into public.values_as_given values
      (1, '2026-11-21T12:00:00.123456Z', true, null), (2, '2026-11-21T12:00:00.123457Z', true, null)`;
    const { data, error } = await user.client
      .from('values_as_given')
      .select('id')
      .lt('at', '2026-11-21T12:00:00.123457Z');
    expect({ data, error }).toEqual({ data: [{ id: 1 }], error: null });
  });

  it('lets Postgres refuse a text that is no boolean, and a number that is no date', async () => {
    const boolean = await user.client.from('values_as_given').insert({ id: 3, is_on: 'maybe' });
    const date = await user.client.from('values_as_given').insert({ id: 4, on_day: 0 });
    expect([boolean.status, boolean.error?.code, date.status, date.error?.code]).toEqual([400, '22P02', 400, '22008']);
    expect([...(await test.sql`select id from public.values_as_given where id > 2`)]).toEqual([]);
  });

  it("answers 400 to what goes beyond a limit of Postgres, as any request that is the client's fault", async () => {
    const nested = JSON.parse(`${'['.repeat(9)}"x"${']'.repeat(9)}`) as unknown;
    const { status, error } = await user.client.rpc('get_connected_user_profiles', { user_ids: nested });
    expect([status, error?.code]).toEqual([400, '54000']);
  });
});
