import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { callTwice, createFan, expectRefused, lastLedgerLine, later, balanceOf } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, outcome, push } from './scene.ts';

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
const tomorrow = later(noon, 86_400);
const vote = (track: string, weight: number) => ({ p_track_id: track, p_vote_weight: weight });

async function rating(track: string) {
  const [row] = await db.sql<{ total_votes: number; rating: string }[]>`
    select total_votes, average_vote_rating::text as rating from public.tracks where id = ${track}`;
  return row;
}

describe('a vote', () => {
  it('costs 5 ZAPs once and may be changed for 24 hours', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);

    expect(await db.atTime(noon).asUser(fan).rpc('cast_vote_or_edit', vote(track, 3))).toEqual({
      success: true,
      message: 'Vote cast! (-⚡5)',
      action: 'new_vote',
      vote_weight: 3,
      editable_until: tomorrow,
      zaps_spent: 5,
    });
    expect(await lastLedgerLine(db, fan)).toEqual({
      action_type: 'vote',
      zap_value: -5,
      metadata: { track_id: track },
      credited_on: '2026-03-10',
    });
    const lastMoment = db.atTime(later(tomorrow, -0.001)).asUser(fan);
    expect(await lastMoment.rpc('cast_vote_or_edit', vote(track, 5))).toEqual({
      success: true,
      message: 'Vote updated!',
      action: 'edit_vote',
      vote_weight: 5,
      editable_until: tomorrow,
      zaps_spent: 0,
    });
    expect(await balanceOf(db, fan)).toEqual({ zaps: 21, earned: 26, level: 3 });
    expect(await rating(track)).toEqual({ total_votes: 1, rating: '5.00' });

    await expectRefused(
      db,
      () => db.atTime(tomorrow).asUser(fan).rpc('cast_vote_or_edit', vote(track, 1)),
      'vote_locked',
      'Your vote on this track is locked. Votes can be changed for 24 hours.',
    );
  });

  it("is locked by the server's time, not by the device's", async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    await db.atTime(noon).asUser(fan).rpc('cast_vote_or_edit', vote(track, 3));
    const late = action('vote.cast', { track_id: track, weight: 5 }, { at: later(noon, 60) });
    expect(await outcome(db.atTime(later(tomorrow, 60)).asUser(fan), late)).toBe('vote_locked');
  });

  it('is returned by get_user_vote_for_track', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    const readVote = (at: string, user = fan) =>
      db.atTime(at).asUser(user).rpc('get_user_vote_for_track', { p_track_id: track });
    const none = { has_vote: false, vote_weight: null, is_editable: false, editable_until: null };

    expect(await readVote(noon)).toEqual(none);
    await db.atTime(noon).asUser(fan).rpc('cast_vote_or_edit', vote(track, 4));
    const stored = { has_vote: true, vote_weight: 4, editable_until: tomorrow };
    expect(await readVote(later(tomorrow, -1))).toEqual({ ...stored, is_editable: true });
    expect(await readVote(tomorrow)).toEqual({ ...stored, is_editable: false });
    expect(await readVote(noon, artist)).toEqual(none);
    expect((await refusal(db.asAnon().rpc('get_user_vote_for_track', { p_track_id: track }))).code).toBe('42501');
  });

  it('[S-13] [S-14] is refused below level 3, without the ZAPs, on one’s own track, and on a missing track', async () => {
    const [fan, poor, novice] = [await createFan(db, 26), await createFan(db, 4), await createFan(db, 25, 25)];
    const [track, privateTrack, deleted] = [
      await createTrack(db, artist),
      await createTrack(db, artist, { isPublic: false }),
      await createTrack(db, artist),
    ];
    await db.sql`delete from public.tracks where id = ${deleted}`;
    const cast = (user: string, id: string) => () => db.asUser(user).rpc('cast_vote_or_edit', vote(id, 3));

    await expectRefused(db, cast(poor, track), 'insufficient_zaps', 'Insufficient ZAPs. You need 5 ZAPs to vote.');
    await expectRefused(
      db,
      cast(novice, track),
      'level_too_low',
      'Unlocks at Level 3 – keep listening and earning Zaps!',
    );
    await expectRefused(db, cast(artist, track), 'own_track', 'You cannot vote on your own track');
    await expectRefused(db, cast(artist, privateTrack), 'own_track', 'You cannot vote on your own track');
    for (const missing of [privateTrack, deleted, randomUUID()]) {
      await expectRefused(db, cast(fan, missing), 'track_missing', 'This track is no longer available.');
    }
  });

  it('[SY-11] weighs a whole number from 1 to 5, through both endpoints', async () => {
    const fan = await createFan(db, 26);
    const track = await createTrack(db, artist);
    const refusalText = 'The field weight must be a whole number from 1 to 5.';
    for (const weight of [0, 6, -1]) {
      await expectRefused(
        db,
        () => db.asUser(fan).rpc('cast_vote_or_edit', vote(track, weight)),
        'invalid_payload',
        refusalText,
      );
    }
    for (const weight of [3.5, '3', null, true, 1e40]) {
      const [result] = await push(db.asUser(fan), [action('vote.cast', { track_id: track, weight })]);
      expect(result?.result).toEqual({ code: 'invalid_payload', message: refusalText });
    }
    expect(await rating(track)).toEqual({ total_votes: 0, rating: '0.00' });
  });

  it('[SY-9] has one effect, however often it is sent', async () => {
    const fan = await createFan(db, 26);
    const [track, otherTrack] = [await createTrack(db, artist), await createTrack(db, artist)];
    expect(await callTwice(db.asUser(fan), 'cast_vote_or_edit', vote(track, 2))).toMatchObject({ action: 'new_vote' });
    const queued = action('vote.cast', { track_id: otherTrack, weight: 2 });
    const [first] = await push(db.asUser(fan), [queued]);
    expect(first).toMatchObject({ status: 'applied', result: { action: 'new_vote', zaps_spent: 5 } });
    expect(await push(db.asUser(fan), [queued, queued])).toEqual([first, first]);
    expect(await balanceOf(db, fan)).toEqual({ zaps: 16, earned: 26, level: 3 });
    expect([await rating(track), await rating(otherTrack)]).toEqual([
      { total_votes: 1, rating: '2.00' },
      { total_votes: 1, rating: '2.00' },
    ]);
  });
});

describe("a track's rating", () => {
  it('is the mean of its votes to two decimals, also after concurrent changes and a deleted account', async () => {
    const fans = await Promise.all(Array.from({ length: 7 }, () => createFan(db, 26)));
    const track = await createTrack(db, artist);
    await Promise.all(fans.map((fan, index) => db.asUser(fan).rpc('cast_vote_or_edit', vote(track, (index % 5) + 1))));
    expect(await rating(track), '1 2 3 4 5 1 2').toEqual({ total_votes: 7, rating: '2.57' });
    await Promise.all(fans.map((fan) => db.asUser(fan).rpc('cast_vote_or_edit', vote(track, fan === fans[0] ? 1 : 5))));
    expect(await rating(track)).toEqual({ total_votes: 7, rating: '4.43' });

    await db.sql`delete from auth.users where id = ${fans[0] ?? ''}`;
    expect(await rating(track)).toEqual({ total_votes: 6, rating: '5.00' });
    for (const fan of fans.slice(1)) await db.sql`delete from auth.users where id = ${fan}`;
    expect(await rating(track)).toEqual({ total_votes: 0, rating: '0.00' });
  });

  it('does not deadlock while accounts with many votes are deleted', async () => {
    const tracks = await Promise.all(Array.from({ length: 8 }, () => createTrack(db, artist)));
    const fans = await Promise.all(Array.from({ length: 6 }, () => createFan(db, 60)));
    await Promise.all(
      fans.map((fan, index) =>
        push(
          db.asUser(fan),
          (index % 2 ? tracks : tracks.toReversed()).map((track) =>
            action('vote.cast', { track_id: track, weight: 5 }),
          ),
        ),
      ),
    );
    await Promise.all(fans.map((fan) => db.sql`delete from auth.users where id = ${fan}`));
    for (const track of tracks) expect(await rating(track)).toEqual({ total_votes: 0, rating: '0.00' });
  });
});

describe('the table of votes', () => {
  it('[SY-4] shows only one’s own rows and accepts no direct write', async () => {
    const [fan, other] = [await createFan(db, 26), await createFan(db, 26)];
    const track = await createTrack(db, artist);
    await db.asUser(fan).rpc('cast_vote_or_edit', vote(track, 5));
    const visibleVotes = (user: string) => db.asUser(user).run((tx) => tx`select vote_weight from public.track_votes`);
    expect([...(await visibleVotes(fan))]).toEqual([{ vote_weight: 5 }]);
    expect([...(await visibleVotes(other))]).toEqual([]);
    expect([...(await visibleVotes(artist))]).toEqual([]);
    for (const actor of [db.asUser(fan), db.asAnon(), db.asService()]) {
      for (const text of [
        'update public.track_votes set vote_weight = 1',
        'delete from public.track_votes',
        `insert into public.track_votes (user_id, track_id, vote_weight, editable_until) values ('${other}', '${track}', 1, now())`,
      ]) {
        expect((await refusal(actor.run((tx) => tx.unsafe(text)))).code, text).toBe('42501');
      }
    }
    expect((await refusal(db.sql`update public.track_votes set user_id = ${other} where user_id = ${fan}`)).code).toBe(
      '42501',
    );
  });
});
