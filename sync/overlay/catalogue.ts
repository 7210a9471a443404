import type { BackendConfig } from '../environment.ts';
import type { Live } from '../answers.ts';
import type { Position } from '../model/position.ts';
import type { ExploreView, MyFavourite, MyShare, ProfileView, TrackView } from '../view-types.ts';
import { exploreKey, isInExplore } from '../model/sort-keys.ts';
import { readRow } from '../model/tables.ts';
import type { TrackRow } from '../model/tables/tracks.ts';
import { evictUnwatched, type Derived } from './derived.ts';
import { createExploreLists, type ExploreFilter, type MoreRequest } from './explore-lists.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';
import { createTrackGroups } from './track-groups.ts';
import { newestFirst, patchOrdered } from './ordered-list.ts';
import { createRevisions, type RowChange } from './row-store.ts';
import type { Searchable } from './searchable.ts';
import { searchText } from '../model/search-words.ts';
import { changedTracks, noOverlay, type TrackOverlay } from './tracks.ts';

/** `key` orders tracks in Explore; the id makes it unique. */
interface Entry extends Searchable {
  key: string;
  /** Without the overlay. */
  row: TrackRow;
  view: TrackView;
  /** Whether the track's deletion is queued. */
  isRemoved: boolean;
  isShown: boolean;
}

/** The only group of `onRadio`. */
const RADIO = 'radio';

/** The catalogue in the order of Explore. A `TrackView` stays the same object until a field changes. */
export interface Catalogue {
  /** Applies changes, except those that are not newer than the known row. */
  apply(changes: readonly RowChange[]): void;
  /** Like `apply`, for a slice of a page: single views update at once, lists at the next `settle` or `apply`. */
  applySlice(changes: readonly RowChange[]): void;
  /** Updates the lists after `applySlice` and `rename`. */
  settle(): void;
  /** `total` is the server's number of tracks, for an incomplete catalogue. */
  setState(state: ExploreView['state'], total: number): void;
  setShelfEnd(end: Position | null): void;
  /** Whether Explore continues beyond the device (SY-36). Then a public track may be missing although the state is 'complete'. */
  isCut(): boolean;
  setOverlay(overlay: TrackOverlay): void;
  /** Updates names on tracks (S-43); `settle` updates the lists. */
  rename(userIds: Iterable<string>): void;
  /** Sets the tracks that the server does not have yet. Only single views and `tracksOf` show them. */
  setCreated(rows: readonly TrackRow[]): void;
  explore(filter: ExploreFilter): Live<ExploreView>;
  beginMore(filter: ExploreFilter): MoreRequest | null;
  track(id: string): Live<TrackView | null>;
  /** Newest first, including queued creations. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /** The radio's queue: public sponsored tracks, the most recently sponsored first (S-19). */
  sponsored(filter: ExploreFilter): Live<ExploreView>;
  get(id: string): TrackView | null;
  /** Whether the track is known, also as a queued creation or while its deletion is queued. */
  has(id: string): boolean;
  byArtist(userId: string): readonly TrackView[];
  state(): ExploreView['state'];
  reset(): void;
}

export function createCatalogue(
  config: BackendConfig,
  onMissing: (id: string) => void,
  derived: Derived,
  nameOf: (userId: string) => string | null,
  profileOf: (userId: string) => ProfileView | null,
): Catalogue {
  const revisions = createRevisions();
  let entries = new Map<string, Entry>();
  let created = new Map<string, TrackView>();
  let shown: readonly Entry[] = [];
  /** Previous entries of the tracks that changed since `shown` was computed. */
  const unordered = new Map<string, Entry | undefined>();
  let state: ExploreView['state'] = 'empty';
  let total = 0;
  let overlay: TrackOverlay = noOverlay;
  let shelfEnd: Position | null = null;
  // A search on the server may find people whom this person has blocked, and their tracks (S-47).
  const found = {
    track(id: string) {
      const view = viewOf(id);
      return view && overlay.hidden.has(view.user_id) ? null : view;
    },
    profile: (id: string) => (overlay.hidden.has(id) ? null : profileOf(id)),
  };
  const lists = createExploreLists(() => ({ shown, state, total, shelfEnd }), found);
  const singles = new Map<string, LiveValue<TrackView | null>>();
  const byArtist = createTrackGroups<TrackView>(
    (view) => view.user_id,
    newestFirst(
      (view) => view.created_at,
      (view) => view.id,
    ),
  );
  const onRadio = createTrackGroups<Entry>(
    ({ view }) => (view.is_public && view.sponsored ? RADIO : null),
    newestFirst(
      ({ view }) => view.sponsored_at ?? '',
      ({ view }) => view.id,
    ),
  );
  // All sponsored tracks are on the shelf.
  const sponsored = createExploreLists(() => ({ shown: onRadio.of(RADIO), state, total: 0, shelfEnd: null }), found);
  const noTracks: readonly TrackView[] = [];
  const tracksOf = derived.family(noTracks, (userId: string) => byArtist.of(userId));

  const edited = (row: TrackRow): TrackRow => ({ ...row, ...overlay.edits.get(row.id) });

  const toView = (row: TrackRow): TrackView => ({
    ...edited(row),
    artist_name: nameOf(row.user_id) || row.artist_name,
    credited_as: row.artist_name,
    audioSrc: mediaAddress(config, 'tracks', row.audio_url),
    coverSrc: row.cover_url === null ? null : mediaAddress(config, 'covers', row.cover_url),
    playedToday: overlay.plays.has(row.id),
    myVote: overlay.votes.get(row.id) ?? null,
    myShare: overlay.shares.get(row.id) ?? notShared,
    myFavourite: overlay.favourites.get(row.id) ?? noFavourite,
    isEdited: overlay.edits.has(row.id),
  });

  const toEntry = (row: TrackRow): Entry => {
    const isRemoved = overlay.removed.has(row.id);
    const shownRow = edited(row);
    const view = toView(row);
    return {
      key: exploreKey(shownRow) + row.id,
      row,
      view,
      isRemoved,
      isShown: isInExplore(shownRow) && !isRemoved && !overlay.hidden.has(row.user_id),
      ...searchText([view.title, view.artist_name, view.credited_as, view.genre]),
      words: null,
    };
  };

  const viewOf = (id: string) => {
    const entry = entries.get(id);
    if (entry) return entry.isRemoved ? null : entry.view;
    return overlay.removed.has(id) ? null : (created.get(id) ?? null);
  };

  const showTrack = (id: string) => {
    const view = viewOf(id);
    byArtist.set(id, view);
    const entry = entries.get(id);
    onRadio.set(id, entry && view && !overlay.hidden.has(view.user_id) ? entry : null);
    singles.get(id)?.set(view);
  };

  const replaceEntries = (changes: ReadonlyMap<string, Entry | null>) => {
    for (const [id, next] of changes) {
      if (!unordered.has(id)) unordered.set(id, entries.get(id));
      if (next) entries.set(id, next);
      else entries.delete(id);
    }
    for (const id of changes.keys()) showTrack(id);
  };

  const updateOrder = () => {
    const removed: Entry[] = [];
    const added: Entry[] = [];
    for (const [id, old] of unordered) {
      const next = entries.get(id);
      if (old?.isShown) removed.push(old);
      if (next?.isShown) added.push(next);
    }
    unordered.clear();
    if (removed.length + added.length > 0) shown = patchOrdered(shown, removed, added);
  };

  const notify = (ids: Iterable<string>) => {
    for (const id of ids) showTrack(id);
    notifyLists();
  };

  const notifyLists = () => {
    updateOrder();
    lists.refresh();
    sponsored.refresh();
    derived.changed();
  };

  const toEntries = (changes: readonly RowChange[]) => {
    const next = new Map<string, Entry | null>();
    for (const change of changes) {
      if (!revisions.record(change)) continue;
      const { id, row } = change;
      const track = row && readRow('tracks', row);
      if (track) next.set(id, toEntry(track));
      else if (!row) next.set(id, null);
    }
    return next;
  };

  const catalogue: Catalogue = {
    apply(changes) {
      const next = toEntries(changes);
      replaceEntries(next);
      if (next.size > 0) notifyLists();
    },

    applySlice: (changes) => replaceEntries(toEntries(changes)),

    settle() {
      if (unordered.size > 0) notifyLists();
    },

    setState(next, count) {
      if (state === next && total === count) return;
      state = next;
      total = count;
      notifyLists();
    },

    setShelfEnd(end) {
      if (JSON.stringify(end) === JSON.stringify(shelfEnd)) return;
      shelfEnd = end;
      notifyLists();
    },
    isCut: () => shelfEnd !== null,

    setOverlay(next) {
      const toggled = [...overlay.hidden, ...next.hidden].filter(
        (userId) => overlay.hidden.has(userId) !== next.hidden.has(userId),
      );
      const theirTracks = toggled.flatMap((userId) => byArtist.of(userId).map((view) => view.id));
      const changed = new Set([...changedTracks(overlay, next), ...theirTracks]);
      overlay = next;
      const replaced = new Map<string, Entry>();
      const createdIds: string[] = [];
      for (const id of changed) {
        const entry = entries.get(id);
        if (entry) replaced.set(id, toEntry(entry.row));
        const view = created.get(id);
        if (!view) continue;
        created.set(id, toView({ ...view, artist_name: view.credited_as }));
        createdIds.push(id);
      }
      replaceEntries(replaced);
      if (replaced.size + createdIds.length > 0) notify(createdIds);
    },

    rename(userIds) {
      const replaced = new Map<string, Entry>();
      for (const userId of userIds)
        for (const view of byArtist.of(userId)) {
          const entry = entries.get(view.id);
          if (entry && view.artist_name !== (nameOf(userId) || view.credited_as))
            replaced.set(view.id, toEntry(entry.row));
        }
      replaceEntries(replaced);
    },

    setCreated(rows) {
      const ids = new Set([...created.keys(), ...rows.map((row) => row.id)]);
      created = new Map(rows.map((row) => [row.id, toView(row)]));
      if (ids.size > 0) notify(ids);
    },

    explore: (filter) => lists.of(filter),
    beginMore: (filter) => lists.beginMore(filter),

    track(id) {
      let live = singles.get(id);
      if (!live) {
        evictUnwatched(singles, ({ subscribed }) => subscribed);
        live = createLive(viewOf(id));
        singles.set(id, live);
      }
      if (live.get() === null && state !== 'complete') onMissing(id);
      return live;
    },

    tracksOf,
    sponsored: (filter) => sponsored.of(filter),

    get: viewOf,
    has: (id) => entries.has(id) || created.has(id),
    byArtist: (userId) => byArtist.of(userId),
    state: () => state,

    reset() {
      revisions.reset();
      entries = new Map();
      unordered.clear();
      created = new Map();
      shown = [];
      state = 'empty';
      total = 0;
      lists.reset();
      overlay = noOverlay;
      byArtist.reset();
      onRadio.reset();
      notify(singles.keys());
    },
  };
  return catalogue;
}

const noFavourite: MyFavourite = { isFavourite: false, favouritedAt: null, isPending: false };
const notShared: MyShare = { isShared: false, sharedAt: null, isPending: false };
