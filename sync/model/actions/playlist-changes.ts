import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { noDependency, playlistLane, untilPlaylistCreated } from '../lanes.ts';
import { playlistVisibilities } from '../playlist-visibility.ts';

const visibility = z.enum(playlistVisibilities);

const lane = ({ playlist_id: playlist }: { playlist_id: string }) => playlistLane(playlist);
/** `toPlaylists` applies these actions, and is loaded with the library. */
const change = { lane, waitsFor: untilPlaylistCreated } as const;

export const playlistCreate = defineAction({
  kind: 'playlist.create',
  payload: z.object({ playlist_id: z.string(), title: z.string(), visibility: z.optional(visibility) }),
  lane,
  waitsFor: noDependency,
});

export const playlistUpdate = defineAction({
  kind: 'playlist.update',
  payload: z.object({
    playlist_id: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    visibility: z.optional(visibility),
  }),
  ...change,
});

export const playlistDelete = defineAction({
  kind: 'playlist.delete',
  payload: z.object({ playlist_id: z.string() }),
  ...change,
});

export const playlistRestore = defineAction({
  kind: 'playlist.restore',
  payload: z.object({ playlist_id: z.string() }),
  ...change,
});

/** Up to 100 entries each (S-60). The device makes the entries' ids. */
export const playlistAdd = defineAction({
  kind: 'playlist.add',
  payload: z.object({
    playlist_id: z.string(),
    entries: z.array(z.object({ id: z.string(), track_id: z.string(), position: z.string() })),
  }),
  ...change,
});

export const playlistRemove = defineAction({
  kind: 'playlist.remove',
  payload: z.object({ playlist_id: z.string(), entries: z.array(z.object({ id: z.string() })) }),
  ...change,
});

export const playlistMove = defineAction({
  kind: 'playlist.move',
  payload: z.object({
    playlist_id: z.string(),
    entries: z.array(z.object({ id: z.string(), position: z.string() })),
  }),
  ...change,
});

const like = { payload: z.object({ playlist_id: z.string() }), lane, waitsFor: noDependency } as const;

/** Takes somebody else's playlist into the person's library. */
export const playlistLike = defineAction({ kind: 'playlist.like', ...like });
export const playlistUnlike = defineAction({ kind: 'playlist.unlike', ...like });
