import * as z from 'zod/mini';
import { nullableText } from './columns.ts';
import type { RemoteRead } from './remote-reads.ts';

const MINUTE = 60_000;

/** A playlist as its card shows it. */
const card = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Null if the person may not see the owner's profile. */
  owner_name: nullableText,
  owner_avatar: nullableText,
  title: z.string(),
  /** link or public; private for its owner alone */
  visibility: z.string(),
  track_count: z.number(),
  /** Ids and covers of its first tracks that everybody may see, in order. */
  covers: z.array(z.object({ id: z.string(), cover_url: nullableText })),
});
export type PlaylistCardData = z.infer<typeof card>;

const shown = z.extend(card, { description: z.string(), track_ids: z.array(z.string()) });
export type ShownPlaylistData = z.infer<typeof shown>;

/** A playlist of somebody else (S-60). Null if it is private or deleted. */
export const shownPlaylist = (playlistId: string) =>
  ({
    name: 'playlist',
    from: { procedure: 'get_playlist', with: { p_playlist_id: playlistId } },
    answer: z.nullable(shown),
    freshMs: MINUTE,
  }) satisfies RemoteRead<unknown>;

/** A person's public playlists, newest first. */
export const playlistsOf = (userId: string) =>
  ({
    name: 'playlists-of',
    from: { procedure: 'get_playlists_of', with: { p_profile_id: userId } },
    answer: z.array(card),
    freshMs: 5 * MINUTE,
  }) satisfies RemoteRead<unknown>;

/** The playlists of others that the person likes and may still see, latest liked first. */
export const likedPlaylists = {
  name: 'liked-playlists',
  from: { procedure: 'get_liked_playlists', with: {} },
  answer: z.array(card),
  freshMs: MINUTE,
} satisfies RemoteRead<unknown>;
