import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { type Crowd, openCrowd, tally } from './crowd.ts';
import { createFan, later } from './economy-scene.ts';
import { brokenSums, makeMonths } from './months-scene.ts';
import { action, brokenLedgers, createTrack, glowBorder, mysteryPack, play, push } from './scene.ts';

const noon = '2026-03-31T12:00:00.000Z';

let db: TestDatabase;
let crowd: Crowd;
beforeAll(async () => {
  db = await openTestDatabase();
  await makeMonths(db, ['2026-03-01']);
  crowd = await openCrowd(db);
});
afterEach(async () => {
  expect(await brokenSums(db)).toEqual([]);
  expect(await brokenLedgers(db)).toEqual([]);
});
afterAll(async () => {
  await crowd.close();
  await db.close();
});

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const daysOf = async (user: string) => [
  ...(await db.sql`select day::text, plays, chosen_plays, ledger_lines, zaps, zaps_earned from public.user_days
                   where user_id = ${user} order by day`),
];
const listenersOf = async (track: string) =>
  (await db.sql`select listeners from private.track_sums where track_id = ${track}`)[0]?.['listeners'] as
    number | undefined;
const insertPlay = (user: string, track: string, day: string, isManual = true, isSelf = false) =>
  db.sql`insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
         values (${user}, ${track}, ${day}, ${`${day}T12:00:00Z`}, 30000, ${isManual}, ${isSelf})`;

describe('[G-7] The stored sums', () => {
  it('equal those of the rows after automatic and chosen plays in two months', async () => {
    const [fan, artist] = [await db.createUser(), await db.createUser()];
    const tracks = await Promise.all(times(4, () => createTrack(db, artist)));
    await push(db.atTime(noon).asUser(artist), [play(tracks[0] ?? '', { at: noon })]);
    const pushAt = (at: string, n: number, isManual: boolean) =>
      push(db.atTime(at).asUser(fan), [play(tracks[n] ?? '', { at, isManual })]);
    await pushAt(noon, 0, true);
    await pushAt(later(noon, 60), 1, false);
    await pushAt(later(noon, 86_400), 0, true);
    await pushAt(later(noon, 86_460), 0, true);
    expect(await daysOf(fan)).toEqual([
      { day: '2026-03-31', plays: 2, chosen_plays: 1, ledger_lines: 2, zaps: 2, zaps_earned: 2 },
      { day: '2026-04-01', plays: 1, chosen_plays: 1, ledger_lines: 1, zaps: 1, zaps_earned: 1 },
    ]);
    expect(await daysOf(artist), 'self-plays count nowhere').toEqual([]);
    expect(await listenersOf(tracks[0] ?? '')).toBe(1);
  });

  it('equal those of the rows after votes, sent alone and together, and their changes', async () => {
    const artist = await db.createUser();
    const tracks = await Promise.all(times(5, () => createTrack(db, artist)));
    for (const first of [1, 3]) {
      const fan = await createFan(db, 60, 60);
      const cast = (shift: number) =>
        tracks.map((track_id, n) => action('vote.cast', { track_id, weight: 1 + ((n + shift) % 5) }));
      await push(db.asUser(fan), cast(first));
      await push(db.asUser(fan), cast(first + 1).slice(0, 2));
      await push(db.asUser(fan), cast(first + 1));
    }
    const [votes] =
      await db.sql`select sum(votes)::int as votes from private.vote_weights where track_id = any (${tracks}::uuid[])`;
    expect(votes).toEqual({ votes: 10 });
    await db.sql`delete from public.track_votes where track_id = ${tracks[0] ?? ''}`;
    await db.sql`update public.track_votes set deleted_at = now() where track_id = ${tracks[1] ?? ''}`;
  });

  it('equal those of the rows after spends, rewards, refunds and sponsorships', async () => {
    const fan = await createFan(db, 200, 200);
    const track = await createTrack(db, await db.createUser());
    await db.sql`update public.tracks set radio_opt_in = true where id = ${track}`;
    const actor = db.atTime(noon).asUser(fan);
    for (const [name, args] of [
      ['purchase_store_item', { item_id: glowBorder }],
      ['purchase_store_item', { item_id: mysteryPack, purchase_quantity: 3 }],
      ['sponsor_track_for_radio', { p_track_id: track }],
      ['claim_daily_login_reward', {}],
      ['record_zap_action', { p_action_type: 'rate', p_zap_value: 5, p_metadata: {} }],
    ] as const)
      expect(await actor.rpc(name, args), name).toMatchObject(name === 'record_zap_action' ? {} : { success: true });
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on, metadata) values
      (${fan}, 'sponsor', 20, '2026-03-31', '{}'), (${fan}, 'sponsor', -20, '2026-03-31', '{"track_id": "none"}'),
      (${fan}, 'zap', 7, '2026-04-02', '{}')`;
    const [sums] = await db.sql`select times_on_radio from private.track_sums where track_id = ${track}`;
    expect(sums).toEqual({ times_on_radio: 1 });
  });

  it('equal those of the rows after plays are hidden, restored, moved, reassigned and deleted in the table', async () => {
    const [fan, other, artist] = [await db.createUser(), await db.createUser(), await db.createUser()];
    const [track, second] = [await createTrack(db, artist), await createTrack(db, artist)];
    for (const day of ['2026-03-29', '2026-03-30', '2026-03-31']) await insertPlay(fan, track, day);
    for (const change of [
      `set deleted_at = now() where user_id = '${fan}' and played_on = '2026-03-29'`,
      `set is_manual = false where user_id = '${fan}' and played_on = '2026-03-30'`,
      `set deleted_at = null, is_manual = false where user_id = '${fan}'`,
      // Moves the play to the default partition.
      `set played_on = '2026-05-01' where user_id = '${fan}' and played_on = '2026-03-31'`,
      `set user_id = '${other}' where user_id = '${fan}' and played_on = '2026-03-30'`,
      `set track_id = '${second}' where user_id = '${other}'`,
      `set is_self_play = true where user_id = '${other}'`,
      'set row_xid = row_xid',
    ]) {
      await db.sql.unsafe(`update public.track_plays ${change}`);
      expect(await brokenSums(db), change).toEqual([]);
    }
    expect([await listenersOf(track), await listenersOf(second)]).toEqual([1, 0]);
    await db.sql`delete from public.track_plays where user_id = ${fan} and played_on = '2026-03-29'`;
    expect(await listenersOf(track)).toBe(1);
    await db.sql`delete from public.track_plays where user_id = ${fan}`;
    expect(await listenersOf(track)).toBe(0);
  });

  it('equal those of the rows after an account or a track is deleted', async () => {
    const [fan, leaver, artist] = [await createFan(db, 60, 60), await createFan(db, 60, 60), await db.createUser()];
    const [track, gone] = [await createTrack(db, artist), await createTrack(db, artist)];
    await db.sql`update public.tracks set radio_opt_in = true`;
    for (const user of [fan, leaver]) {
      await insertPlay(user, track, '2026-03-30');
      await insertPlay(user, gone, '2026-03-30');
      await push(db.asUser(user), [action('vote.cast', { track_id: track, weight: 4 })]);
    }
    expect(await db.asUser(leaver).rpc('sponsor_track_for_radio', { p_track_id: track })).toMatchObject({
      success: true,
    });
    await db.asUser(leaver).rpc('delete_my_profile');
    expect(await brokenSums(db)).toEqual([]);
    const [sums] = await db.sql`select listeners, times_on_radio from private.track_sums where track_id = ${track}`;
    expect(sums).toEqual({ listeners: 1, times_on_radio: 0 });
    await db.sql`delete from public.tracks where id = ${gone}`;
    expect((await daysOf(fan)).find((day) => day['day'] === '2026-03-30')).toMatchObject({ plays: 2 });
  });

  it('equal those of the rows, and no request fails, while people play and vote, and while accounts that heard the same tracks are deleted', async () => {
    const artist = await db.createUser();
    const tracks = await Promise.all(times(8, () => createTrack(db, artist)));
    const today = new Date().toISOString().slice(0, 10);
    for (let round = 0; round < 2; round += 1) {
      const fans = await Promise.all(times(25, () => createFan(db, 60, 60)));
      const leavers = await Promise.all(times(25, () => db.createUser()));
      for (const leaver of leavers) for (const track of tracks) await insertPlay(leaver, track, today);
      const outcomes = await Promise.all([
        ...fans.map((fan, n) => {
          // The fans use eight orders. Plays are 40 s apart, because the server refuses two within 30 s (S-40).
          const order = times(8, (k) => tracks[(k * (1 + 2 * (n % 4)) + n) % 8] ?? '');
          const at = (k: number) => new Date(Date.now() - (9 - k) * 40_000).toISOString();
          return crowd.send(fan, [
            ...order.map((track, k) => play(track, { at: at(k) })),
            ...order.slice(0, 4).map((track_id) => action('vote.cast', { track_id, weight: 1 + (n % 5) })),
          ]);
        }),
        ...leavers.map((leaver) => crowd.call(leaver, 'delete_my_profile', {}).then((outcome) => [outcome])),
      ]);
      const counts = tally(outcomes.flat());
      expect(Object.keys(counts).filter((each) => each.startsWith('error'))).toEqual([]);
      expect(counts['applied']).toBe(25 * 12 + 25);
    }
  }, 60_000);
});

it('[S-1] a person reads their own days, and nobody writes any', async () => {
  const [fan, other] = [await createFan(db, 30), await createFan(db, 40)];
  const read = await db.asUser(fan).run((tx) => tx`select user_id, zaps from public.user_days`);
  expect([...read]).toEqual([{ user_id: fan, zaps: 30 }]);
  expect((await refusal(db.asAnon().run((tx) => tx`select 1 from public.user_days`))).code).toBe('42501');
  for (const actor of [db.asUser(fan), db.asService()])
    expect(
      (await refusal(actor.run((tx) => tx`update public.user_days set zaps = 1 where user_id = ${other}`))).code,
    ).toBe('42501');
});
