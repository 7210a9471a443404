import type { Live } from '../answers.ts';
import type { ExploreView, TrackView } from '../view-types.ts';
import { forget, sameList } from './derived.ts';
import { createLive, type LiveValue } from './live.ts';
import type { Searchable } from './searchable.ts';
import { createSearch, termsOf } from './track-search.ts';

export interface ExploreFilter {
  search: string;
  genre: string | null;
}

/** What Explore is made from, at one moment. */
export interface ExploreSource {
  /** In the order of Explore; another array when something in it is other. */
  shown: readonly (Searchable & { view: TrackView })[];
  state: ExploreView['state'];
  /** The server's number of tracks while not all are here. */
  total: number;
}

interface List {
  filter: ExploreFilter;
  live: LiveValue<ExploreView>;
  /** What the interface holds: brings itself up to date when it is read. */
  door: Live<ExploreView>;
  /** What `live` was made from, and how often a search had found its answer later by then. */
  madeFrom: ExploreSource & { answered: number };
}

/** The lists of Explore that somebody looks at, one a filter. */
export interface ExploreLists {
  /** Same filter, same Live. */
  of(filter: ExploreFilter): Live<ExploreView>;
  /** Tells those who watch. */
  refresh(): void;
}

export function createExploreLists(source: () => ExploreSource): ExploreLists {
  const lists = new Map<string, List>();
  let answered = 0;
  const search = createSearch<ExploreSource['shown'][number]>(() => {
    answered += 1;
    refreshWatched();
  });

  const refresh = (list: List) => {
    const { shown, state, total } = source();
    const { madeFrom } = list;
    const isSame = madeFrom.shown === shown && madeFrom.state === state && madeFrom.total === total;
    if (isSame && madeFrom.answered === answered) return;
    list.madeFrom = { shown, state, total, answered };
    list.live.set(makeView(list.filter, list.live.get()));
  };
  const refreshWatched = () => {
    for (const list of lists.values()) if (list.live.subscribed) refresh(list);
  };

  const makeView = ({ search: text, genre }: ExploreFilter, before: ExploreView | null): ExploreView => {
    const { shown, state, total } = source();
    const terms = termsOf(text);
    const ofGenre = genre === null ? shown : shown.filter(({ view }) => view.genre === genre);
    const { match, marks, entries } = search.find(ofGenre, terms);
    const isFiltered = terms.length > 0 || genre !== null;
    const next = {
      state,
      match,
      marks: sameList(before?.marks ?? [], marks),
      tracks: sameList(
        before?.tracks ?? [],
        entries.map(({ view }) => view),
      ),
      total: state === 'first' && !isFiltered ? Math.max(total, entries.length) : entries.length,
    };
    return before && isSameView(before, next) ? before : next;
  };

  return {
    of(filter) {
      const key = JSON.stringify([filter.search.trim(), filter.genre]);
      const known = lists.get(key);
      if (known) return known.door;
      forget(lists, (one) => one.live.subscribed);
      const live = createLive(makeView(filter, null));
      const list: List = {
        filter: { search: filter.search, genre: filter.genre },
        live,
        door: {
          get() {
            refresh(list);
            return live.get();
          },
          subscribe: (onChange) => live.subscribe(onChange),
        },
        madeFrom: { ...source(), answered },
      };
      lists.set(key, list);
      return list.door;
    },
    refresh: refreshWatched,
  };
}

function isSameView(one: ExploreView, other: ExploreView): boolean {
  const isSame = one.state === other.state && one.match === other.match && one.total === other.total;
  return isSame && one.tracks === other.tracks && one.marks === other.marks;
}
