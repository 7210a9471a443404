import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { credit } from './economy-scene.ts';
import { createTrack } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = '2026-03-30T12:00:00.000Z';

it("get_track_numbers counts plays by day, listeners, votes, shares and radio plays of one's own track, and shows them to nobody else", async () => {
  const [artist, ann, bob] = [
    await db.createUser({ email: 'artist@example.com' }),
    await db.createUser({ email: 'ann@example.com' }),
    await db.createUser({ email: 'bob@example.com' }),
  ];
  const track = await createTrack(db, artist);
  const other = await createTrack(db, artist);
  const insertPlay = (user: string, day: string, options: { track?: string; isSelf?: boolean } = {}) => db.sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    values (${user}, ${options.track ?? track}, ${day}, ${day}, 30000, true, ${options.isSelf ?? false})`;
  await insertPlay(ann, '2026-03-30');
  await insertPlay(bob, '2026-03-30');
  await insertPlay(ann, '2026-03-01');
  // The play is a day too old to be shown, but its listener counts.
  await insertPlay(bob, '2026-02-28');
  await insertPlay(artist, '2026-03-30', { isSelf: true });
  await insertPlay(ann, '2026-03-29', { track: other });
  await db.sql`update public.tracks set play_count = 4 where id = ${track}`;
  for (const [user, weight] of [
    [ann, 5],
    [bob, 2],
  ] as const)
    await db.sql`insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
                 values (${user}, ${track}, ${weight}, ${now})`;
  await db.sql`insert into public.shared_tracks (user_id, track_id, is_shared)
               values (${ann}, ${track}, true), (${bob}, ${track}, false)`;
  await credit(db, ann, 60, '2026-03-01');
  await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on, metadata)
               values (${ann}, 'sponsor', -20, '2026-03-02', ${db.sql.json({ track_id: track })}),
                      (${ann}, 'sponsor', -20, '2026-03-02', ${db.sql.json({ track_id: other })})`;

  const read = (user: string) => db.atTime(now).asUser(user).rpc('get_track_numbers', { p_track_id: track });
  expect(await read(artist)).toEqual({
    today: '2026-03-30',
    plays: 4,
    days: [
      { day: '2026-03-01', plays: 1 },
      { day: '2026-03-30', plays: 2 },
    ],
    listeners: 2,
    votes: [0, 1, 0, 0, 1],
    shares: 1,
    times_on_radio: 1,
  });
  expect(await read(ann)).toBeNull();
  // S-1: a guest may not call it.
  const guest = await refusal(db.asAnon().rpc('get_track_numbers', { p_track_id: track }));
  expect(guest).toMatchObject({ code: '42501' });
  await db.sql`delete from public.tracks where id = ${track}`;
  expect(await read(artist)).toBeNull();
});

it('get_track_numbers returns zeros for a track without plays', async () => {
  const artist = await db.createUser({ email: 'quiet@example.com' });
  const track = await createTrack(db, artist);
  expect(await db.atTime(now).asUser(artist).rpc('get_track_numbers', { p_track_id: track })).toEqual({
    today: '2026-03-30',
    plays: 0,
    days: [],
    listeners: 0,
    votes: [0, 0, 0, 0, 0],
    shares: 0,
    times_on_radio: 0,
  });
});
