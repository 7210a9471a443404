import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { Random } from '../seed/random.ts';
import { createFan, later } from './economy-scene.ts';
import { action, brokenLedgers, createTrack, push } from './scene.ts';

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
const twoDaysAgo = later(noon, -2 * 86_400);
const vote = (track: string, weight: unknown = 3, at = noon) =>
  action('vote.cast', { track_id: track, weight }, { at });
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const createTracks = (count: number, owner = artist) => Promise.all(times(count, () => createTrack(db, owner)));

/** Creates a voter who owns a track, and can no longer change their vote on `locked`. */
async function createVoter(zaps: number, locked: string) {
  const id = await createFan(db, zaps + 5);
  const own = await createTrack(db, id);
  await push(db.atTime(twoDaysAgo).asUser(id), [vote(locked, 1, twoDaysAgo)]);
  return { id, own };
}
type Voter = Awaited<ReturnType<typeof createVoter>>;

async function stateOf({ id, own }: Voter) {
  const [state] = await db.sql`
    select
      (select jsonb_agg(jsonb_build_array(v.track_id, v.vote_weight, v.editable_until, v.rev) order by v.track_id)
        from public.track_votes v where v.user_id = ${id}) as votes,
      (select jsonb_agg(jsonb_build_array(a.zap_value, a.metadata ->> 'track_id', a.credited_on, a.created_at) order by a.metadata ->> 'track_id')
        from public.zap_actions a where a.user_id = ${id} and a.action_type = 'vote') as paid,
      (select jsonb_build_array(b.zaps, b.total_zaps_earned) from public.user_balances b where b.user_id = ${id}) as balance,
      (select jsonb_agg(jsonb_build_array(l.status, l.result) order by l.status, l.result::text)
        from public.action_log l where l.user_id = ${id}) as log,
      (select jsonb_agg(jsonb_build_array(e.event_type, e.event_data) order by e.event_type)
        from public.security_events e where e.user_id = ${id}) as events,
      (select m.last_action_at from private.user_marks m where m.user_id = ${id}) as mark,
      (select jsonb_build_array(t.total_votes, t.average_vote_rating) from public.tracks t where t.id = ${own}) as own`;
  return state;
}

/** Draws a vote, valid or not, that names no voter: 'own' stands for the voter's own track. */
function drawVote(random: Random, tracks: readonly string[], locked: string, position: number) {
  const target = random.chance(0.8) ? 'track' : random.pick(['own', 'locked', 'missing', 'odd'] as const);
  const track = { track: random.pick(tracks), own: 'own', locked, missing: randomUUID(), odd: 'x' }[target];
  const weight = random.chance(0.03) ? random.pick([0, 6, 2.5, '3', null]) : random.int(1, 5);
  // The times are usually in order, but sometimes long ago, before the previous vote, or ahead of the server.
  const at = later(noon, random.chance(0.96) ? position - 600 : random.pick([-9 * 86_400, -700, 600]));
  const kind = random.chance(0.02) ? 'vote.unknown' : 'vote.cast';
  return { track, weight, at, kind, isRepeated: random.chance(0.02) };
}

it.each([1, 2, 3, 4])(
  '[SY-9] [S-8] votes in one batch have the same results and effects as each alone (seed %i)',
  async (seed) => {
    const random = new Random(`votes ${seed}`);
    const [locked = ''] = await createTracks(1);
    const tracks = await createTracks(30);
    const zaps = random.pick([0, 31, 60, 500]);
    const [together, alone] = [await createVoter(zaps, locked), await createVoter(zaps, locked)];
    for (let round = 0; round < 4; round += 1) {
      const drawn = times(random.int(2, 30), (position) => drawVote(random, tracks, locked, round * 30 + position));
      const actionsOf = (voter: Voter) =>
        drawn.flatMap(({ track, weight, at, kind, isRepeated }) => {
          const cast = action(kind, { track_id: track === 'own' ? voter.own : track, weight }, { at });
          return isRepeated ? [cast, cast] : [cast];
        });
      const at = later(noon, round * 30);
      const batched = await push(db.atTime(at).asUser(together.id), actionsOf(together).slice(0, 50));
      const single = [];
      for (const cast of actionsOf(alone).slice(0, 50))
        single.push(...(await push(db.atTime(at).asUser(alone.id), [cast])));
      const outcomes = (results: typeof batched) => results.map(({ status, result }) => ({ status, result }));
      expect(outcomes(batched)).toEqual(outcomes(single));
      expect(await stateOf(together)).toEqual(await stateOf(alone));
    }
    const wrong = await db.sql`
      select t.id from public.tracks t
      left join lateral (
        select count(*)::int as votes, coalesce(round(avg(v.vote_weight), 2), 0) as rating
        from public.track_votes v where v.track_id = t.id
      ) v on true
      where t.id = any (${[...tracks, locked]}) and (t.total_votes <> v.votes or t.average_vote_rating <> v.rating)`;
    expect([...wrong]).toEqual([]);
  },
);

it('[SY-9] fifty votes in one batch write the balance once', async () => {
  const fan = await createFan(db, 400);
  const revOf = async () =>
    (await db.sql<{ rev: string }[]>`select rev from public.user_balances where user_id = ${fan}`)[0]?.rev;
  const before = Number(await revOf());
  await push(
    db.atTime(noon).asUser(fan),
    (await createTracks(50)).map((track) => vote(track)),
  );
  expect(Number(await revOf())).toBe(before + 1);
});

it('[SY-9] a batch is applied one by one if one of its votes fails unexpectedly', async () => {
  const fan = await createFan(db, 100);
  const [bad = '', ...tracks] = await createTracks(5);
  await db.sql.unsafe(`
    create function private.fail_vote() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
    create trigger fail_vote before insert on public.track_votes
      for each row when (new.track_id = '${bad}') execute function private.fail_vote()`);
  const answers = await push(db.atTime(noon).asUser(fan), [
    ...tracks.slice(0, 2).map((track) => vote(track)),
    vote(bad),
    ...tracks.slice(2).map((track) => vote(track)),
  ]);
  expect(answers.map(({ status, result }) => [status, result['code']])).toEqual([
    ['applied', undefined],
    ['applied', undefined],
    ['rejected', 'failed'],
    ['applied', undefined],
    ['applied', undefined],
  ]);
  expect(await db.sql`select zaps from public.user_balances where user_id = ${fan}`).toMatchObject([{ zaps: 80 }]);
});
