import type { BackendConfig } from '../environment.ts';
import type { Live } from '../answers.ts';
import type { ExploreView, MyShare, TrackView } from '../view-types.ts';
import { exploreKey, isShown } from '../model/sort-keys.ts';
import { readRow } from '../model/tables.ts';
import type { TrackRow } from '../model/tables/tracks.ts';
import { createDerived, forget, sameList } from './derived.ts';
import { fold } from './fold.ts';
import { createLive, type LiveValue } from './live.ts';
import { mediaAddress } from './media-address.ts';
import { byTime, createTrackGroups } from './track-groups.ts';
import { patchOrdered } from './ordered-list.ts';
import { createRevisions, type RowChange } from './row-store.ts';
import { changedTracks, noOverlay, type TrackOverlay } from './tracks.ts';

/** One track in memory. `key` orders it in Explore; the id makes it unique. */
interface Entry {
  key: string;
  /** The server's row; the view lies over it. */
  row: TrackRow;
  view: TrackView;
  /** Deleted on this device: no list and no single view has it. */
  isRemoved: boolean;
  isShown: boolean;
  folded: string | null;
}

interface ExploreList {
  filter: { search: string; genre: string | null };
  live: LiveValue<ExploreView>;
  /** What the interface holds: brings itself up to date when it is read. */
  door: Live<ExploreView>;
  /** Entries and state that `live` was made from. */
  madeFrom: { shown: readonly Entry[]; state: ExploreView['state']; total: number };
}

/** The group of the tracks that are on the radio. */
const RADIO = 'radio';

/**
 * The whole catalogue in memory, in the order of Explore, changed row by row as the replica changes. A `TrackView` stays
 * the same object until something in it changes.
 */
export interface Catalogue {
  /** Takes changes in. What is not newer than what was seen is dropped. */
  offer(changes: readonly RowChange[]): void;
  /** Takes a slice of many rows in: single views have it at once, lists with `settle` or the next other change. */
  offerSlice(changes: readonly RowChange[]): void;
  settle(): void;
  /** How much is there, and the server's number of tracks while it is not all. */
  setState(state: ExploreView['state'], total: number): void;
  /** What lies over the rows now. */
  setOverlay(overlay: TrackOverlay): void;
  /** Tracks of this device that the server does not have yet; they show in single views only. */
  setCreated(rows: readonly TrackRow[]): void;
  explore(filter: { search: string; genre: string | null }): Live<ExploreView>;
  track(id: string): Live<TrackView | null>;
  /** Every track of this person that the replica has, newest first, those that wait to be created among them. */
  tracksOf(userId: string): Live<readonly TrackView[]>;
  /** Public tracks that are sponsored, the last sponsored first: the radio's queue (S-19). */
  sponsored: Live<readonly TrackView[]>;
  get(id: string): TrackView | null;
  /** What `tracksOf` shows, at this moment. */
  byArtist(userId: string): readonly TrackView[];
  state(): ExploreView['state'];
  reset(): void;
}

/** @param derived what is made from tracks; told when the lists are */
export function createCatalogue(
  config: BackendConfig,
  onMissing: (id: string) => void,
  derived = createDerived(),
): Catalogue {
  const revisions = createRevisions();
  let entries = new Map<string, Entry>();
  let created = new Map<string, TrackView>();
  let shown: readonly Entry[] = [];
  /** What changed since `shown` was made, with the entry that it was made from. */
  const unplaced = new Map<string, Entry | undefined>();
  let state: ExploreView['state'] = 'empty';
  let total = 0;
  let overlay: TrackOverlay = noOverlay;
  const lists = new Map<string, ExploreList>();
  const singles = new Map<string, LiveValue<TrackView | null>>();
  const byArtist = createTrackGroups(
    (view) => view.user_id,
    byTime((view) => view.created_at),
  );
  const onRadio = createTrackGroups(
    (view) => (view.is_public && view.sponsored ? RADIO : null),
    byTime((view) => view.sponsored_at),
  );
  const noTracks: readonly TrackView[] = [];
  const tracksOf = derived.family(noTracks, (userId: string) => byArtist.of(userId));
  const sponsored = derived.one(noTracks, () => onRadio.of(RADIO));

  const edited = (row: TrackRow): TrackRow => ({ ...row, ...overlay.edits.get(row.id) });

  const toView = (row: TrackRow): TrackView => ({
    ...edited(row),
    audioSrc: mediaAddress(config, 'tracks', row.audio_url),
    coverSrc: row.cover_url === null ? null : mediaAddress(config, 'covers', row.cover_url),
    playedToday: overlay.plays.has(row.id),
    myVote: overlay.votes.get(row.id) ?? null,
    myShare: overlay.shares.get(row.id) ?? notShared,
    isEdited: overlay.edits.has(row.id),
  });

  const toEntry = (row: TrackRow): Entry => {
    const isRemoved = overlay.removed.has(row.id);
    return {
      key: exploreKey(edited(row)) + row.id,
      row,
      view: toView(row),
      isRemoved,
      isShown: isShown(edited(row)) && !isRemoved,
      folded: null,
    };
  };

  const viewOf = (id: string) => {
    const entry = entries.get(id);
    if (entry) return entry.isRemoved ? null : entry.view;
    return overlay.removed.has(id) ? null : (created.get(id) ?? null);
  };

  /** Puts what shows of a track now where it is looked for. */
  const showTrack = (id: string) => {
    const view = viewOf(id);
    byArtist.set(id, view);
    onRadio.set(id, view);
    singles.get(id)?.set(view);
  };

  /** Puts new entries in the place of old ones, null for those that go. */
  const enter = (changes: ReadonlyMap<string, Entry | null>) => {
    for (const [id, next] of changes) {
      if (!unplaced.has(id)) unplaced.set(id, entries.get(id));
      if (next) entries.set(id, next);
      else entries.delete(id);
    }
    for (const id of changes.keys()) showTrack(id);
  };

  const place = () => {
    const removed: Entry[] = [];
    const added: Entry[] = [];
    for (const [id, old] of unplaced) {
      const next = entries.get(id);
      if (old?.isShown) removed.push(old);
      if (next?.isShown) added.push(next);
    }
    unplaced.clear();
    if (removed.length + added.length > 0) shown = patchOrdered(shown, removed, added);
  };

  const tell = (ids: Iterable<string>) => {
    for (const id of ids) showTrack(id);
    tellLists();
  };

  const tellLists = () => {
    place();
    for (const list of lists.values()) if (list.live.subscribed) refresh(list);
    derived.changed();
  };

  /** The entries that these rows make. */
  const read = (changes: readonly RowChange[]) => {
    const next = new Map<string, Entry | null>();
    for (const change of changes) {
      if (!revisions.take(change)) continue;
      const { id, row } = change;
      const track = row && readRow('tracks', row);
      if (track) next.set(id, toEntry(track));
      else if (!row && (entries.has(id) || next.has(id))) next.set(id, null);
    }
    return next;
  };

  const refresh = (list: ExploreList) => {
    const { madeFrom } = list;
    if (madeFrom.shown === shown && madeFrom.state === state && madeFrom.total === total) return;
    list.madeFrom = { shown, state, total };
    list.live.set(makeView(list.filter, list.live.get()));
  };

  const makeView = (filter: ExploreList['filter'], before: ExploreView | null): ExploreView => {
    const search = fold(filter.search.trim());
    const isFiltered = search !== '' || filter.genre !== null;
    const found = isFiltered ? shown.filter((entry) => matches(entry, search, filter.genre)) : shown;
    const tracks = found.map((entry) => entry.view);
    const count = state === 'first' && !isFiltered ? Math.max(total, tracks.length) : tracks.length;
    const list = sameList(before?.tracks ?? [], tracks);
    if (before && before.state === state && before.total === count && before.tracks === list) return before;
    return { state, tracks: list, total: count };
  };

  const catalogue: Catalogue = {
    offer(changes) {
      const next = read(changes);
      enter(next);
      if (next.size > 0) tellLists();
    },

    offerSlice: (changes) => enter(read(changes)),

    settle() {
      if (unplaced.size > 0) tellLists();
    },

    setState(next, count) {
      if (state === next && total === count) return;
      state = next;
      total = count;
      tell([]);
    },

    setOverlay(next) {
      const changed = changedTracks(overlay, next);
      overlay = next;
      if (changed.length === 0) return;
      const entered = changed.flatMap((id): [string, Entry][] => {
        const old = entries.get(id);
        return old ? [[id, toEntry(old.row)]] : [];
      });
      const own = changed.filter((id) => created.has(id));
      for (const id of own) {
        const view = created.get(id);
        if (view) created.set(id, toView(view));
      }
      enter(new Map(entered));
      if (entered.length + own.length > 0) tell(own);
    },

    setCreated(rows) {
      const ids = new Set([...created.keys(), ...rows.map((row) => row.id)]);
      created = new Map(rows.map((row) => [row.id, toView(row)]));
      if (ids.size > 0) tell(ids);
    },

    explore(filter) {
      const key = JSON.stringify([filter.search.trim(), filter.genre]);
      let list = lists.get(key);
      if (!list) {
        forget(lists, (one) => one.live.subscribed);
        const live = createLive(makeView(filter, null));
        const made: ExploreList = {
          filter: { search: filter.search, genre: filter.genre },
          live,
          door: {
            get() {
              refresh(made);
              return live.get();
            },
            subscribe: (onChange) => live.subscribe(onChange),
          },
          madeFrom: { shown, state, total },
        };
        list = made;
        lists.set(key, made);
      }
      return list.door;
    },

    track(id) {
      let live = singles.get(id);
      if (!live) {
        forget(singles, (one) => one.subscribed);
        live = createLive(viewOf(id));
        singles.set(id, live);
      }
      if (live.get() === null && state !== 'complete') onMissing(id);
      return live;
    },

    tracksOf,
    sponsored,

    get: viewOf,
    byArtist: (userId) => byArtist.of(userId),
    state: () => state,

    reset() {
      revisions.reset();
      entries = new Map();
      unplaced.clear();
      created = new Map();
      shown = [];
      state = 'empty';
      total = 0;
      overlay = noOverlay;
      byArtist.reset();
      onRadio.reset();
      tell(singles.keys());
    },
  };
  return catalogue;
}

const notShared: MyShare = { isShared: false, sharedAt: null, isPending: false };

function matches(entry: Entry, search: string, genre: string | null): boolean {
  if (genre !== null && entry.row.genre !== genre) return false;
  if (search === '') return true;
  entry.folded ??= `${fold(entry.view.title)}\n${fold(entry.view.artist_name)}`;
  return entry.folded.includes(search);
}
