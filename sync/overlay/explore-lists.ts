import type { Live } from '../answers.ts';
import type { Position } from '../model/position.ts';
import type { Beyond, BeyondFound, ExploreView, ProfileView, TrackView } from '../view-types.ts';
import { evictUnwatched, sameFields, sameList } from './derived.ts';
import { keyAt, type Extent, type Found } from './explore-extent.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import { SEARCH_ROWS, type Visit, type VisitResponse } from '../model/visit.ts';
import { indexFor } from './ordered-list.ts';
import type { Searchable } from './searchable.ts';
import { termsOf } from '../model/search-words.ts';
import { createSearch } from './track-search.ts';

export interface ExploreFilter {
  search: string;
  genre: string | null;
}

/** What the lists are computed from. */
export interface ExploreSource {
  /** In the order of their keys; a new array after each change. */
  shown: readonly (Searchable & { key: string; view: TrackView })[];
  state: ExploreView['state'];
  /** The server's number of tracks while not all are loaded. */
  total: number;
  /** Explore's last track on the shelf; null if all are on it (SY-36). */
  shelfEnd: Position | null;
}

export interface FoundViews {
  track(id: string): TrackView | null;
  profile(id: string): ProfileView | null;
}

/** A pending request for rows beyond a list. */
export interface MoreRequest {
  what: Visit;
  /** `apply` adds the answer's rows to the catalogue. */
  answered(answer: VisitResponse, apply: () => void): void;
  failed(): void;
}

interface List {
  filter: ExploreFilter;
  live: LiveValue<ExploreView>;
  watched: Live<ExploreView>;
  /** Null if `live` must be computed again. */
  computedFrom: ExploreSource | null;
  /** Null before the first request beyond the list. */
  extent: Extent | null;
}

export interface ExploreLists {
  /** The same filter gives the same Live while the Live is watched. */
  of(filter: ExploreFilter): Live<ExploreView>;
  /** Computes the watched lists again. */
  refresh(): void;
  /** Begins the request of a list's next page, a search or a search's next rows; null if nothing lies beyond, or while one is pending. */
  beginMore(filter: ExploreFilter): MoreRequest | null;
  reset(): void;
}

export function createExploreLists(source: () => ExploreSource, views: FoundViews): ExploreLists {
  const lists = new Map<string, List>();
  const search = createSearch<ExploreSource['shown'][number]>(() => {
    for (const list of lists.values()) list.computedFrom = null;
    refreshWatched();
  });

  const refresh = (list: List) => {
    const now = source();
    if (list.computedFrom && sameFields(list.computedFrom, now) === list.computedFrom) return;
    list.computedFrom = now;
    list.live.set(makeView(list, now));
  };
  const refreshWatched = () => {
    for (const list of lists.values()) if (list.live.subscribed) refresh(list);
  };

  const foundView = (found: Found, before: BeyondFound | null): BeyondFound => {
    const tracks = found.trackIds.slice(0, found.sent).flatMap((id) => views.track(id) ?? []);
    const people = found.people.flatMap(({ id, tracks: trackCount }) => {
      const profile = views.profile(id);
      if (!profile) return [];
      const person = { profile, trackCount };
      const previous = before?.people.find((one) => one.profile.id === id);
      return previous ? [sameFields(previous, person)] : [person];
    });
    const { match, total } = found;
    if (!before) return { match, total, tracks, people };
    return sameFields(before, {
      match,
      total,
      tracks: sameList(before.tracks, tracks),
      people: sameList(before.people, people),
    });
  };
  const beyondOf = ({ extent, live }: List, { state, shelfEnd }: ExploreSource): Beyond => {
    if (state !== 'complete' || shelfEnd === null) return nothingBeyond;
    const before = live.get().beyond;
    const found = extent?.found ?? null;
    const isAtEnd = found ? found.sent >= found.trackIds.length : extent?.end === null;
    return sameFields(before, {
      state: isAtEnd ? 'none' : (extent?.state ?? 'more'),
      found: found && foundView(found, before.found),
    });
  };

  /** The list up to the end of its fetched pages, or else of the shelf. Beyond that, the device may lack tracks in between. */
  const withoutGap = ({ extent }: List, { shown, state, shelfEnd }: ExploreSource) => {
    const end = extent ? extent.end : shelfEnd;
    if (state !== 'complete' || shelfEnd === null || end === null) return shown;
    const key = keyAt(end);
    const at = indexFor(shown, key);
    return shown.slice(0, shown[at]?.key === key ? at + 1 : at);
  };

  const makeView = (list: List, now: ExploreSource): ExploreView => {
    const { filter, extent, live } = list;
    const { state, total } = now;
    const before = live.get();
    const terms = termsOf(filter.search);
    const isSearch = terms.length > 0;
    const all = isSearch ? now.shown : withoutGap(list, now);
    const inGenre = filter.genre === null ? all : all.filter(({ view }) => view.genre === filter.genre);
    const { match, highlights, entries } = search.find(inGenre, terms);
    // Tracks fetched by this search are listed below, so that nothing above them moves.
    const fetched = new Set(extent?.found?.trackIds);
    const onDevice = fetched.size === 0 ? entries : entries.filter(({ view }) => !fetched.has(view.id));
    const tracks = onDevice.map(({ view }) => view);
    const isFiltered = isSearch || filter.genre !== null;
    return sameFields(before, {
      state,
      match,
      highlights: sameList(before.highlights, highlights),
      tracks: sameList(before.tracks, tracks),
      total: state === 'first' && !isFiltered ? Math.max(total, tracks.length) : tracks.length,
      beyond: beyondOf(list, now),
    });
  };

  const extend = (list: List, extent: Extent | null) => {
    list.extent = extent;
    list.computedFrom = null;
  };
  const findList = (filter: ExploreFilter): List => {
    const key = JSON.stringify([filter.search.trim(), filter.genre]);
    const existing = lists.get(key);
    if (existing) return existing;
    evictUnwatched(lists, ({ live }) => live.subscribed);
    const live = createLive(noTracks);
    const list: List = {
      filter: { search: filter.search, genre: filter.genre },
      live,
      watched: {
        get() {
          refresh(list);
          return live.get();
        },
        subscribe: (onChange) => live.subscribe(onChange),
      },
      computedFrom: null,
      extent: null,
    };
    refresh(list);
    lists.set(key, list);
    return list;
  };

  return {
    of: (filter) => findList(filter).watched,
    refresh: refreshWatched,

    beginMore(filter) {
      const list = findList(filter);
      const { extent } = list;
      const { beyond } = list.watched.get();
      const after = extent?.end ?? source().shelfEnd;
      if (beyond.state === 'none' || beyond.state === 'loading' || after === null) return null;
      const terms = termsOf(filter.search);
      const { genre } = filter;
      const isSearch = terms.length > 0;
      const before: Extent = { state: 'more', found: null, ...extent, end: after };
      const loading: Extent = { ...before, state: 'loading' };
      extend(list, loading);
      refreshWatched();
      // A rebuild drops the earlier pages, so a page that arrives after the rebuild would leave a gap.
      const isCurrent = () => list.extent === loading;
      const page = before.found?.trackIds.slice(before.found.sent, before.found.sent + SEARCH_ROWS);
      return {
        what: page
          ? { kind: 'rows', tracks: page, profiles: [] }
          : isSearch
            ? { kind: 'search', terms, genre }
            : { kind: 'explore', genre, after },
        answered({ next = null, found }, apply) {
          if (!isCurrent()) return apply();
          extend(list, {
            state: 'more',
            end: isSearch ? after : next,
            found: before.found
              ? { ...before.found, sent: before.found.sent + SEARCH_ROWS }
              : found
                ? toFound(found, list.watched.get().tracks)
                : null,
          });
          apply();
          refreshWatched();
        },
        failed() {
          if (!isCurrent()) return;
          extend(list, { ...before, state: 'failed' });
          refreshWatched();
        },
      };
    },

    reset() {
      for (const list of lists.values()) extend(list, null);
    },
  };
}

/** @param known the tracks that the device found itself */
function toFound(answer: NonNullable<VisitResponse['found']>, known: readonly TrackView[]): Found {
  const knownIds = new Set(known.map(({ id }) => id));
  const beyondDevice = (ids: readonly string[]) => ids.filter((id) => !knownIds.has(id));
  return {
    ...answer,
    trackIds: beyondDevice(answer.tracks),
    sent: beyondDevice(answer.tracks.slice(0, SEARCH_ROWS)).length,
  };
}

const nothingBeyond: Beyond = { state: 'none', found: null };

const noTracks: ExploreView = {
  state: 'empty',
  match: 'exact',
  highlights: [],
  tracks: [],
  total: 0,
  beyond: nothingBeyond,
};
