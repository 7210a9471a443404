import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { balanceOf, createFan, lastLedgerLine } from './economy-scene.ts';
import { createOperator } from './moderation-scene.ts';
import { callAtOnce } from './open-transaction.ts';
import { brokenLedgers, createTrack } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let mara: string;
let jun: string;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db, 'Mara');
  jun = await createOperator(db, 'Jun');
  artist = await createPerson(db, { name: 'Tin Orchard' });
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});
beforeEach(async () => {
  await db.sql`update public.tracks set sponsored = false, sponsored_at = null`;
});

async function sponsorNew(fan: string): Promise<string> {
  const track = await createTrack(db, artist);
  await db.sql`update public.tracks set radio_opt_in = true where id = ${track}`;
  expect(await db.asUser(fan).rpc('sponsor_track_for_radio', { p_track_id: track })).toMatchObject({ success: true });
  return track;
}

const radio = async () => Object(await db.asUser(mara).rpc('operator_radio'));
const queued = async (track: string) =>
  (await radio()).queue.find((row: { track_id: string }) => row.track_id === track);
/** Records, as the station does, that a track is on air. @returns the airing's id */
async function air(track: string, { endsIn = '3 minutes' } = {}): Promise<string> {
  const airing = randomUUID();
  await db.sql`select private.note_airing(${airing}, ${track}, (select sponsored_at from public.tracks where id = ${track}),
                                          now(), now() + ${endsIn}::interval)`;
  return airing;
}
const skip = async (airing: string, by = mara, reason = 'Not a track') =>
  Object(await db.asUser(by).rpc('operator_skip', { p_airing_id: airing, p_reason: reason }));
const takeOff = async (track: string, at: string, by = mara, reason = 'Hate') =>
  Object(await db.asUser(by).rpc('operator_take_off', { p_track_id: track, p_sponsored_at: at, p_reason: reason }));
const putBack = async (act: string, by = mara) =>
  Object(await db.asUser(by).rpc('operator_put_back', { p_act_id: act }));
const sponsorship = async (track: string) =>
  (await db.sql`select sponsored, to_json(sponsored_at) #>> '{}' as at from public.tracks where id = ${track}`)[0];

describe('Skipping', () => {
  it('is requested from the station once, with the reason in the log; a second operator reads who has skipped the track', async () => {
    const track = await sponsorNew(await createFan(db, 26));
    const airing = await air(track);
    expect((await radio()).playing).toMatchObject({ airing_id: airing, track_id: track, is_skipped: false });
    expect(await skip(airing)).toEqual({ success: true });
    expect((await radio()).playing).toMatchObject({ airing_id: airing, is_skipped: true });
    expect(await skip(airing, jun)).toEqual({
      success: false,
      code: 'already_skipped',
      message: expect.stringMatching(
        /^Already skipped: Mara skipped it on \d+ \w+ at \d\d:\d\d UTC\. Reason: Not a track$/,
      ),
    });
    const logged = await db.sql`select operator_id, act, subject, subject_id, person_id, reason
                                from private.moderation_log where subject_id = ${track}`;
    expect([...logged]).toEqual([
      { operator_id: mara, act: 'skip', subject: 'track', subject_id: track, person_id: artist, reason: 'Not a track' },
    ]);
    expect((await refusal(db.sql`delete from private.moderation_log where subject_id = ${track}`)).code).toBe('42501');
  });

  it('applies only to the airing that the operator saw, and to none that has ended, and needs a reason', async () => {
    const track = await sponsorNew(await createFan(db, 26));
    const over = {
      success: false,
      code: 'airing_over',
      message: 'This track is no longer playing. Nothing was skipped.',
    };
    const earlier = await air(track);
    const later = await air(track);
    expect(await skip(earlier)).toEqual(over);
    expect(await skip(later, mara, ' ')).toMatchObject({ code: 'reason_missing' });
    expect((await radio()).playing.is_skipped).toBe(false);
    const ended = await air(track, { endsIn: '-1 second' });
    expect(await skip(ended)).toEqual(over);
    expect((await radio()).playing, 'the airing has ended').toBeNull();
    await air(track);
    await db.sql`select private.note_airing(null, null, null, null, null)`;
    expect((await radio()).playing, 'off air').toBeNull();
  });

  it('takes effect once when two operators press at the same moment', async () => {
    const airing = await air(await sponsorNew(await createFan(db, 26)));
    const answers = await Promise.all([skip(airing, mara), skip(airing, jun)]);
    expect(answers.map(({ code = 'done' }) => String(code)).toSorted()).toEqual(['already_skipped', 'done']);
  });

  it('gives the sponsor no ZAPs back', async () => {
    const fan = await createFan(db, 26);
    const track = await sponsorNew(fan);
    await skip(await air(track));
    expect(await takeOff(track, (await queued(track)).sponsored_at)).toMatchObject({ success: true, refund: 0 });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 6, earned: 26, level: 3 });
  });
});

describe('Stopping the station', () => {
  const stop = async (by = mara, reason = 'Complaints') =>
    Object(await db.asUser(by).rpc('operator_stop_station', { p_reason: reason }));
  const start = async (act: string, by = mara, reason = 'Settled') =>
    Object(await db.asUser(by).rpc('operator_start_station', { p_act_id: act, p_reason: reason }));

  it('is shown to all operators with the reason until one starts it, and both acts are in the log', async () => {
    expect((await radio()).stopped).toBeNull();
    const { act_id: act } = await stop();
    expect((await radio()).stopped).toEqual({ act_id: act, by: 'Mara', at: expect.any(String), reason: 'Complaints' });
    expect(await start(act, jun)).toEqual({ success: true });
    expect((await radio()).stopped).toBeNull();
    const logged =
      await db.sql`select operator_id, act, subject, reason, undoes = ${act} as is_undo from private.moderation_log
                                where act in ('stop_station', 'start_station') order by created_at`;
    expect([...logged]).toEqual([
      { operator_id: mara, act: 'stop_station', subject: 'station', reason: 'Complaints', is_undo: null },
      { operator_id: jun, act: 'start_station', subject: 'station', reason: 'Settled', is_undo: true },
    ]);
  });

  it('happens once, and the slower operator reads who did it; a start undoes only the stop that the operator saw', async () => {
    const answers = await Promise.all([stop(mara), stop(jun)]);
    expect(answers.find(({ code }) => code)).toMatchObject({
      code: 'already_stopped',
      message: expect.stringMatching(/^Already stopped: (Mara|Jun) stopped it on .+ UTC\. Reason: Complaints$/),
    });
    const first = answers.find(({ success }) => success).act_id;
    const starts = await Promise.all([start(first, mara), start(first, jun)]);
    expect(starts.find(({ code }) => code)).toMatchObject({
      code: 'already_started',
      message: expect.stringMatching(/^Already started: (Mara|Jun) started it on .+ Reason: Settled$/),
    });
    const second = await stop(jun);
    expect(second.success).toBe(true);
    expect(await start(first)).toMatchObject({ code: 'already_started' });
    expect(await start(randomUUID())).toMatchObject({ code: 'already_started', message: 'There is nothing to undo.' });
    expect((await radio()).stopped.act_id).toBe(second.act_id);
    expect(await start(second.act_id)).toEqual({ success: true });
  });

  it('needs a reason, as the start does', async () => {
    expect(await stop(mara, ' ')).toMatchObject({ code: 'reason_missing' });
    const { act_id: act } = await stop();
    expect(await start(act, mara, '')).toMatchObject({ code: 'reason_missing' });
    expect((await radio()).stopped.act_id).toBe(act);
    await start(act);
  });
});

describe('Taking a track off the radio', () => {
  it('before it was played gives the ZAPs back, which do not count as earned, and tells the sponsor why', async () => {
    const fan = await createFan(db, 26);
    const track = await sponsorNew(fan);
    const row = await queued(track);
    expect(row).toMatchObject({ paid: 20, has_played: false });
    const weeks = () => db.sql`select week_start, zaps_earned from public.zap_weeks where user_id = ${fan}`;
    const before = [...(await weeks())];
    expect(await takeOff(track, row.sponsored_at)).toEqual({ success: true, act_id: expect.any(String), refund: 20 });
    expect(await lastLedgerLine(db, fan)).toMatchObject({
      action_type: 'sponsor_refund',
      zap_value: 20,
      metadata: { track_id: track, reason: 'Hate' },
    });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 26, earned: 26, level: 3 });
    expect([...(await weeks())]).toEqual(before);
    expect(await sponsorship(track)).toEqual({ sponsored: false, at: null });
    expect(await queued(track)).toBeUndefined();
    await db.sql`delete from public.user_balances where user_id = ${fan}`;
    await db.sql`insert into public.user_balances (user_id) values (${fan})`;
    expect(await balanceOf(db, fan), 'a balance that begins anew').toEqual({ zaps: 26, earned: 26, level: 3 });
  });

  it('happens once: the other operator reads who did it, and a later sponsorship stays', async () => {
    const fan = await createFan(db, 80);
    const track = await sponsorNew(fan);
    const { sponsored_at: seen } = await queued(track);
    const answers = await Promise.all([takeOff(track, seen, mara), takeOff(track, seen, jun)]);
    expect(answers.map(({ code = 'done' }) => String(code)).toSorted()).toEqual(['already_off', 'done']);
    expect(answers.find(({ code }) => code)?.message).toMatch(
      /^Already done: (Mara|Jun) took it off the radio on .+ Reason: Hate$/,
    );
    expect((await balanceOf(db, fan))?.zaps).toBe(80);
    await db.asUser(fan).rpc('sponsor_track_for_radio', { p_track_id: track });
    expect(await takeOff(track, seen)).toMatchObject({ code: 'already_off' });
    expect(await takeOff(track, '2026-01-01T00:00:00Z')).toMatchObject({
      message: 'This sponsorship is over. Nothing was changed.',
    });
    expect((await sponsorship(track))?.['sponsored']).toBe(true);
    expect(await takeOff(track, 'yesterday')).toMatchObject({ code: 'invalid_payload' });
    expect(await takeOff(randomUUID(), seen)).toMatchObject({ code: 'already_off' });
  });

  it('succeeds for two operators at once, each with a track that the other sponsored', async () => {
    for (const each of [mara, jun])
      await db.sql`
      insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${each}, 'zap', 60, '2026-01-05')`;
    const [ofMara, ofJun] = [await sponsorNew(mara), await sponsorNew(jun)];
    const [seenMara, seenJun] = [(await queued(ofMara)).sponsored_at, (await queued(ofJun)).sponsored_at];
    const answers = await Promise.all([takeOff(ofMara, seenMara, jun), takeOff(ofJun, seenJun, mara)]);
    expect(answers).toMatchObject([{ refund: 20 }, { refund: 20 }]);
  });

  it('can be undone: the sponsorship continues from its original time, and the refund is taken back', async () => {
    const fan = await createFan(db, 26);
    const track = await sponsorNew(fan);
    const { sponsored_at: seen } = await queued(track);
    const { act_id: act } = await takeOff(track, seen);
    expect(await putBack(act, jun)).toEqual({ success: true });
    expect(await sponsorship(track)).toEqual({ sponsored: true, at: seen });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 6, earned: 26, level: 3 });
    expect(await putBack(act)).toMatchObject({
      code: 'already_undone',
      message: expect.stringMatching(/^Already undone: Jun put it back on /),
    });
    expect(await takeOff(track, seen), 'again').toMatchObject({ refund: 20 });
  });

  it('is undone once if two operators undo it at the same moment, and the refund is taken back once', async () => {
    for (const [first, second, faster] of [
      [mara, jun, 'Mara'],
      [jun, mara, 'Jun'],
    ] as const) {
      const fan = await createFan(db, 46);
      const track = await sponsorNew(fan);
      const { act_id: act } = await takeOff(track, (await queued(track)).sponsored_at);
      const args = { p_act_id: act };
      expect(await callAtOnce(db, 'operator_put_back', { by: first, args }, { by: second, args })).toMatchObject([
        { success: true },
        {
          success: false,
          code: 'already_undone',
          message: expect.stringMatching(new RegExp(`^Already undone: ${faster} put it back on .+ UTC\\.$`)),
        },
      ]);
      expect((await balanceOf(db, fan))?.zaps).toBe(26);
    }
  });

  it('is undone for its own sponsor, even if a later sponsorship by somebody else was taken off too', async () => {
    const [first, second] = [await createFan(db, 26), await createFan(db, 26)];
    const track = await sponsorNew(first);
    const { sponsored_at: seen } = await queued(track);
    const { act_id: act } = await takeOff(track, seen);
    await db.asUser(second).rpc('sponsor_track_for_radio', { p_track_id: track });
    await takeOff(track, (await queued(track)).sponsored_at);
    expect(await putBack(act)).toEqual({ success: true });
    expect((await balanceOf(db, first))?.zaps).toBe(6);
    expect(await queued(track)).toMatchObject({ sponsored_at: seen, paid: 20, has_played: false });
    await air(track);
    expect(await queued(track), 'the station notes it').toMatchObject({ has_played: true, refund: 0 });
    const { act_id: again } = await takeOff(track, seen);
    expect(await putBack(again)).toEqual({ success: true });
    expect(await queued(track), 'played before the undo').toMatchObject({ has_played: true, refund: 0 });
    expect([(await balanceOf(db, first))?.zaps, (await balanceOf(db, second))?.zaps]).toEqual([6, 26]);
  });

  it('gives operators nothing back for what they sponsored themselves', async () => {
    const rich = { user_id: mara, action_type: 'zap', zap_value: 60, credited_on: '2026-01-05' };
    await db.sql`insert into public.zap_actions ${db.sql(rich)}`;
    const track = await sponsorNew(mara);
    const before = await balanceOf(db, mara);
    const row = await queued(track);
    expect(row).toMatchObject({ paid: 20, refund: 0 });
    expect(await takeOff(track, row.sponsored_at)).toMatchObject({ success: true, refund: 0 });
    expect(await balanceOf(db, mara)).toEqual(before);
  });

  it('is not undone when the refund is spent, the track was sponsored anew or is no longer open to the radio', async () => {
    const fan = await createFan(db, 26);
    const track = await sponsorNew(fan);
    const { act_id: act } = await takeOff(track, (await queued(track)).sponsored_at);
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${fan}, 'zap', -10, '2026-01-06')`;
    expect(await putBack(act)).toEqual({
      success: false,
      code: 'refund_spent',
      message: 'The sponsor has spent the refund. Anybody can sponsor the track again.',
    });
    const other = await createFan(db, 26);
    await db.asUser(other).rpc('sponsor_track_for_radio', { p_track_id: track });
    expect(await putBack(act)).toMatchObject({ code: 'already_sponsored' });
    await db.sql`update public.tracks set is_public = false, sponsored = false, sponsored_at = null where id = ${track}`;
    expect(await putBack(act)).toMatchObject({ code: 'not_on_radio' });
    expect(await putBack(randomUUID())).toMatchObject({ code: 'act_missing' });
    expect((await balanceOf(db, fan))?.zaps).toBe(16);
  });

  it('is for operators alone', async () => {
    const track = await sponsorNew(await createFan(db, 26));
    const calls = [
      ['operator_radio', {}],
      ['operator_skip', { p_airing_id: await air(track), p_reason: 'Mine' }],
      ['operator_take_off', { p_track_id: track, p_sponsored_at: '2026-01-01T00:00:00Z', p_reason: 'Mine' }],
      ['operator_put_back', { p_act_id: randomUUID() }],
      ['operator_stop_station', { p_reason: 'Mine' }],
      ['operator_start_station', { p_act_id: randomUUID(), p_reason: 'Mine' }],
    ] as const;
    for (const [name, args] of calls)
      expect((await refusal(db.asUser(artist).rpc(name, args))).code, name).toBe('42501');
    expect(
      (await refusal(db.asUser(mara).run((tx) => tx`select private.note_airing(null, null, null, null, null)`))).code,
    ).toBe('42501');
  });
});

it('The queue shows the tracks that were never played first, then the least recently played ones', async () => {
  const fan = await createFan(db, 80);
  const [one, two, three] = [await sponsorNew(fan), await sponsorNew(fan), await sponsorNew(fan)];
  await air(one);
  await air(two);
  const rows = (await radio()).queue;
  expect(rows.map((row: { track_id: string }) => row.track_id)).toEqual([three, one, two]);
  expect(rows.map((row: { has_played: boolean }) => row.has_played)).toEqual([false, true, true]);
});

it('A track that was sponsored in SQL counts as played after its first airing, and taking it off gives nobody ZAPs back', async () => {
  const track = await createTrack(db, artist);
  await db.sql`update public.tracks set radio_opt_in = true, sponsored = true, sponsored_at = now() where id = ${track}`;
  expect(await queued(track)).toMatchObject({ by: null, paid: 0, has_played: false });
  await air(track);
  expect(await queued(track)).toMatchObject({ by: null, paid: 0, has_played: true });
  expect(await takeOff(track, (await queued(track)).sponsored_at)).toMatchObject({ success: true, refund: 0 });
  const fan = await createFan(db, 26);
  await db.asUser(fan).rpc('sponsor_track_for_radio', { p_track_id: track });
  expect(await queued(track), 'of a new sponsorship').toMatchObject({ paid: 20, has_played: false });
  await db.sql`delete from auth.users where id = ${fan}`;
  expect(await queued(track)).toMatchObject({ by: null, paid: 0, has_played: false });
  expect(await takeOff(track, (await queued(track)).sponsored_at), 'of a deleted account').toMatchObject({ refund: 0 });
});
