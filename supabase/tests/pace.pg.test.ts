import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { later } from './economy-scene.ts';
import { action, createTrack, play, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const noon = '2026-03-10T12:00:00.000Z';
const newRequest = () => action('connection.request', { partner_id: randomUUID() }, { at: noon });
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

async function logged(user: string): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int from public.action_log where user_id = ${user}`;
  return row?.count ?? 0;
}

describe('The hourly rate limit', () => {
  it('[SY-9] limits each kind: excess actions get `later`, are not logged, and are processed once the limit allows them', async () => {
    const user = await db.createUser();
    await push(db.atTime(noon).asUser(user), times(50, newRequest));
    const excess = times(25, newRequest);
    const actor = db.atTime(later(noon, 600)).asUser(user);
    const answers = await push(actor, excess);
    expect(answers.map(({ status }) => status)).toEqual([...times(10, () => 'rejected'), ...times(15, () => 'later')]);
    expect(answers.at(-1)?.result).toEqual({
      code: 'too_fast',
      message: 'Too fast. Please wait a while and try again.',
      retry_after: 3000,
    });
    expect(await logged(user)).toBe(60);
    const retried = await push(db.atTime(later(noon, 3600)).asUser(user), excess);
    expect(retried.map(({ status }) => status)).toEqual(times(25, () => 'rejected'));
  });

  it('[SY-9] [SY-15] ends a push at the first excess action: actions of other kinds behind it are neither applied nor answered', async () => {
    const user = await db.createUser();
    const track = await createTrack(db, await db.createUser());
    const actor = db.atTime(noon).asUser(user);
    await push(actor, times(50, newRequest));
    await push(actor, times(10, newRequest));
    const [late, other, counted] = [newRequest(), newRequest(), play(track, { at: noon })];
    expect((await push(actor, [late, counted, other])).map(({ id, status }) => [id, status])).toEqual([
      [late.id, 'later'],
      [other.id, 'later'],
    ]);
    expect((await push(actor, [counted])).map(({ status }) => status)).toEqual(['applied']);
  });

  it('[SY-10] counts procedure calls without an action id, and refuses excess ones as `too_fast`', async () => {
    const user = await db.createUser();
    const track = await createTrack(db, await db.createUser());
    await db.sql`insert into private.action_paces (kind, most_per_hour) values ('play.count', 2)`;
    const count = () => db.asUser(user).rpc('increment_track_play_count', { track_id_p: track, progress_ms: 30_000 });
    expect(await count()).toMatchObject({ success: true });
    expect(await count()).toMatchObject({ success: false, code: 'already_counted' });
    expect(await count()).toMatchObject({ success: false, code: 'too_fast' });
    await db.sql`update private.action_paces set most_per_hour = 3 where kind = 'play.count'`;
    expect(await count(), 'an operator allowed one more').toMatchObject({ success: false, code: 'already_counted' });
    expect(await logged(user)).toBe(3);
  });

  it('applies to direct table writes too', async () => {
    const user = await db.createUser();
    const others = await Promise.all(times(3, () => db.createUser()));
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${user}, 'zap', 40, '2026-01-05')`;
    for (const id of [user, ...others])
      await db.sql`update public.user_profiles set artist_name = 'Somebody', avatar_url = ${`${id}/face.png`} where id = ${id}`;
    await db.sql`update private.action_paces set most_per_hour = 2 where kind = 'connection.request'`;
    const insert = (to: string | undefined) =>
      db
        .asUser(user)
        .run((tx) => tx`insert into public.connections (user_id, connection_id) values (${user}, ${to ?? ''})`);
    await insert(others[0]);
    await insert(others[1]);
    expect((await refusal(insert(others[2]))).message).toBe('Too fast. Please wait a while and try again.');
    await db.sql`update private.action_paces set most_per_hour = 60 where kind = 'connection.request'`;
  });

  it('limits all kinds together, including unknown ones', async () => {
    const user = await db.createUser();
    const actor = db.atTime(noon).asUser(user);
    await db.sql`update private.action_paces set most_per_hour = 20 where kind = 'all'`;
    const answers = await push(
      actor,
      times(30, () => action(`made.up.${randomUUID()}`, {}, { at: noon })),
    );
    await db.sql`update private.action_paces set most_per_hour = 3000 where kind = 'all'`;
    expect(answers.map(({ status }) => status)).toEqual([...times(20, () => 'rejected'), 'later']);
  });

  it('does not limit a thousand votes that arrive at once from a person who was offline', async () => {
    const user = await db.createUser();
    const actor = db.atTime(noon).asUser(user);
    for (let sent = 0; sent < 1000; sent += 50) {
      const votes = times(50, () => action('vote.cast', { track_id: randomUUID(), weight: 3 }, { at: noon }));
      expect(new Set((await push(actor, votes)).map(({ status }) => status))).toEqual(new Set(['rejected']));
    }
  });

  it('cannot be changed by any client, and no client can start the sweep', async () => {
    for (const actor of [db.asAnon(), db.asUser(await db.createUser()), db.asService()]) {
      expect((await refusal(actor.run((tx) => tx`update private.action_paces set most_per_hour = 9`))).code).toBe(
        '42501',
      );
      expect((await refusal(actor.run((tx) => tx`select private.sweep_logs()`))).code).toBe('42501');
    }
  });
});

it("the sweep deletes rows older than each log's retention, and nothing else", async () => {
  const user = await db.createUser();
  await db.sql`insert into public.action_log (user_id, action_id, kind, req_hash, status, result, created_at)
    select ${user}, gen_random_uuid(), 'k', '', 'applied', '{}', now() - d from unnest(array[interval '181 days', '179 days']) d`;
  await db.sql`insert into public.security_events (user_id, event_type, severity, event_data, created_at)
    select ${user}, 'e', 'low', '{}', now() - d from unnest(array[interval '91 days', '89 days']) d`;
  await db.sql`insert into public.beta_attempts (address_hash, attempted_at)
    select '', now() - d from unnest(array[interval '11 minutes', '9 minutes']) d`;
  await db.sql`insert into public.beta_sessions (token_hash, expires_at)
    select sha256(d::text::bytea), now() - d from unnest(array[interval '25 hours', '23 hours']) d`;
  await db.sql`insert into private.ended_sessions (session_id, ended_at)
    select gen_random_uuid(), now() - d from unnest(array[interval '25 months', '23 months']) d`;
  const track = await createTrack(db, await db.createUser());
  await db.sql`insert into public.reports (subject, subject_id, person_id, reason, excerpt, settled_at)
    select 'track', t.id, t.user_id, 'spam', '', now() - d
    from public.tracks t, unnest(array[interval '181 days', '179 days', null]) d where t.id = ${track}`;
  await db.sql`insert into private.appeals (act_id, user_id, content, settled_at, outcome)
    select gen_random_uuid(), ${user}, 'Look again', now() - d, 'keep' from unnest(array[interval '181 days', '179 days']) d`;
  await db.sql`insert into private.mail_refusals (email, user_id, reply, refused_at)
    select d || '@example.com', ${user}, '550', now() - d from unnest(array[interval '31 days', '29 days']) d`;
  await db.sql`select private.sweep_logs()`;
  const [remaining] = await db.sql`
    select (select count(*)::int from public.action_log where user_id = ${user}) as actions,
      (select count(*)::int from public.security_events where user_id = ${user}) as events,
      (select count(*)::int from public.beta_attempts) as attempts,
      (select count(*)::int from public.beta_sessions) as sessions,
      (select count(*)::int from private.ended_sessions) as ended,
      (select count(*)::int from public.reports) as reports,
      (select count(*)::int from private.appeals) as appeals,
      (select count(*)::int from private.mail_refusals) as mails`;
  const one = { actions: 1, events: 1, attempts: 1, sessions: 1, ended: 1, appeals: 1, mails: 1 };
  expect(remaining).toEqual({ ...one, reports: 2 });
});
