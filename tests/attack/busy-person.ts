import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mp3, png } from '../../sync/media/sample-files.ts';
import { action, play } from '../../supabase/tests/scene.ts';
import { send, upload, type Accepted, type Person } from './people.ts';

/** Just above the 30 s that must lie between two counted plays (S-40). */
const PLAY_INTERVAL_MS = 31_000;

/** Plays each track, and publishes and uploads in between. Repeats requests that were lost, postponed or failed on the server, as a device's queue does. */
export async function beBusy(person: Person, tracks: readonly string[], accepted: Accepted): Promise<void> {
  const start = Date.now() - (tracks.length + 1) * PLAY_INTERVAL_MS;
  for (const [index, track] of tracks.entries()) {
    // Past times, far enough apart that each play counts.
    const at = new Date(start + index * PLAY_INTERVAL_MS).toISOString();
    await push(person, play(track, { at }), accepted);
    if (index % 20 === 10) await publish(person, at, accepted);
    if (index % 15 === 5) await put(person, 'covers', `${randomUUID()}.png`, accepted);
  }
}

async function publish(person: Person, at: string, accepted: Accepted): Promise<void> {
  const id = randomUUID();
  await put(person, 'tracks', `${id}.mp3`, accepted);
  const texts = { title: 'Night Bus', artist_name: 'Nina', genre: 'House' };
  const payload = {
    track_id: id,
    ...texts,
    audio_path: `${person.id}/${id}.mp3`,
    cover_path: null,
    radio_opt_in: true,
    rights_confirmed: true,
  };
  await push(person, action('track.create', payload, { at }), accepted);
}

async function push(person: Person, pushed: ReturnType<typeof action>, accepted: Accepted): Promise<void> {
  await retryUntilApplied(pushed.kind, async () => (await send(person, [pushed], accepted))[0] ?? 'later');
}

async function put(person: Person, bucket: 'tracks' | 'covers', file: string, accepted: Accepted): Promise<void> {
  const bytes = bucket === 'tracks' ? mp3({ frames: 2_000 }) : png({ width: 300, height: 300 });
  await retryUntilApplied(file, () => upload(person, bucket, file, bytes, accepted));
}

/** @throws Error if the attempt is refused, because every attempt here is allowed, or if it fails for two minutes */
async function retryUntilApplied(label: string, attempt: () => Promise<string>): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    const outcome = await attempt();
    if (outcome === 'applied') return;
    if (!/^(lost|later|http 5\d\d)$/.test(outcome)) throw new Error(`${label} was answered ${outcome}`);
    if (Date.now() > until) throw new Error('nothing was answered for two minutes');
    await sleep(50);
  }
}
