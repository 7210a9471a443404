import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, createTrack, play, push, putFile } from './scene.ts';
import { createFriends, createPerson, message } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const eventsOf = async (user: string) => [
  ...(await db.sql`select event_type, severity, source, event_data from public.security_events
                   where user_id = ${user} order by created_at, event_type`),
];
const event = (type: string, kind: string, severity = 'warning') => ({
  event_type: type,
  severity,
  source: 'server',
  event_data: { kind },
});

describe('the log of security events', () => {
  it('has plays that are too fast', async () => {
    const [artist, bot] = [await createPerson(db), await createPerson(db)];
    const at = new Date().toISOString();
    await push(db.asUser(bot), [
      play(await createTrack(db, artist), { at }),
      play(await createTrack(db, artist), { at }),
    ]);
    expect(await eventsOf(bot)).toEqual([event('refused_too_fast', 'play.record')]);
  });

  it('omits messages that are deferred as too fast, because a queue written offline is as fast', async () => {
    const [one, other] = await createFriends(db);
    await db.sql`insert into public.messages (sender_id, receiver_id, content)
                 select ${one}, ${other}, 'x' from generate_series(1, 60)`;
    await push(db.asUser(one), [message(other, 'x')]);
    expect(await eventsOf(one)).toEqual([]);
  });

  it('[SY-9] has an id that is reused for another request', async () => {
    const user = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(user), [
      action('profile.update', { bio: 'one' }, { id }),
      action('profile.update', { bio: 'two' }, { id }),
    ]);
    expect(await eventsOf(user)).toEqual([event('refused_id_reuse', 'profile.update')]);
  });

  it('[S-18] has restricted words, and files of somebody else', async () => {
    const [artist, thief] = [await createPerson(db), await createPerson(db)];
    await push(db.asUser(thief), [
      action('profile.update', { bio: 'nazi' }),
      action('track.create', {
        track_id: randomUUID(),
        title: 'Mine',
        artist_name: 'Thief',
        genre: 'House',
        audio_path: await putFile(db, artist),
        cover_path: null,
        radio_opt_in: false,
        rights_confirmed: true,
      }),
    ]);
    expect(await eventsOf(thief)).toEqual([
      event('refused_restricted_words', 'profile.update', 'info'),
      event('refused_file_not_yours', 'track.create'),
    ]);
  });

  it('[S-3] has too many tries of the passcode, with a hash in place of the address', async () => {
    const attempt = (address: string) => db.asService().rpc('beta_begin_attempt', { p_address: address });
    for (let n = 0; n < 12; n += 1) await attempt('192.0.2.7');
    expect([
      ...(await db.sql`select user_id, event_type, source, event_data = jsonb_build_object('address',
                         encode(sha256('192.0.2.7'), 'hex')) as is_hash from public.security_events where user_id is null`),
    ]).toEqual(
      Array.from({ length: 2 }, () => ({
        user_id: null,
        event_type: 'beta_rate_limited',
        source: 'server',
        is_hash: true,
      })),
    );
  });

  it('has no everyday refusal', async () => {
    const [one, other] = await createFriends(db);
    await push(db.asUser(one), [message(other, ''), action('track.delete', { track_id: randomUUID() })]);
    expect(await eventsOf(one)).toEqual([]);
  });

  it('has at most 100 events of a kind per hour and person', async () => {
    const user = await createPerson(db);
    await db.sql`insert into public.security_events (user_id, event_type, severity, event_data, source)
                 select ${user}, 'refused_restricted_words', 'info', '{}', 'server' from generate_series(1, 99)`;
    const rude = () => push(db.asUser(user), [action('profile.update', { bio: 'nazi' })]);
    await rude();
    await rude();
    expect(await eventsOf(user)).toHaveLength(100);
    const next = db.atTime(new Date(Date.now() + 3_601_000).toISOString());
    await push(next.asUser(user), [action('profile.update', { bio: 'nazi' })]);
    expect(await eventsOf(user)).toHaveLength(101);
  });
});

describe('log_security_event', () => {
  it('logs a client\u2019s event as such, never as the server\u2019s, and server events do not count towards the client\u2019s limit of a hundred', async () => {
    const user = await createPerson(db);
    const log = (data: Record<string, unknown>) =>
      db.asUser(user).rpc('log_security_event', {
        p_user_id: user,
        p_event_type: 'refused_too_fast',
        p_severity: 'info',
        p_event_data: data,
      });
    await db.sql`insert into public.security_events (user_id, event_type, severity, event_data, source)
                 select ${user}, 'refused_too_fast', 'info', '{}', 'server' from generate_series(1, 100)`;
    expect(await log({ source: 'server' })).toEqual({ success: true });
    const [row] = (await eventsOf(user)).filter(({ source }) => source === 'client');
    expect(row).toMatchObject({ source: 'client', event_data: { source: 'server' } });
    expect(await log({ text: 'x'.repeat(4_000) })).toEqual({ success: false });
  });

  it('needs a person, unlike an event that the server logs', async () => {
    const nobody = db.sql`insert into public.security_events (event_type, severity, event_data) values ('x', 'info', '{}')`;
    expect((await refusal(nobody)).code).toBe('23514');
  });
});

describe('abuse_overview', () => {
  it('shows the operator who did what, how often, first and last', async () => {
    const user = await createPerson(db, { name: 'Rude' });
    const first = db.atTime('2026-12-01T10:00:00.000Z').asUser(user);
    const last = db.atTime('2026-12-01T11:30:00.000Z').asUser(user);
    for (const actor of [first, last]) await push(actor, [action('profile.update', { bio: 'nazi' })]);
    const rows = await db
      .asService()
      .run(async (tx) => [...(await tx`select * from public.abuse_overview where user_id = ${user}`)]);
    expect(rows).toEqual([
      {
        user_id: user,
        artist_name: 'Rude',
        address_hash: null,
        event_type: 'refused_restricted_words',
        source: 'server',
        severity: 'info',
        events: '2',
        first_at: new Date('2026-12-01T10:00:00.000Z'),
        last_at: new Date('2026-12-01T11:30:00.000Z'),
      },
    ]);
  });

  it('is readable by neither people nor guests', async () => {
    const user = await db.createUser();
    for (const actor of [db.asUser(user), db.asAnon()]) {
      const read = actor.run((tx) => tx`select * from public.abuse_overview`);
      expect((await refusal(read)).code).toBe('42501');
    }
  });
});
