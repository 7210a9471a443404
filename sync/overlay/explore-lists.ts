import type { Live } from '../answers.ts';
import type { Beyond, ExploreView, TrackView } from '../view-types.ts';
import { evictUnwatched, sameFields, sameList } from './derived.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import type { Searchable } from './searchable.ts';
import { termsOf } from './search-words.ts';
import { createSearch } from './track-search.ts';

export interface ExploreFilter {
  search: string;
  genre: string | null;
}

/** The data that Explore's lists are computed from. */
export interface ExploreSource {
  /** In the order of Explore; a new array after each change. */
  shown: readonly (Searchable & { view: TrackView })[];
  state: ExploreView['state'];
  /** The server's number of tracks while not all are loaded. */
  total: number;
}

interface List {
  filter: ExploreFilter;
  live: LiveValue<ExploreView>;
  /** The interface's value, computed when it is read. */
  watched: Live<ExploreView>;
  /** The data that `live` was computed from; null at first, and when a late search result must be included. */
  computedFrom: ExploreSource | null;
}

/** The lists of Explore, one per filter. */
export interface ExploreLists {
  /** Same filter, same Live. */
  of(filter: ExploreFilter): Live<ExploreView>;
  /** Updates the watched lists. */
  refresh(): void;
}

export function createExploreLists(source: () => ExploreSource): ExploreLists {
  const lists = new Map<string, List>();
  const search = createSearch<ExploreSource['shown'][number]>(() => {
    for (const list of lists.values()) list.computedFrom = null;
    refreshWatched();
  });

  const refresh = (list: List) => {
    const now = source();
    if (list.computedFrom && sameFields(list.computedFrom, now) === list.computedFrom) return;
    list.computedFrom = now;
    list.live.set(makeView(list.filter, now, list.live.get()));
  };
  const refreshWatched = () => {
    for (const list of lists.values()) if (list.live.subscribed) refresh(list);
  };

  const makeView = (
    { search: text, genre }: ExploreFilter,
    { shown, state, total }: ExploreSource,
    before: ExploreView,
  ): ExploreView => {
    const terms = termsOf(text);
    const inGenre = genre === null ? shown : shown.filter(({ view }) => view.genre === genre);
    const { match, highlights, entries } = search.find(inGenre, terms);
    const isFiltered = terms.length > 0 || genre !== null;
    const tracks = entries.map(({ view }) => view);
    return sameFields(before, {
      state,
      match,
      highlights: sameList(before.highlights, highlights),
      tracks: sameList(before.tracks, tracks),
      total: state === 'first' && !isFiltered ? Math.max(total, tracks.length) : tracks.length,
      beyond: nothingBeyond,
    });
  };

  return {
    of(filter) {
      const key = JSON.stringify([filter.search.trim(), filter.genre]);
      const existing = lists.get(key);
      if (existing) return existing.watched;
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
      };
      refresh(list);
      lists.set(key, list);
      return list.watched;
    },
    refresh: refreshWatched,
  };
}

const nothingBeyond: Beyond = { state: 'none', found: null };

/** The value of a list before it is first computed. */
const noTracks: ExploreView = {
  state: 'empty',
  match: 'exact',
  highlights: [],
  tracks: [],
  total: 0,
  beyond: nothingBeyond,
};
