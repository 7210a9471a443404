import postgres from 'postgres';
import { parseImage } from '../functions/_shared/media/image.ts';
import { parseMpeg } from '../functions/_shared/media/mpeg.ts';
import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import type { SeedContext } from '../local/demo-content.ts';
import { artists } from './demo/artists.ts';
import { tracks, type DemoTrack } from './demo/tracks.ts';
import { artistId, filesOf, insertArtist, insertTrack, presentTracks, trackId } from './demo-rows.ts';
import { openFileCache, type FileCache } from './make/file-cache.ts';
import { openFileMakers, type FileMakers } from './make/file-makers.ts';
import type { FileJob } from './make/make-file.ts';

export interface SeedOptions {
  /** Number of tracks to create; all when omitted. */
  readonly limit?: number;
  readonly cache?: FileCache;
}

interface Workshop {
  readonly sql: postgres.Sql;
  readonly context: SeedContext;
  readonly cache: FileCache;
  readonly makers: FileMakers;
}

/**
 * Fills a database with demo artists and tracks that are composed, drawn and encoded here. Ids derive from names, so
 * that an interrupted run can resume.
 */
export async function seedDemo(context: SeedContext, options: SeedOptions = {}): Promise<void> {
  const list = tracks.slice(0, options.limit);
  const sql = postgres(context.databaseUrl, { max: 2, onnotice: () => undefined });
  const makers = openFileMakers();
  try {
    const workshop = { sql, context, makers, cache: options.cache ?? (await openFileCache()) };
    for (const [index, artist] of artists.entries()) {
      await storeFile(
        workshop,
        { kind: 'avatar', index },
        'avatars',
        `${artistId(artist)}/avatar.png`,
        artistId(artist),
      );
      await insertArtist(sql, artist);
    }
    const present = await presentTracks(sql);
    const missing = list.map((track, place) => ({ track, place })).filter(({ track }) => !present.has(trackId(track)));
    const work = missing.values();
    // Each worker takes the next track when it has finished one.
    const hand = async () => {
      for (const { track, place } of work) {
        context.onProgress(`Composing ${place + 1} of ${list.length}: ${track.title}`);
        await storeTrack(workshop, track, place, list.length);
      }
    };
    await Promise.all(Array.from({ length: makers.width }, hand));
  } finally {
    await makers.close();
    await sql.end({ timeout: 5 });
  }
}

async function storeTrack(workshop: Workshop, track: DemoTrack, place: number, count: number): Promise<void> {
  const files = filesOf(track);
  const owner = artistId({ key: track.artist });
  const index = tracks.indexOf(track);
  for (const { address, side } of pictureFiles(files.cover))
    await storeFile(workshop, { kind: 'cover', index, side }, 'covers', address, owner);
  const music = await storeFile(workshop, { kind: 'music', index }, 'tracks', files.audio, owner);
  const durationMs = parseMpeg(music)?.durationMs;
  if (durationMs === undefined) throw new Error(`"${track.title}" is no MP3`);
  const artistName = artists.find((artist) => artist.key === track.artist)?.name ?? '';
  await insertTrack(workshop.sql, track, artistName, { durationMs, audioBytes: music.length }, place, count);
}

async function storeFile(
  { context, cache, makers }: Workshop,
  job: FileJob,
  bucket: string,
  name: string,
  ownerId: string,
): Promise<Uint8Array> {
  const key = job.kind === 'cover' ? `cover-${job.side}-${job.index}` : `${job.kind}-${job.index}`;
  const kept = await cache.read(key);
  const bytes = kept ?? (await makers.make(job));
  if (kept === null) {
    if ((job.kind === 'music' ? parseMpeg(bytes) : parseImage(bytes)) === null)
      throw new Error(`${name} came out broken`);
    await cache.write(key, bytes);
  }
  await context.putObject({ bucket, name, bytes, ownerId });
  return bytes;
}
