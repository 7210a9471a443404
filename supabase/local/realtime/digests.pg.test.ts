import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLive } from '../../../sync/model/live.ts';
import type { Digest } from '../../../sync/model/digest.ts';
import { listen as listenAsDevice } from '../../../sync/remote/realtime.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

/** Time limit for a digest. The server checks for changes each second. */
const LATEST = { timeout: 5_000 };

let test: TestStack;
let topic: string;
let artist: TestUser;
beforeAll(async () => {
  // Node 20 has no WebSocket.
  vi.stubGlobal('WebSocket', WebSocket);
  test = await openTestStack();
  const [row] = await test.sql<{ topic: string }[]>`select topic from private.digest`;
  topic = row?.topic ?? '';
  artist = await test.createUser();
});
afterAll(() => test.close());

/** Uses the app's own listener, as a guest if `person` is null. Waits for the join, except on a wrong topic. */
async function openDevice(person: TestUser | null, name = topic) {
  const digests: Digest[] = [];
  let joined = 0;
  const listening = await listenAsDevice(
    {
      config: { supabaseUrl: test.stack.url, publishableKey: test.stack.keys.publishableKey },
      accessToken: () => Promise.resolve(person?.token ?? null),
      userId: null,
      digestTopic: createLive<string | null>(name),
      random: Math.random,
    },
    { onChange: () => undefined, onSubscribed: () => (joined += 1), onDigest: (digest) => digests.push(digest) },
  );
  listening.hearDigests(true);
  if (name === topic) await expect.poll(() => joined).toBe(1);
  return { digests, ...listening };
}

/** Lets the next digest follow at once, instead of 5 s after the previous one. */
const makeDue = () => test.sql`update private.digest set published_at = '-infinity'`;

async function addTrack(): Promise<string> {
  const [track] = await test.sql<{ id: string }[]>`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    values (${artist.id}, 'Kelp', 'Someone', 'House', gen_random_uuid() || '/kelp.mp3', 180000, 2880000, true)
    returning id`;
  return track?.id ?? '';
}

it('[G-4] [S-1] people and guests receive digests of plays and of changed tracks and rules; a client without the topic receives none', async () => {
  const track = await addTrack();
  const listener = await test.createUser();
  const devices = [await openDevice(listener), await openDevice(null)];
  const outsiders = [await openDevice(listener, 'digest'), await openDevice(null, 'digest:guess')];
  const heardByAll = (isIt: (digest: Digest) => boolean) =>
    expect.poll(() => devices.every(({ digests }) => digests.some(isIt)), LATEST).toBe(true);

  await listener.client.rpc('increment_track_play_count', { track_id_p: track, progress_ms: 30_000 });
  await makeDue();
  await heardByAll(({ counts }) => counts.some(([id, rev, plays]) => id === track && rev === 2 && plays === 1));
  const heardAfter = async (change: () => Promise<unknown>, isIt: (digest: Digest) => boolean) => {
    for (const { digests } of devices) digests.length = 0;
    await change();
    await makeDue();
    await heardByAll(isIt);
  };
  await heardAfter(
    () => test.sql`update public.zap_rules set zap_value = zap_value where action_type = 'share'`,
    ({ has_changes }) => has_changes,
  );
  await heardAfter(
    () => test.sql`update public.tracks set title = 'Dulse' where id = ${track}`,
    ({ rows }) => rows.some(({ row }) => row.id === track && row['title'] === 'Dulse'),
  );
  await heardAfter(
    () => test.sql`update public.tracks set is_public = false, hidden_at = now() where id = ${track}`,
    ({ gone }) => gone.some(({ id, user_id }) => id === track && user_id === artist.id),
  );
  const numbers = devices.map(({ digests }) => digests.map(({ number }) => number));
  expect(numbers[0]).toEqual(numbers[1]);
  expect(outsiders.map(({ digests }) => digests)).toEqual([[], []]);
  await Promise.all([...devices, ...outsiders].map(({ stop }) => stop()));
});

it('[G-4] an unwatched device receives no digest, and each digest names the number of the previous one', async () => {
  const track = await addTrack();
  const [watched, unwatched] = [await openDevice(null), await openDevice(null)];
  await expect.poll(() => watched.digests.length, LATEST).toBe(1);
  unwatched.hearDigests(false);
  await test.sql`update public.tracks set play_count = play_count + 1 where id = ${track}`;
  await makeDue();
  await expect.poll(() => watched.digests.length, LATEST).toBe(2);
  const [first, second] = watched.digests;
  expect(second).toMatchObject({ after: first?.number, counts: [[track, 2, 1, 0, 0]], has_changes: false });
  expect(unwatched.digests.filter(({ number }) => number === second?.number)).toEqual([]);
  await Promise.all([watched.stop(), unwatched.stop()]);
});
