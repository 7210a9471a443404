import postgres from 'postgres';
import { parseImage } from '../functions/_shared/media/image.ts';
import { parseMpeg } from '../functions/_shared/media/mpeg.ts';
import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import type { SeedContext } from '../local/demo-content.ts';
import { artists } from './demo/artists.ts';
import { tracks, type DemoTrack } from './demo/tracks.ts';
import { artistId, trackFilePaths, insertArtist, insertTrack, existingTrackIds, trackId } from './demo-rows.ts';
import { openFileCache, type FileCache } from './make/file-cache.ts';
import { openWorkerPool, type WorkerPool } from './make/worker-pool.ts';
import type { FileJob } from './make/make-file.ts';

export interface SeedOptions {
  readonly limit?: number;
  readonly cache?: FileCache;
}

interface SeedTools {
  readonly sql: postgres.Sql;
  readonly context: SeedContext;
  readonly cache: FileCache;
  readonly workers: WorkerPool;
}

/** Adds the demo's tracks that are missing, and adds or renews its artists. Ids derive from names, so that an interrupted run can resume. */
export async function seedDemo(context: SeedContext, options: SeedOptions = {}): Promise<void> {
  const selected = tracks.slice(0, options.limit);
  const sql = postgres(context.databaseUrl, { max: 2, onnotice: () => undefined });
  const workers = openWorkerPool();
  try {
    const tools = { sql, context, workers, cache: options.cache ?? (await openFileCache()) };
    for (const [index, artist] of artists.entries()) {
      await storeFile(tools, { kind: 'avatar', index }, 'avatars', `${artistId(artist)}/avatar.png`, artistId(artist));
      await insertArtist(sql, artist);
    }
    const existing = await existingTrackIds(sql);
    const missing = selected
      .map((track, position) => ({ track, position }))
      .filter(({ track }) => !existing.has(trackId(track)));
    const queue = missing.values();
    // The concurrent calls share one iterator: each takes the next track when it is free.
    const storeMissing = async () => {
      for (const { track, position } of queue) {
        context.onProgress(`Composing ${position + 1} of ${selected.length}: ${track.title}`);
        await storeTrack(tools, track, position, selected.length);
      }
    };
    await Promise.all(Array.from({ length: workers.size }, storeMissing));
  } finally {
    await workers.close();
    await sql.end({ timeout: 5 });
  }
}

async function storeTrack(tools: SeedTools, track: DemoTrack, position: number, count: number): Promise<void> {
  const files = trackFilePaths(track);
  const owner = artistId({ key: track.artist });
  const index = tracks.indexOf(track);
  for (const { address, side } of pictureFiles(files.cover))
    await storeFile(tools, { kind: 'cover', index, side }, 'covers', address, owner);
  const music = await storeFile(tools, { kind: 'music', index }, 'tracks', files.audio, owner);
  const durationMs = parseMpeg(music)?.durationMs;
  if (durationMs === undefined) throw new Error(`"${track.title}" is not an MP3`);
  const artistName = artists.find((artist) => artist.key === track.artist)?.name ?? '';
  await insertTrack(tools.sql, track, artistName, { durationMs, audioBytes: music.length }, position, count);
}

async function storeFile(
  { context, cache, workers }: SeedTools,
  job: FileJob,
  bucket: string,
  name: string,
  ownerId: string,
): Promise<Uint8Array> {
  const key = job.kind === 'cover' ? `cover-${job.side}-${job.index}` : `${job.kind}-${job.index}`;
  const cached = await cache.read(key);
  const bytes = cached ?? (await workers.make(job));
  if (cached === null) {
    if ((job.kind === 'music' ? parseMpeg(bytes) : parseImage(bytes)) === null)
      throw new Error(`The generated ${name} is invalid`);
    await cache.write(key, bytes);
  }
  await context.putObject({ bucket, name, bytes, ownerId });
  return bytes;
}
