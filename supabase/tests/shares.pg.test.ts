import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { callTwice, createFan, expectRefused, lastLedgerLine, later, balanceOf } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, outcome, push } from './scene.ts';

let db: TestDatabase;
let artist: string;
let guest: Actor;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
  guest = db.asAnon({ betaToken: String(Object(await db.asService().rpc('beta_open_session')).session_token) });
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';
const share = (actor: Actor, track: string) => actor.rpc('share_track', { p_track_id: track });
const unshare = (actor: Actor, track: string) => actor.rpc('unshare_track', { p_track_id: track });

async function rowsOf(user: string) {
  return [
    ...(await db.sql`select track_id, is_shared, created_at, rev::int from public.shared_tracks
                     where user_id = ${user} order by created_at`),
  ];
}

describe('a share', () => {
  it('[S-13] costs 3 ZAPs, is removed for free, and costs again', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    const at = (seconds: number) => db.atTime(later(noon, seconds)).asUser(fan);

    expect(await share(at(0), track)).toEqual({
      success: true,
      message: 'Track shared to your profile + community 🎵',
      new_balance: 23,
    });
    expect(await lastLedgerLine(db, fan)).toEqual({
      action_type: 'share',
      zap_value: -3,
      metadata: { track_id: track },
      credited_on: '2026-03-10',
    });
    await expectRefused(db, () => share(at(1), track), 'already_shared', "You've already shared this track.");
    expect(await unshare(at(2), track)).toEqual({ success: true, message: 'Track removed from your shared list' });
    await expectRefused(db, () => unshare(at(3), track), 'not_shared', 'This track is not in your shared list.');
    expect(await share(at(60), track)).toMatchObject({ success: true, new_balance: 20 });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 20, earned: 26, level: 3 });
    expect(await rowsOf(fan)).toEqual([
      { track_id: track, is_shared: true, created_at: new Date(later(noon, 60)), rev: 3 },
    ]);
  });

  it('[S-14] is refused below level 3, without the ZAPs, for one’s own track, and for a missing track', async () => {
    const [fan, poor, novice] = [await createFan(db, 26), await createFan(db, 2), await createFan(db, 25, 25)];
    const [track, privateTrack, deleted] = [
      await createTrack(db, artist),
      await createTrack(db, artist, { isPublic: false }),
      await createTrack(db, artist),
    ];
    await db.sql`delete from public.tracks where id = ${deleted}`;
    const attempt = (user: string, id: string) => () => share(db.asUser(user), id);

    await expectRefused(
      db,
      attempt(poor, track),
      'insufficient_zaps',
      'Insufficient ZAPs. You need 3 ZAPs to share this track.',
    );
    await expectRefused(
      db,
      attempt(novice, track),
      'level_too_low',
      'Unlocks at Level 3 – keep listening and earning Zaps!',
    );
    await expectRefused(db, attempt(artist, track), 'own_track', 'You cannot share your own track');
    for (const missing of [privateTrack, deleted, randomUUID()]) {
      await expectRefused(db, attempt(fan, missing), 'track_missing', 'This track is no longer available.');
    }
    await expectRefused(
      db,
      () => unshare(db.asUser(fan), track),
      'not_shared',
      'This track is not in your shared list.',
    );
  });

  it('may be removed after its track has become private', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    await share(db.asUser(fan), track);
    await db.sql`update public.tracks set is_public = false where id = ${track}`;
    expect(await unshare(db.asUser(fan), track)).toMatchObject({ success: true });
  });

  it('[SY-9] has one effect, however often it is sent', async () => {
    const fan = await createFan(db, 26);
    const [first, second] = [await createTrack(db, artist), await createTrack(db, artist)];
    expect(await callTwice(db.asUser(fan), 'share_track', { p_track_id: first })).toMatchObject({ new_balance: 23 });
    expect(await callTwice(db.asUser(fan), 'unshare_track', { p_track_id: first })).toMatchObject({ success: true });
    const add = action('share.add', { track_id: second });
    const remove = action('share.remove', { track_id: second });
    const secondAdd = action('share.add', { track_id: second });
    const results = await push(db.asUser(fan), [add, remove, secondAdd]);
    expect(results.map((result) => result.result['new_balance'] ?? null)).toEqual([20, null, 17]);
    expect(await push(db.asUser(fan), [add, remove, secondAdd, remove])).toEqual([...results, results[1]]);
    expect(await balanceOf(db, fan)).toEqual({ zaps: 17, earned: 26, level: 3 });
    expect(await outcome(db.asUser(fan), action('share.add', { track_id: second }))).toBe('already_shared');
    expect(await outcome(db.asUser(fan), action('share.add', { track_id: 7 }))).toBe('invalid_payload');
  });

  it('[S-8] is paid once by a person who shares from several devices at once', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    const results = await Promise.all(Array.from({ length: 6 }, () => share(db.asUser(fan), track)));
    expect(results.filter((result) => Object(result).success)).toHaveLength(1);
    expect(await balanceOf(db, fan)).toEqual({ zaps: 23, earned: 26, level: 3 });
  });
});

describe('a shared row', () => {
  /** Whether each of [sharer, another user, the track's artist, guest, visitor without a beta session] sees the row. */
  async function visibleTo(sharer: string, other: string): Promise<boolean[]> {
    const actors = [db.asUser(sharer), db.asUser(other), db.asUser(artist), guest, db.asAnon()];
    return Promise.all(
      actors.map(async (actor) => {
        const rows = await actor.run((tx) => tx`select id from public.shared_tracks where user_id = ${sharer}`);
        return rows.length === 1;
      }),
    );
  }

  it('[S-23] [SY-7] is visible to the sharer and, while the track is public, to all who may see the sharer; each change stamps the row', async () => {
    const [fan, other] = [await createFan(db, 26), await db.createUser()];
    const track = await createTrack(db, artist);
    await share(db.asUser(fan), track);
    const steps: [string, () => Promise<unknown>, readonly boolean[]][] = [
      ['shared', async () => undefined, [true, true, true, true, false]],
      [
        'track private',
        () => db.sql`update public.tracks set is_public = false where id = ${track}`,
        [true, false, false, false, false],
      ],
      [
        'track public',
        () => db.sql`update public.tracks set is_public = true where id = ${track}`,
        [true, true, true, true, false],
      ],
      [
        'profile private',
        () =>
          db.sql.begin(async (tx) => {
            await tx`update public.user_profiles set privacy_setting = 'private' where id = ${fan}`;
            await tx`select private.touch_shares_of(${fan})`;
          }),
        [true, false, false, false, false],
      ],
      [
        'profile public',
        () =>
          db.sql.begin(async (tx) => {
            await tx`update public.user_profiles set privacy_setting = 'public' where id = ${fan}`;
            await tx`select private.touch_shares_of(${fan})`;
          }),
        [true, true, true, true, false],
      ],
      ['unshared', () => unshare(db.asUser(fan), track), [true, false, false, false, false]],
      ['shared again', () => share(db.asUser(fan), track), [true, true, true, true, false]],
      [
        'track deleted',
        () => db.sql`delete from public.tracks where id = ${track}`,
        [false, false, false, false, false],
      ],
    ];
    let xid = 0n;
    for (const [name, step, expected] of steps) {
      await step();
      expect(await visibleTo(fan, other), name).toEqual(expected);
      const [row] = await db.sql<
        { xid: string }[]
      >`select row_xid::text as xid from public.shared_tracks where user_id = ${fan}`;
      expect(BigInt(row?.xid ?? 0), `${name}: the row is touched`).toBeGreaterThan(xid);
      xid = BigInt(row?.xid ?? 0);
    }
  });

  it("[S-6] is deleted with the sharer's or the artist's account; a tombstone stays for the replicas", async () => {
    const [fan, other] = [await createFan(db, 26), await createFan(db, 26)];
    const maker = await db.createUser();
    const track = await createTrack(db, maker);
    await share(db.asUser(fan), track);
    await share(db.asUser(other), track);
    const shareRows = () =>
      db.sql`select is_shared, deleted_at is not null as is_deleted, rev::int from public.shared_tracks
             where user_id in (${fan}, ${other}) order by user_id = ${other}`;

    await db.sql`delete from auth.users where id = ${fan}`;
    expect([...(await shareRows())]).toMatchObject([
      { is_shared: false, is_deleted: true },
      { is_shared: true, is_deleted: false, rev: 1 },
    ]);
    await db.sql`delete from auth.users where id = ${maker}`;
    expect([...(await shareRows())][1]).toEqual({ is_shared: true, is_deleted: true, rev: 2 });
    const [row] = await db
      .asUser(artist)
      .run((tx) => tx`select count(*)::int as n from public.shared_tracks where track_id = ${track}`);
    expect(row?.['n']).toBe(0);
  });

  it('[SY-4] [SY-11] cannot be changed by a direct write', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    await share(db.asUser(fan), track);
    for (const actor of [db.asUser(fan), guest, db.asService()]) {
      for (const text of [
        'update public.shared_tracks set is_shared = false',
        'delete from public.shared_tracks',
        `insert into public.shared_tracks (user_id, track_id) values ('${artist}', '${track}')`,
      ]) {
        expect((await refusal(actor.run((tx) => tx.unsafe(text)))).code, text).toBe('42501');
      }
    }
  });
});
