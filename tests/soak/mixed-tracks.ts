import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { parseMpeg } from '../../supabase/functions/_shared/media/mpeg.ts';
import { makeMp3, withPicture } from '../../supabase/local/radio/sample-sound.ts';
import type { Backend } from '../e2e/fixtures.ts';

export type Kind =
  'constant' | 'varying' | 'mono' | '22 kHz' | 'large picture' | 'truncated' | '320 kbit/s' | 'mislabelled' | 'missing';

export interface MixedTrack {
  title: string;
  kind: Kind;
  file: string;
  isPlayable: boolean;
}

/** Length of each track. */
const SECONDS = 24;
/** The playable kinds, in turn. */
const order: Kind[] = ['constant', 'varying', 'mono', '22 kHz', 'large picture', 'truncated', '320 kbit/s'];

async function bytesOf(kind: Kind, tone: number): Promise<Uint8Array | null> {
  const common = { seconds: SECONDS, tone };
  if (kind === 'missing') return null;
  if (kind === 'varying') return makeMp3(common);
  if (kind === 'mono') return makeMp3({ ...common, channels: 1, bitrate: 64 });
  if (kind === '22 kHz') return makeMp3({ ...common, channels: 1, sampleRate: 22_050, bitrate: 64 });
  if (kind === 'large picture') return withPicture(await makeMp3({ ...common, bitrate: 128 }), 3_000_000);
  if (kind === '320 kbit/s') return makeMp3({ ...common, bitrate: 320 });
  const complete = await makeMp3({ ...common, bitrate: 128 });
  return kind === 'truncated' ? complete.slice(0, Math.floor(complete.length * 0.7) + 131) : complete;
}

/** Replaces a stored file's bytes by repeated PNG signatures, without Storage's knowledge. */
async function corruptFile(backend: Backend, name: string): Promise<void> {
  const path = await backend.storage.findFile('tracks', name);
  if (!path) throw new Error(`${name} was not stored`);
  const { size } = await stat(path);
  await writeFile(path, Buffer.alloc(size, '\x89PNG\r\n\x1a\n', 'latin1'));
}

/** Adds tracks of every kind; each twelfth is unplayable. */
export async function addMixedTracks(backend: Backend, count: number): Promise<MixedTrack[]> {
  const [artist] = await backend.sql<{ id: string }[]>`select user_id as id from public.tracks limit 1`;
  if (!artist) throw new Error('The demo has no artist');
  const bytesByKind = new Map<Kind, Uint8Array | null>();
  for (const kind of [...order, 'mislabelled', 'missing'] as const)
    bytesByKind.set(kind, await bytesOf(kind, 220 + 20 * bytesByKind.size));
  const tracks: MixedTrack[] = [];
  for (let at = 0; at < count; at++) {
    const isUnplayable = at % 12 === 11;
    const kind: Kind = isUnplayable
      ? at % 24 === 11
        ? 'mislabelled'
        : 'missing'
      : (order[at % order.length] ?? 'constant');
    const bytes = bytesByKind.get(kind) ?? null;
    const id = randomUUID();
    const name = `${artist.id}/${id}.mp3`;
    const title = `${String(at + 1).padStart(3, '0')} ${kind}`;
    if (bytes) await backend.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: artist.id });
    if (kind === 'mislabelled') await corruptFile(backend, name);
    const durationMs = (bytes && parseMpeg(bytes)?.durationMs) ?? SECONDS * 1000;
    await backend.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                 rights_confirmed, total_votes, average_vote_rating, created_at)
      values (${id}, ${artist.id}, ${title}, 'Mixed', 'House', ${name}, ${durationMs}, ${bytes?.length ?? 1000}, true, 1, 5,
              now() - make_interval(secs => ${at}))`;
    tracks.push({ title, kind, file: `${id}.mp3`, isPlayable: !isUnplayable });
  }
  return tracks;
}
