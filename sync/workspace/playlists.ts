import type { PlaylistsApi, Scope } from '../api.ts';
import type { Live } from '../answers.ts';
import type { PendingAction } from '../action-types.ts';
import { place, type Placed } from '../model/playlist-order.ts';
import type { RowOf } from '../model/tables.ts';
import { uuidV7 } from '../outbox/uuid.ts';
import { sameFields, sameList } from '../overlay/derived.ts';
import { newestFirst as newest } from '../overlay/ordered-list.ts';
import { toLiked, toPlaylists, type OwnPlaylist, type PlaylistEntry } from '../overlay/playlists.ts';
import type { PlaylistEntryView, PlaylistView } from '../view-types.ts';
import { followRows, type RowSource } from './follow-rows.ts';
import type { Views } from './views.ts';

/** Most entries of one action: the server refuses more. */
const MAX_ENTRIES = 100;

export interface PlaylistsInput extends RowSource {
  views: Pick<Views, 'derived' | 'smallRows' | 'pending' | 'catalogue' | 'isAbsent' | 'isFilled'>;
  enqueue: Scope['enqueue'];
  /** In ms since the epoch. */
  now(): number;
}

export interface Playlists extends PlaylistsApi {
  /** Ids of the tracks in each playlist, also of entries whose removal the server has not acknowledged. */
  trackIds: Live<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Reads the entries of all playlists, and follows their changes until the scope closes. Resolves once they have been read; rejects if they cannot
 * be read.
 */
export async function openPlaylists({ database, views, enqueue, onClose, now }: PlaylistsInput): Promise<Playlists> {
  const { derived, catalogue } = views;
  let rows: readonly RowOf<'playlist_tracks'>[] = [];
  let shown: ReadonlyMap<string, OwnPlaylist> = new Map();
  let madeFrom: readonly unknown[] = [];

  const current = (): ReadonlyMap<string, OwnPlaylist> => {
    const from = [views.smallRows().playlists, rows, views.pending.get()] as const;
    if (from.some((part, at) => part !== madeFrom[at])) {
      madeFrom = from;
      shown = toPlaylists(from[0], from[1], from[2].filter(isOfPlaylist));
    }
    return shown;
  };

  const withTrack = (own: PlaylistEntry, before: PlaylistEntryView | undefined): PlaylistEntryView => {
    const entry = { ...own, track: catalogue.get(own.trackId), isAbsent: views.isAbsent(own.trackId) };
    return sameFields(before ?? entry, entry);
  };
  const toView = (playlist: OwnPlaylist, before: PlaylistView | undefined): PlaylistView => {
    const previous = new Map(before?.entries.map((entry) => [entry.id, entry]));
    const entries = playlist.entries.map((entry) => withTrack(entry, previous.get(entry.id)));
    const view: PlaylistView = { ...playlist, entries: sameList(before?.entries ?? [], entries) };
    return sameFields(before ?? view, view);
  };
  const all = derived.single<readonly PlaylistView[]>([], (before) => {
    const previous = new Map(before.map((view) => [view.id, view]));
    const views = [...current().values()].map((playlist) => toView(playlist, previous.get(playlist.id)));
    return sameList(before, views.sort(newestFirst));
  });
  const trackIds = derived.single<ReadonlyMap<string, readonly string[]>>(new Map(), (before) => {
    const ids = new Map<string, Set<string>>();
    const add = (playlistId: string, trackId: string) => {
      const known = ids.get(playlistId) ?? new Set();
      ids.set(playlistId, known.add(trackId));
    };
    for (const row of rows) add(row.playlist_id, row.track_id);
    for (const { id, entries } of current().values()) for (const { trackId } of entries) add(id, trackId);
    return new Map([...ids].map(([id, tracks]) => [id, sameList(before.get(id) ?? [], [...tracks])]));
  });

  const entriesOf = derived.family<readonly string[], readonly PlaylistEntryView[]>([], (trackIds, before) => {
    // A playlist may contain a track twice. An entry's id stays when the owner adds, removes or moves other tracks.
    const counts = new Map<string, number>();
    const entries = trackIds.map((trackId, at) => {
      const nth = (counts.get(trackId) ?? 0) + 1;
      counts.set(trackId, nth);
      return withTrack({ id: `${nth} ${trackId}`, trackId, position: '', isPending: false }, before[at]);
    });
    return sameList(before, entries);
  });
  const liked = derived.single<ReadonlySet<string>>(new Set(), (before) => {
    const next = toLiked(views.smallRows().playlist_likes, views.pending.get());
    return before.size === next.size && [...next].every((id) => before.has(id)) ? before : next;
  });

  await followRows({ database, views, onClose }, 'playlist_tracks', (next) => {
    rows = next;
    derived.changed();
  });

  const ownEntries = (id: string): readonly PlaylistEntry[] => current().get(id)?.entries ?? [];
  const inParts = async <E>(entries: readonly E[], queue: (part: E[]) => Promise<unknown>) => {
    for (let at = 0; at < entries.length; at += MAX_ENTRIES) await queue(entries.slice(at, at + MAX_ENTRIES));
  };
  const queueMoves = (id: string, placed: readonly Placed[]) =>
    inParts(placed, (entries) => enqueue('playlist.move', { playlist_id: id, entries }));
  const queueAdditions = (id: string, entries: readonly (Placed & { trackId: string })[]) =>
    inParts(entries, (part) =>
      enqueue('playlist.add', {
        playlist_id: id,
        entries: part.map(({ id: entryId, trackId, position }) => ({ id: entryId, track_id: trackId, position })),
      }),
    );

  return {
    all,
    liked,
    entriesOf,
    trackIds,
    async setLiked(id, isLiked) {
      await enqueue(isLiked ? 'playlist.like' : 'playlist.unlike', { playlist_id: id });
    },
    async create(title) {
      const id = uuidV7(now());
      await enqueue('playlist.create', { playlist_id: id, title });
      return id;
    },
    async update(id, changes) {
      await enqueue('playlist.update', { playlist_id: id, ...changes });
    },
    async delete(id) {
      await enqueue('playlist.delete', { playlist_id: id });
    },
    async restore(id) {
      await enqueue('playlist.restore', { playlist_id: id });
    },
    async add(id, trackIds, index) {
      const entries = ownEntries(id);
      const { positions, moved } = place(entries, index ?? entries.length, trackIds.length);
      await queueMoves(id, moved);
      const added = trackIds.map((trackId, at) => ({ id: uuidV7(now()), trackId, position: positions[at] ?? '' }));
      await queueAdditions(id, added);
    },
    remove: (id, entryIds) =>
      inParts(entryIds, (part) =>
        enqueue('playlist.remove', { playlist_id: id, entries: part.map((entryId) => ({ id: entryId })) }),
      ),
    putBack: (id, entries) => queueAdditions(id, entries),
    async move(id, entryId, followers) {
      const others = ownEntries(id).filter((entry) => entry.id !== entryId);
      const indexes = new Map(others.map((entry, index) => [entry.id, index]));
      const follower = followers.find((each) => indexes.has(each)) ?? '';
      const { positions, moved } = place(others, indexes.get(follower) ?? others.length, 1);
      await queueMoves(id, [...moved, { id: entryId, position: positions[0] ?? '' }]);
    },
  };
}

const newestFirst = newest<PlaylistView>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
);

const isOfPlaylist = ({ kind }: PendingAction) => kind.startsWith('playlist.');
