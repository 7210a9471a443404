import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { callTwice, createFan, expectRefused, lastLedgerLine, balanceOf } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, outcome } from './scene.ts';

let db: TestDatabase;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';
const sponsor = (track: string, cost = 20) => ({ p_track_id: track, p_sponsor_cost: cost });

async function createRadioTrack(owner: string, options: { isPublic?: boolean } = {}): Promise<string> {
  const track = await createTrack(db, owner, options);
  await db.sql`update public.tracks set radio_opt_in = true where id = ${track}`;
  return track;
}

it('[S-19] [S-7] a sponsorship puts a track on the radio for the price in the table, whatever cost is sent', async () => {
  const fan = await createFan(db, 45);
  const track = await createRadioTrack(artist);
  expect(await db.atTime(noon).asUser(fan).rpc('sponsor_track_for_radio', sponsor(track, 1))).toEqual({
    success: true,
    message: 'Track Sponsored!',
    new_balance: 25,
  });
  expect(await lastLedgerLine(db, fan)).toEqual({
    action_type: 'sponsor',
    zap_value: -20,
    metadata: { track_id: track },
    credited_on: '2026-03-10',
  });
  expect([...(await db.sql`select sponsored, sponsored_at from public.tracks where id = ${track}`)]).toEqual([
    { sponsored: true, sponsored_at: new Date(noon) },
  ]);
  await expectRefused(
    db,
    () => db.atTime(noon).asUser(fan).rpc('sponsor_track_for_radio', sponsor(track)),
    'already_sponsored',
    'This track is already sponsored and in the Radio queue.',
  );
});

it('[S-13] a sponsorship may be for one’s own track', async () => {
  const maker = await createFan(db, 26);
  const track = await createRadioTrack(maker);
  expect(await db.asUser(maker).rpc('sponsor_track_for_radio', { p_track_id: track })).toMatchObject({
    new_balance: 6,
  });
});

it('[S-14] a sponsorship is refused below level 3, without the ZAPs, without the opt-in, and for a missing track', async () => {
  const [fan, poor, novice] = [await createFan(db, 26), await createFan(db, 19), await createFan(db, 25, 25)];
  const [track, notOptedIn, privateTrack, ownPrivate] = [
    await createRadioTrack(artist),
    await createTrack(db, artist),
    await createRadioTrack(artist, { isPublic: false }),
    await createRadioTrack(fan, { isPublic: false }),
  ];
  const attempt = (user: string, id: string) => () => db.asUser(user).rpc('sponsor_track_for_radio', sponsor(id));

  await expectRefused(
    db,
    attempt(poor, track),
    'insufficient_zaps',
    'You need 20 ⚡ to sponsor this track. You have 19 ⚡.',
  );
  await expectRefused(
    db,
    attempt(novice, track),
    'level_too_low',
    'Unlocks at Level 3 – keep listening and earning Zaps!',
  );
  await expectRefused(db, attempt(fan, notOptedIn), 'radio_not_enabled', 'Artist has not enabled Radio');
  await expectRefused(
    db,
    attempt(fan, ownPrivate),
    'track_private',
    'Make this track public first: the Radio plays public tracks only.',
  );
  for (const missing of [privateTrack, randomUUID()]) {
    await expectRefused(db, attempt(fan, missing), 'track_missing', 'This track is no longer available.');
  }
});

it('a sponsorship is paid by one person when several sponsor the same track at once', async () => {
  const fans = await Promise.all(Array.from({ length: 6 }, () => createFan(db, 26)));
  const track = await createRadioTrack(artist);
  const results = await Promise.all(fans.map((fan) => db.asUser(fan).rpc('sponsor_track_for_radio', sponsor(track))));
  expect(results.map((result) => String(Object(result).code ?? 'paid')).toSorted()).toEqual([
    ...Array(5).fill('already_sponsored'),
    'paid',
  ]);
  const balances = await Promise.all(fans.map(async (fan) => String((await balanceOf(db, fan))?.zaps)));
  expect(balances.toSorted()).toEqual(['26', '26', '26', '26', '26', '6']);
});

it('[SY-9] a sponsorship has one effect, however often it is sent, and is not queued (S-32)', async () => {
  const fan = await createFan(db, 26);
  const track = await createRadioTrack(artist);
  expect(await outcome(db.asUser(fan), action('track.sponsor', { track_id: track }))).toBe('unknown_kind');
  expect(await callTwice(db.asUser(fan), 'sponsor_track_for_radio', sponsor(track))).toMatchObject({ new_balance: 6 });
  expect(await balanceOf(db, fan)).toEqual({ zaps: 6, earned: 26, level: 3 });
});

it('[S-46] a sponsorship lasts seven days; then the track returns to Explore, and may be sponsored again', async () => {
  const fan = await createFan(db, 60);
  const [early, late] = [await createRadioTrack(artist), await createRadioTrack(artist)];
  const sponsorAt = (time: string, track: string) =>
    db.atTime(time).asUser(fan).rpc('sponsor_track_for_radio', sponsor(track));
  await sponsorAt('2026-03-10T12:00:00.000Z', early);
  await sponsorAt('2026-03-11T12:00:00.000Z', late);
  const endAt = (time: string) => db.atTime(time).asService().rpc('end_sponsorships', {});
  expect(await endAt('2026-03-17T11:59:59.999Z')).toBe(0);
  await expectRefused(
    db,
    () => sponsorAt('2026-03-17T11:59:59.999Z', early),
    'already_sponsored',
    'This track is already sponsored and in the Radio queue.',
  );
  // The track may be sponsored again although end_sponsorships has not run since the sponsorship expired.
  expect(await sponsorAt('2026-03-17T12:00:00.000Z', early)).toMatchObject({ new_balance: 0 });
  await endAt('2026-03-18T12:00:00.000Z');
  const rows = await db.sql`select id, sponsored_at from public.tracks where id in (${early}, ${late}) and sponsored`;
  expect([...rows]).toEqual([{ id: early, sponsored_at: new Date('2026-03-17T12:00:00.000Z') }]);
});

it('[S-46] a sponsorship lasts forever when the rules state no days', async () => {
  const fan = await createFan(db, 26);
  const track = await createRadioTrack(artist);
  await db.atTime(noon).asUser(fan).rpc('sponsor_track_for_radio', sponsor(track));
  await db.sql`update public.zap_rules set lasts_days = null where action_type = 'sponsor'`;
  expect(await db.atTime('2036-03-10T12:00:00.000Z').asService().rpc('end_sponsorships', {})).toBe(0);
  await db.sql`update public.zap_rules set lasts_days = 7 where action_type = 'sponsor'`;
});
