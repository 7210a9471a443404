import type {
  AcknowledgedAction,
  PlaylistEntryView,
  PlaylistsApi,
  PlaylistView,
  Scope,
  TrackView,
} from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

export function entryOf(id: string, track: TrackView, change: Partial<PlaylistEntryView> = {}): PlaylistEntryView {
  return { id, trackId: track.id, position: id, track, isAbsent: false, isPending: false, ...change };
}

export function playlistOf(
  id: string,
  entries: readonly PlaylistEntryView[],
  change: Partial<PlaylistView> = {},
): PlaylistView {
  return {
    id,
    title: id,
    description: '',
    visibility: 'private',
    createdAt: '2027-01-01T00:00:00Z',
    isPending: false,
    entries,
    ...change,
  };
}

/** Playlists in memory, whose changes show at once. `calls`: the changes that the page requested. */
export function scriptedPlaylists(playlists: readonly PlaylistView[], tracks: readonly TrackView[] = []) {
  const all = createLive(playlists);
  const calls: unknown[][] = [];
  const deleted = new Map<string, PlaylistView>();
  let made = 0;
  const change = (id: string, next: (playlist: PlaylistView) => PlaylistView) =>
    all.set(all.get().map((each) => (each.id === id ? next(each) : each)));
  const changeEntries = (id: string, next: (entries: readonly PlaylistEntryView[]) => readonly PlaylistEntryView[]) =>
    change(id, (playlist) => ({ ...playlist, entries: next(playlist.entries) }));
  const liked = createLive<ReadonlySet<string>>(new Set());
  const api: PlaylistsApi = {
    all,
    liked,
    entriesOf: (ids) =>
      createLive(
        ids.map((trackId, at) => {
          const track = tracks.find(({ id }) => id === trackId) ?? null;
          return { id: `${at}`, trackId, position: '', track, isAbsent: track === null, isPending: false };
        }),
      ),
    async setLiked(id, isLiked) {
      calls.push(['setLiked', id, isLiked]);
      const next = new Set(liked.get());
      if (isLiked) next.add(id);
      else next.delete(id);
      liked.set(next);
    },
    async create(title) {
      calls.push(['create', title]);
      const id = `made ${++made}`;
      all.set([playlistOf(id, [], { title, isPending: true }), ...all.get()]);
      return id;
    },
    async update(id, changes) {
      calls.push(['update', id, changes]);
      change(id, (playlist) => ({ ...playlist, ...changes }));
    },
    async delete(id) {
      calls.push(['delete', id]);
      for (const playlist of all.get() ?? []) if (playlist.id === id) deleted.set(id, playlist);
      all.set(all.get().filter((playlist) => playlist.id !== id));
    },
    async restore(id) {
      calls.push(['restore', id]);
      const playlist = deleted.get(id);
      if (playlist) all.set([playlist, ...all.get()]);
    },
    async add(id, trackIds) {
      calls.push(['add', id, trackIds]);
      const added = trackIds.flatMap((trackId) => {
        const track = tracks.find((each) => each.id === trackId);
        return track ? [entryOf(`entry ${++made}`, track, { isPending: true })] : [];
      });
      changeEntries(id, (entries) => [...entries, ...added]);
    },
    async remove(id, entryIds) {
      calls.push(['remove', id, entryIds]);
      changeEntries(id, (entries) => entries.filter((entry) => !entryIds.includes(entry.id)));
    },
    async putBack(id, entries) {
      calls.push(['putBack', id, entries.map((entry) => entry.id)]);
      changeEntries(id, (present) => [...present, ...entries].sort((a, b) => (a.position < b.position ? -1 : 1)));
    },
    async move(id, entryId, followers) {
      calls.push(['move', id, entryId, followers]);
      changeEntries(id, (entries) => {
        const others = entries.filter((entry) => entry.id !== entryId);
        const index = others.findIndex((entry) => followers.includes(entry.id));
        return others.toSpliced(index < 0 ? others.length : index, 0, ...entries.filter(({ id }) => id === entryId));
      });
    },
  };
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const texts = new Map<string, string>();
  const scopeParts: Pick<Scope, 'playlists' | 'onAcknowledged' | 'device'> = {
    device: {
      get: () => Promise.resolve(undefined),
      put: () => Promise.resolve(),
      text: (key) => texts.get(key) ?? null,
      setText: (key, value) => Boolean(texts.set(key, value)),
    },
    playlists: async () => api,
    onAcknowledged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const refuse = (message: string) => {
    const action = { id: 'action', kind: 'playlist.add', payload: {}, occurredAt: '2027-01-01T00:00:00Z' } as const;
    for (const listener of listeners) listener({ ...action, status: 'rejected', result: { code: 'no', message } });
  };
  return { api, all, calls, scopeParts, refuse };
}
