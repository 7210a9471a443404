import * as z from 'zod/mini';
import { nullableText } from './columns.ts';
import type { RemoteRead } from './remote-reads.ts';

const MINUTE = 60_000;

const published = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  /** Null: by the number of its tracks, see `releaseKind`. */
  kind: nullableText,
  /** ISO 8601 */
  published_at: z.string(),
  /** The tracks that everybody may see, in order. */
  track_ids: z.array(z.string()),
});

/** A release that is out. Null for any other. */
export const publishedRelease = (releaseId: string) =>
  ({
    name: 'release',
    from: { procedure: 'get_release', with: { p_release_id: releaseId } },
    answer: z.nullable(z.extend(published, { notes: z.string() })),
    freshMs: MINUTE,
  }) satisfies RemoteRead<unknown>;

/** The releases of a person that are out, newest first. */
export const releasesOf = (userId: string) =>
  ({
    name: 'releases-of',
    from: { procedure: 'get_releases_of', with: { p_profile_id: userId } },
    /** `cover_url`: of the first track, as in its row. */
    answer: z.array(z.extend(published, { cover_url: nullableText })),
    freshMs: MINUTE,
  }) satisfies RemoteRead<unknown>;

/** Null if the person may not see the track. `release`: the one that it belongs to, if that is out or the person's own. */
export const textsOfTrack = (trackId: string) =>
  ({
    name: 'track-texts',
    from: { procedure: 'get_track_texts', with: { p_track_id: trackId } },
    answer: z.nullable(
      z.object({
        description: z.string(),
        lyrics: z.string(),
        release: z.nullable(z.object({ id: z.string(), title: z.string() })),
      }),
    ),
    freshMs: MINUTE,
  }) satisfies RemoteRead<unknown>;
