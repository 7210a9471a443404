import { randomUUID } from 'node:crypto';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { action } from '../../../supabase/tests/scene.ts';
import { call, setBalance, nothingAccepted, send, upload, write, type Person } from '../people.ts';
import {
  CONCURRENT_REQUESTS,
  atOnce,
  countOf,
  numberOf,
  faultUnless,
  type RaceScene,
  type RaceResult,
} from './race-scene.ts';

/** Number of upload slots of each uploader, and of tracks of each leaver. */
const SLOTS = 3;

/** Pairs the halves of the crowd, differently in each round. */
function pairsOf(crowd: readonly Person[], round: number): (readonly [Person, Person])[] {
  const half = crowd.length / 2;
  return crowd.slice(0, half).flatMap((one, n) => {
    const other = crowd[half + ((n + round) % half)];
    return other ? [[one, other] as const] : [];
  });
}

export async function crossingRequests({ sql, accepted, crowd }: RaceScene, round: number): Promise<RaceResult> {
  const pairs = pairsOf(crowd, round);
  const outcomes = (
    await atOnce((n) => {
      const [one, other] = pairs[n % pairs.length] ?? [];
      const [from, to] = n < pairs.length ? [one, other] : [other, one];
      return from && to
        ? send(from, [action('connection.request', { partner_id: to.id })], accepted)
        : Promise.resolve([]);
    })
  ).flat();
  const connected = await numberOf(
    sql,
    `select count(*) from public.connections c join unnest($1::uuid[], $2::uuid[]) p (one, other)
       on p.one in (c.user_id, c.connection_id) and p.other in (c.user_id, c.connection_id) where c.status = 'accepted'`,
    [pairs.map(([one]) => one.id), pairs.map(([, other]) => other.id)],
  );
  const faults = faultUnless(
    connected === pairs.length,
    `of ${pairs.length} pairs that sent crossing requests ${connected} are connected`,
  );
  return { name: 'crossing requests of 25 pairs', outcomes, faults };
}

export async function connectionChanges({ accepted, crowd }: RaceScene, round: number): Promise<RaceResult> {
  const actionsWith = (partner_id: string) => [
    action('connection.end', { partner_id }),
    action('connection.request', { partner_id }),
    action('connection.answer', { partner_id, status: 'accepted' }),
    action('connection.answer', { partner_id, status: 'declined' }),
    action('message.send', { message_id: randomUUID(), partner_id, content: 'Hi' }),
    action('connection.block', { partner_id }),
    action('connection.unblock', { partner_id }),
  ];
  const outcomes = (
    await atOnce((n) => {
      const [one, other] = pairsOf(crowd, round)[n >> 1] ?? [];
      const [from, to] = n % 2 === 0 ? [one, other] : [other, one];
      if (!from || !to) return Promise.resolve([]);
      const list = actionsWith(to.id);
      const some = [0, 1, 2].flatMap((step) => list[(n * 3 + round + step * 2) % list.length] ?? []);
      return send(from, some, accepted);
    })
  ).flat();
  return { name: 'end, request, accept, decline, write, block and unblock', outcomes, faults: [] };
}

export async function tracksBeyondSlots({ sql, accepted, uploaders }: RaceScene, round: number): Promise<RaceResult> {
  const person = uploaders[round] ?? uploaders[0];
  if (!person) throw new Error('nobody uploads');
  const bytes = mp3({ frames: 2_000 });
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const sent = await Promise.all(
    // Most of these files are refused, or removed without a track, so they do not count as accepted.
    ids.map(async (id) => ({ id, outcome: await upload(person, 'tracks', `${id}.mp3`, bytes, nothingAccepted()) })),
  );
  const files = sent.filter(({ outcome }) => outcome === 'applied');
  const outcomes = (
    await atOnce((n) => {
      const id = files[n % Math.max(files.length, 1)]?.id ?? '';
      const texts = { title: 'Night Bus', artist_name: 'Nina', genre: 'House', cover_path: null };
      const track = { track_id: randomUUID(), audio_path: `${person.id}/${id}.mp3`, ...texts };
      return send(person, [action('track.create', { ...track, radio_opt_in: true, rights_confirmed: true })], accepted);
    })
  ).flat();
  const live = await numberOf(sql, 'select count(*) from public.tracks where user_id = $1 and deleted_at is null', [
    person.id,
  ]);
  const faults = [
    ...faultUnless(files.length <= 2 * SLOTS, `${files.length} files were accepted with three slots`),
    ...faultUnless(
      live === SLOTS && countOf(outcomes) === SLOTS,
      `${live} tracks are in three slots, ${countOf(outcomes)} were accepted`,
    ),
  ];
  return {
    name: '20 files and 50 tracks into three slots',
    outcomes: [...sent.map(({ outcome }) => outcome), ...outcomes],
    faults,
  };
}

export async function editsAndDeletion({ sql, accepted, crowd, artist, newTracks }: RaceScene): Promise<RaceResult> {
  const [track = ''] = await newTracks(artist, 1);
  await Promise.all(crowd.map((fan) => setBalance(sql, fan, 20)));
  const outcomes = (
    await atOnce(async (n) => {
      const fan = crowd[n] ?? artist;
      const path = `tracks?id=eq.${track}`;
      if (n === 30) return [await write(artist, 'DELETE', path)];
      if (n % 5 === 0)
        return await send(
          artist,
          [action('track.update', { track_id: track, title: `Name ${n}`, is_public: true })],
          accepted,
        );
      if (n % 5 === 1) return [await write(artist, 'PATCH', path, { title: `Other name ${n}` })];
      if (n % 5 === 2) return await send(fan, [action('share.add', { track_id: track })], accepted);
      return [await call(fan, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 4 }, accepted)];
    })
  ).flat();
  const remaining = await numberOf(
    sql,
    `select (select count(*) from public.tracks where id = $1::uuid and deleted_at is null)
       + (select count(*) from public.track_votes where track_id = $1::uuid and deleted_at is null)
       + (select count(*) from public.shared_tracks where track_id = $1::uuid and deleted_at is null and is_shared)`,
    [track],
  );
  return {
    name: 'a track renamed, voted on and shared while it is deleted',
    outcomes,
    faults: faultUnless(remaining === 0, `${remaining} rows are left of a deleted track`),
  };
}

export async function accountDeletion(
  { sql, accepted, crowd, artist, leavers, newTracks }: RaceScene,
  round: number,
): Promise<RaceResult> {
  const leaver = leavers[round] ?? leavers[0];
  if (!leaver) throw new Error('nobody leaves');
  const [leaverTracks, tracks] = [await newTracks(leaver, SLOTS), await newTracks(artist, CONCURRENT_REQUESTS)];
  await Promise.all(crowd.map((fan) => setBalance(sql, fan, 20)));
  const friends = crowd.slice(0, 25).map(({ id }) => id);
  await sql`insert into public.connections (user_id, connection_id, status) select id, ${leaver.id}, 'accepted' from unnest(${friends}::uuid[]) id`;
  // The leaver's actions are deleted with the account.
  const ignoredOutcomes = nothingAccepted();
  const vote = (track: string) => ({ p_track_id: track, p_vote_weight: 4 });
  const outcomes = (
    await atOnce(async (n) => {
      const fan = crowd[n] ?? artist;
      const partner_id = leaver.id;
      const track = leaverTracks[n % SLOTS] ?? '';
      if (n === 20)
        return [
          (await leaver.caller.send('POST', '/rest/v1/rpc/delete_my_profile', {})).status === 200
            ? 'applied'
            : 'refused',
        ];
      if (n % 6 === 0) return [await call(leaver, 'cast_vote_or_edit', vote(tracks[n] ?? ''), ignoredOutcomes)];
      if (n % 6 === 1)
        return await send(
          fan,
          [action('message.send', { message_id: randomUUID(), partner_id, content: 'Hi' })],
          accepted,
        );
      if (n % 6 === 2) return await send(fan, [action('connection.request', { partner_id })], accepted);
      if (n % 6 === 3) return await send(fan, [action('share.add', { track_id: track })], accepted);
      if (n % 6 === 4)
        return await send(
          leaver,
          [action('message.send', { message_id: randomUUID(), partner_id: friends[n % 25], content: 'Bye' })],
          ignoredOutcomes,
        );
      return [await call(fan, 'cast_vote_or_edit', vote(track), accepted)];
    })
  ).flat();
  const after = await send(leaver, [action('share.add', { track_id: tracks[0] ?? '' })], ignoredOutcomes);
  const remaining = await numberOf(
    sql,
    `select (select count(*) from auth.users where id = $1::uuid) + (select count(*) from public.zap_actions where user_id = $1::uuid)
    + (select count(*) from public.action_log where user_id = $1::uuid) + (select count(*) from public.user_balances where user_id = $1::uuid)`,
    [leaver.id],
  );
  const faults = [
    ...faultUnless(remaining === 0, `${remaining} rows are left of a deleted account`),
    ...faultUnless(after[0] === 'http 403', `a deleted account was answered ${after.join()}`),
  ];
  return { name: 'an account deleted while it is in use', outcomes, faults };
}
