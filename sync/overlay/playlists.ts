import type { PendingAction } from '../action-types.ts';
import {
  playlistAdd,
  playlistCreate,
  playlistMove,
  playlistRemove,
  playlistUpdate,
} from '../model/actions/playlist-changes.ts';
import { inOrder } from '../model/playlist-order.ts';
import type { PlaylistLikeRow } from '../model/tables/playlist-likes.ts';
import type { PlaylistTrackRow } from '../model/tables/playlist-tracks.ts';
import { playlistVisibilities, type PlaylistVisibility } from '../model/playlist-visibility.ts';
import type { PlaylistRow } from '../model/tables/playlists.ts';
import type { PlaylistEntryView, PlaylistView } from '../view-types.ts';

export type PlaylistEntry = Omit<PlaylistEntryView, 'track' | 'isAbsent'>;

/** A playlist without its tracks' rows. */
export interface OwnPlaylist extends Omit<PlaylistView, 'entries'> {
  /** In order. */
  readonly entries: readonly PlaylistEntry[];
}

type Mutable = Omit<OwnPlaylist, 'entries'> & { entries: Map<string, PlaylistEntry> };

/**
 * The person's playlists with the queued actions applied as the server applies them (SY-1), so that devices which hold the same rows, and have
 * nothing queued, show the same.
 */
export function toPlaylists(
  rows: readonly PlaylistRow[],
  entryRows: readonly PlaylistTrackRow[],
  pending: readonly Pick<PendingAction, 'kind' | 'payload' | 'createdAt' | 'state'>[],
): ReadonlyMap<string, OwnPlaylist> {
  const shown = new Map<string, Mutable>();
  for (const { id, title, description, visibility, created_at: createdAt } of rows)
    shown.set(id, {
      id,
      title,
      description,
      visibility: toVisibility(visibility),
      createdAt,
      isPending: false,
      entries: new Map(),
    });
  for (const { id, playlist_id: playlistId, track_id: trackId, position } of entryRows)
    shown.get(playlistId)?.entries.set(id, { id, trackId, position, isPending: false });
  const deleted = new Map<string, Mutable>();
  for (const action of pending) if (action.state.kind !== 'dead') apply(shown, deleted, action);
  return new Map(
    [...shown].map(([id, playlist]) => [id, { ...playlist, entries: inOrder(playlist.entries.values()) }]),
  );
}

/** Ids of the playlists of others that the person likes, with the queued actions applied in order. */
export function toLiked(
  rows: readonly Pick<PlaylistLikeRow, 'playlist_id'>[],
  pending: readonly Pick<PendingAction, 'kind' | 'payload' | 'state'>[],
): ReadonlySet<string> {
  const liked = new Set(rows.map((row) => row.playlist_id));
  for (const { kind, payload, state } of pending) {
    if (state.kind === 'dead') continue;
    if (kind === 'playlist.like') liked.add(String(payload['playlist_id']));
    if (kind === 'playlist.unlike') liked.delete(String(payload['playlist_id']));
  }
  return liked;
}

/** A newer server may send an unknown visibility, which counts as `private`. */
function toVisibility(text: string): PlaylistVisibility {
  return playlistVisibilities.find((visibility) => visibility === text) ?? 'private';
}

function apply(
  shown: Map<string, Mutable>,
  deleted: Map<string, Mutable>,
  { kind, payload, createdAt }: Pick<PendingAction, 'kind' | 'payload' | 'createdAt'>,
): void {
  const playlistId = String(payload['playlist_id']);
  const playlist = shown.get(playlistId);
  if (kind === 'playlist.create') {
    const { success, data } = playlistCreate.payload.safeParse(payload);
    if (!success || playlist) return;
    const { playlist_id: id, title, visibility = 'private' } = data;
    const madeAt = new Date(createdAt).toISOString();
    shown.set(id, { id, title, description: '', visibility, createdAt: madeAt, isPending: true, entries: new Map() });
  }
  const restored = deleted.get(playlistId);
  if (kind === 'playlist.restore' && restored && !playlist) shown.set(playlistId, { ...restored, isPending: true });
  if (!playlist) return;
  const { entries } = playlist;
  if (kind === 'playlist.update') {
    const { success, data } = playlistUpdate.payload.safeParse(payload);
    if (!success) return;
    const { title = playlist.title, description = playlist.description, visibility = playlist.visibility } = data;
    shown.set(playlist.id, { ...playlist, title, description, visibility, isPending: true });
  }
  if (kind === 'playlist.delete') {
    shown.delete(playlist.id);
    deleted.set(playlist.id, playlist);
  }
  if (kind === 'playlist.add') {
    const add = playlistAdd.payload.safeParse(payload);
    for (const { id, track_id: trackId, position } of add.data?.entries ?? [])
      if (!entries.has(id)) entries.set(id, { id, trackId, position, isPending: true });
  }
  if (kind === 'playlist.remove') {
    const remove = playlistRemove.payload.safeParse(payload);
    for (const { id } of remove.data?.entries ?? []) entries.delete(id);
  }
  if (kind === 'playlist.move') {
    const move = playlistMove.payload.safeParse(payload);
    for (const { id, position } of move.data?.entries ?? []) {
      const entry = entries.get(id);
      if (entry && entry.position !== position) entries.set(id, { ...entry, position, isPending: true });
    }
  }
}
