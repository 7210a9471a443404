import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { CONNECTIONS, type Crowd, openCrowd, tally } from './crowd.ts';
import { createFan, later, balanceOf } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, play, push, glowBorder, vaultKey } from './scene.ts';

let db: TestDatabase;
let crowd: Crowd;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  crowd = await openCrowd(db);
  artist = await db.createUser();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await crowd.close();
  await db.close();
});

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const onAllConnections = <T>(make: (n: number) => Promise<T>): Promise<T[]> => Promise.all(times(CONNECTIONS, make));
const lines = async (user: string, type: string) =>
  (await db.sql`select zap_value from public.zap_actions where user_id = ${user} and action_type = ${type}`).map(
    (row) => row['zap_value'],
  );

describe('[S-8] on 50 connections at once', () => {
  it('a balance that covers one purchase pays for only one, whatever the requests are', async () => {
    const tracks = await Promise.all(times(CONNECTIONS, () => createTrack(db, artist)));
    for (let round = 0; round < 4; round += 1) {
      // Enough for a vote or a share, but not for both.
      const fan = await createFan(db, 5, 60);
      const outcomes = await onAllConnections((n) => {
        const track = tracks[n] ?? '';
        if (n % 3 === 0) return crowd.call(fan, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 3 });
        if (n % 3 === 1)
          return crowd.send(fan, [action('share.add', { track_id: track })]).then((each) => each[0] ?? '');
        return crowd.call(fan, 'sponsor_track_for_radio', { p_track_id: track, p_sponsor_cost: 1 });
      });
      const counts = tally(outcomes);
      expect(counts['applied']).toBe(1);
      expect(Object.keys(counts).filter((each) => each.startsWith('error'))).toEqual([]);
      const balance = await balanceOf(db, fan);
      expect([0, 2]).toContain(balance?.zaps);
      const [effects] = await db.sql<{ n: number }[]>`
        select (select count(*) from public.track_votes where user_id = ${fan})::int
             + (select count(*) from public.shared_tracks where user_id = ${fan})::int as n`;
      expect(effects?.n).toBe(1);
    }
  });

  it('of 50 votes of a person on one track, one is paid, and the others are edits of it', async () => {
    const fan = await createFan(db, 60, 60);
    const track = await createTrack(db, artist);
    const outcomes = await onAllConnections((n) =>
      crowd.call(fan, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 1 + (n % 5) }),
    );
    expect(tally(outcomes)).toEqual({ applied: CONNECTIONS });
    expect(await lines(fan, 'vote')).toEqual([-5]);
    const [vote] = await db.sql<{ weight: number; total: number; average: number }[]>`
      select v.vote_weight as weight, t.total_votes as total, t.average_vote_rating::float as average
      from public.track_votes v join public.tracks t on t.id = v.track_id where t.id = ${track}`;
    expect(vote).toEqual({ weight: vote?.weight, total: 1, average: vote?.weight });
  });

  it('votes of 50 people on one track all count, and the rating is their mean', async () => {
    const fans = await Promise.all(times(CONNECTIONS, () => createFan(db, 26)));
    const track = await createTrack(db, artist);
    const outcomes = await onAllConnections((n) =>
      crowd.call(fans[n] ?? '', 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 1 + (n % 5) }),
    );
    expect(tally(outcomes)).toEqual({ applied: CONNECTIONS });
    expect([
      ...(await db.sql`select total_votes, average_vote_rating::float as rating from public.tracks where id = ${track}`),
    ]).toEqual([{ total_votes: CONNECTIONS, rating: 3 }]);
  });

  it('each daily reward is claimed once', async () => {
    const fan = await db.createUser();
    const tracks = await Promise.all(times(10, () => createTrack(db, artist)));
    const now = new Date().toISOString();
    await push(
      db.asUser(fan),
      tracks.map((track, n) => play(track, { at: later(now, 30 * (n - 10)) })),
    );
    const rewards = await db.sql<{ day: string }[]>`select distinct credited_on::text as day from public.zap_actions
                                                   where user_id = ${fan} and action_type = 'play'`;
    const before = await balanceOf(db, fan);
    const playClaims = await onAllConnections(() => crowd.call(fan, 'claim_daily_zap_reward', {}));
    // Around midnight UTC the ten plays fall on two days and give no reward.
    const expectedClaims = rewards.length === 1 ? 1 : 0;
    expect(tally(playClaims)['applied'] ?? 0).toBe(expectedClaims);
    expect(await lines(fan, 'claim')).toEqual(times(expectedClaims, () => 2));
    const loginClaims = await onAllConnections(() => crowd.call(fan, 'claim_daily_login_reward', {}));
    expect(tally(loginClaims)).toEqual({ already_claimed: CONNECTIONS - 1, applied: 1 });
    expect(await lines(fan, 'daily_gift')).toEqual([1]);
    expect((await balanceOf(db, fan))?.zaps).toBe((before?.zaps ?? 0) + 2 * expectedClaims + 1);
  });

  it('a person who can afford an item only once buys it once in 50 concurrent requests', async () => {
    const fan = await createFan(db, 39, 60);
    const outcomes = await onAllConnections(() =>
      crowd.call(fan, 'purchase_store_item', { item_id: glowBorder, purchase_quantity: 1 }),
    );
    expect(tally(outcomes)['applied']).toBe(1);
    expect(await balanceOf(db, fan)).toMatchObject({ zaps: 19 });
    expect([...(await db.sql`select count(*)::int as n from public.user_cosmetics where user_id = ${fan}`)]).toEqual([
      { n: 1 },
    ]);
  });

  it('the last item in stock is sold to one of 50 people, and nobody else pays', async () => {
    const fans = await Promise.all(times(CONNECTIONS, () => createFan(db, 200, 200)));
    await db.sql`update public.store_items set stock = 1 where id = ${vaultKey}`;
    const outcomes = await onAllConnections((n) =>
      crowd.call(fans[n] ?? '', 'purchase_store_item', { item_id: vaultKey, purchase_quantity: 1 }),
    );
    await db.sql`update public.store_items set stock = null where id = ${vaultKey}`;
    expect(tally(outcomes)).toEqual({ applied: 1, out_of_stock: CONNECTIONS - 1 });
    const balances = (await Promise.all(fans.map((fan) => balanceOf(db, fan)))).map((balance) => balance?.zaps);
    expect(tally(balances.map(String))).toEqual({ 200: CONNECTIONS - 1, 50: 1 });
  });

  it('share and unshare of one track: every effective share was paid, and the row has the last state', async () => {
    const fan = await createFan(db, 200, 200);
    const track = await createTrack(db, artist);
    const outcomes = await onAllConnections((n) =>
      n % 2 === 0
        ? crowd.call(fan, 'share_track', { p_track_id: track })
        : crowd.call(fan, 'unshare_track', { p_track_id: track }),
    );
    expect(outcomes.filter((each) => each.startsWith('error'))).toEqual([]);
    const shares = outcomes.filter((each, n) => n % 2 === 0 && each === 'applied').length;
    const unshares = outcomes.filter((each, n) => n % 2 === 1 && each === 'applied').length;
    expect(await lines(fan, 'share')).toEqual(times(shares, () => -3));
    const [row] = await db.sql<{ shared: boolean }[]>`
      select is_shared and deleted_at is null as shared from public.shared_tracks
      where user_id = ${fan} and track_id = ${track}`;
    expect(row?.shared).toBe(shares > unshares);
    expect(shares - unshares).toBe(row?.shared ? 1 : 0);
  });

  it('[SY-9] one queue replayed by 50 devices takes effect once', async () => {
    const fan = await createFan(db, 60, 60);
    const tracks = await Promise.all(times(6, () => createTrack(db, artist)));
    const now = new Date().toISOString();
    const queue = tracks.flatMap((track, n) => {
      const at = later(now, 30 * (n - 6));
      return [
        play(track, { at }),
        action('vote.cast', { track_id: track, weight: 4 }, { at }),
        action('share.add', { track_id: track }, { at }),
      ];
    });
    const outcomes = await onAllConnections(() => crowd.send(fan, queue));
    expect(new Set(outcomes.map((each) => JSON.stringify(each))).size, 'every device gets the same result').toBe(1);
    expect(tally(outcomes[0] ?? [])).toEqual({ applied: queue.length });
    const [counts] = await db.sql<{ plays: number; votes: number; shares: number }[]>`
      select (select count(*)::int from public.track_plays where user_id = ${fan}) as plays,
             (select count(*)::int from public.track_votes where user_id = ${fan}) as votes,
             (select count(*)::int from public.shared_tracks where user_id = ${fan}) as shares`;
    expect(counts).toEqual({ plays: 6, votes: 6, shares: 6 });
    expect([await lines(fan, 'vote'), await lines(fan, 'share')]).toEqual([times(6, () => -5), times(6, () => -3)]);
  });
});
