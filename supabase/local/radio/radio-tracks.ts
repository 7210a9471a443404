import { stat } from 'node:fs/promises';
import type postgres from 'postgres';
import type { QueueKind, TrackFile } from './chooser.ts';
import type { RadioTrack } from './rotation.ts';

/** Maximum tracks of a queue: tracks of four minutes then last about three days. */
const MAX_TRACKS = 1_000;

/**
 * Reads the newest tracks, oldest first, by the time of their sponsorship or else of their creation. Before
 * sponsored tracks are read, expired sponsorships are ended (S-46).
 */
export async function readRadioTracks(sql: postgres.ISql, kind: QueueKind): Promise<readonly RadioTrack[]> {
  if (kind === 'sponsored') await sql`select public.end_sponsorships()`;
  const time = kind === 'sponsored' ? sql`t.sponsored_at` : sql`t.created_at`;
  const rows = await sql<RadioTrack[]>`
    select id, title, artist_name as artist, audio_url as "audioUrl", cover_url as "coverUrl",
           to_json(newest.sponsored_at) #>> '{}' as "sponsoredAt", to_json(s.last_aired_at at time zone 'UTC') #>> '{}' as "lastAiredAt",
           public.longest_airing_ms() as "longestMs", loudness_lufs as lufs, true_peak_dbtp as "truePeakDbtp"
      from (select * from public.tracks t
             where t.deleted_at is null and t.is_public and t.radio_opt_in and t.sponsored = ${kind === 'sponsored'}
             order by ${time} desc, t.id desc limit ${MAX_TRACKS}) as newest
      left join private.sponsorships s on s.track_id = newest.id and s.sponsored_at = newest.sponsored_at
     order by coalesce(newest.sponsored_at, created_at), id`;
  return [...rows];
}

/** Finds a track's file. While the database is unreachable, returns the last known place, or null. */
export function createFileFinder(findFile: (bucket: string, name: string) => Promise<string | null>) {
  const places = new Map<string, string>();
  return async ({ audioUrl }: RadioTrack): Promise<TrackFile | null> => {
    const place = await findFile('tracks', audioUrl).catch(() => places.get(audioUrl));
    if (place === undefined) return null;
    if (place === null) places.delete(audioUrl);
    else places.set(audioUrl, place);
    const path = place ?? '';
    const stats = path === '' ? null : await stat(path).catch(() => null);
    return { path, stamp: stats ? `${path} ${stats.size} ${stats.mtimeMs}` : `${path} missing` };
  };
}
