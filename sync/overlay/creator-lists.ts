import type { Live } from '../answers.ts';
import type { ArtistPosition, ArtistShelfEnds, PeopleSort } from '../model/position.ts';
import type { CreatorView, PeopleBeyond, PeopleView, ProfileView, TrackView } from '../view-types.ts';
import { sameFields, sameList, type Derived } from './derived.ts';
import type { MoreRequest } from './explore-lists.ts';
import { newestFirst } from './ordered-list.ts';
import { hasAll, type SearchText, searchText, termsOf } from '../model/search-words.ts';

/** Maximum number of tracks that are shown of a person. */
const TOP_TRACKS = 3;
/** A track counts as this many plays when people are sorted by activity. */
const TRACK_SCORE = 10;
/** Maximum number of lists that extend beyond the shelf. When there are more, those extended longest ago end at the shelf again. */
const MAX_EXTENTS = 50;

interface PeopleFilter {
  search: string;
  sort: PeopleSort;
}

interface Figures {
  trackCount: number;
  totalPlays: number;
}

interface Creator {
  view: CreatorView;
  /** The figures by which people are sorted. */
  sorted: Figures;
  tracks: readonly TrackView[];
  /** Whether the server had public tracks that are not on this device when the figures were computed. */
  isCut: boolean;
  /** The name, prepared for searches; null until the first search. */
  searched: SearchText | null;
}

/** How far a list has been requested from the server (SY-36). */
interface Extent {
  state: Exclude<PeopleBeyond['state'], 'none'>;
  /** Without a search: the next page begins here; null at the end of the list. */
  end: ArtistPosition | null;
  /** With a search: the people that the device did not find itself. */
  found: readonly string[] | null;
}

export interface CreatorListsInput {
  derived: Derived;
  profiles(): readonly ProfileView[];
  /** The same array until a track changes. */
  tracksOf(userId: string): readonly TrackView[];
  isComplete(): boolean;
  /** Whether the server has public tracks that are not on this device. */
  isCut(): boolean;
}

export interface CreatorLists {
  /** The same filter gives the same Live while the Live is watched. */
  of(filter: PeopleFilter): Live<PeopleView>;
  setShelfEnds(ends: ArtistShelfEnds | null): void;
  /** Begins the request of a list's next page, or of a search; null if nothing lies beyond the list, or while a request is pending. */
  beginMore(filter: PeopleFilter): MoreRequest | null;
  reset(): void;
}

/** The community's lists: people with a name, a picture and a public track. */
export function createCreatorLists(input: CreatorListsInput): CreatorLists {
  const { derived } = input;
  const nobody: readonly Creator[] = [];
  const extents = new Map<string, Extent>();
  let cache: ReadonlyMap<string, Creator> = new Map();
  let shelfEnds: ArtistShelfEnds | null = null;

  const toCreator = (profile: ProfileView, isCut: boolean): Creator[] => {
    if (profile.artist_name === null || profile.avatar_url === null) return [];
    const tracks = input.tracksOf(profile.id);
    const previous = cache.get(profile.id);
    if (previous?.view.profile === profile && previous.tracks === tracks && previous.isCut === isCut) return [previous];
    const publicTracks = tracks.filter((track) => track.is_public);
    const onDevice = {
      trackCount: publicTracks.length,
      totalPlays: publicTracks.reduce((sum, track) => sum + track.play_count, 0),
    };
    const { track_count: trackCount = 0, total_plays: totalPlays = 0 } = profile;
    const sorted = isCut ? { trackCount, totalPlays } : onDevice;
    // The server's figures may lag behind, and the device may hold only some of the tracks.
    const view = {
      profile,
      trackCount: Math.max(sorted.trackCount, onDevice.trackCount),
      totalPlays: Math.max(sorted.totalPlays, onDevice.totalPlays),
      topTracks: [...publicTracks].sort((a, b) => b.play_count - a.play_count).slice(0, TOP_TRACKS),
    };
    if (view.trackCount === 0) return [];
    return [{ view, sorted, tracks, isCut, searched: null }];
  };

  const creators = derived.single(nobody, (previous) => {
    const isCutNow = input.isCut();
    const all = input.profiles().flatMap((profile) => toCreator(profile, isCutNow));
    cache = new Map(all.map((creator) => [creator.view.profile.id, creator]));
    return sameList(previous, all);
  });
  const inOrder = (sort: PeopleSort) => {
    let sortedFrom = nobody;
    return derived.single(nobody, (previous) => {
      const all = creators.get();
      if (all === sortedFrom) return previous;
      sortedFrom = all;
      return sameList(previous, [...all].sort(highestFirst(sort)));
    });
  };
  const lists: Record<PeopleSort, Live<readonly Creator[]>> = {
    most_active: inOrder('most_active'),
    most_plays: inOrder('most_plays'),
    newest: inOrder('newest'),
    track_count: inOrder('track_count'),
  };

  const isCut = () => input.isComplete() && input.isCut() && shelfEnds !== null;
  /** Where a list ends: after its last fetched page, or else where the shelf ends. Beyond that, the device may lack people in between. */
  const endOf = (sort: PeopleSort, extent: Extent | undefined) => (extent ? extent.end : (shelfEnds?.[sort] ?? null));

  const onThisDevice = (terms: readonly string[], sort: PeopleSort, extent: Extent | undefined) => {
    if (terms.length === 0) {
      const list = lists[sort].get();
      const end = isCut() ? endOf(sort, extent) : null;
      return end === null ? list : list.filter(isUpTo(end, sort));
    }
    // People fetched by this search are listed below, so that nothing above them moves.
    const fetched = new Set(extent?.found);
    const isFound = hasAll(terms);
    return creators
      .get()
      .filter((creator) => isFound(searchTextOf(creator)) && !fetched.has(creator.view.profile.id))
      .sort(highestFirst(sort));
  };
  const beyondOf = (terms: readonly string[], sort: PeopleSort, extent: Extent | undefined): PeopleBeyond => {
    if (!isCut()) return nothingBeyond;
    if (extent?.found) return { state: 'none', found: extent.found.flatMap((id) => cache.get(id)?.view ?? []) };
    const isAtEnd = terms.length === 0 && endOf(sort, extent) === null;
    return { state: isAtEnd ? 'none' : (extent?.state ?? 'more'), found: null };
  };

  const empty: PeopleView = { isComplete: false, creators: [], beyond: nothingBeyond };
  const family = derived.family(empty, ({ search, sort }: PeopleFilter, previous) => {
    const terms = search.split(' ').filter(Boolean);
    const extent = extents.get(keyOf({ search, sort }));
    const shown = onThisDevice(terms, sort, extent).map(({ view }) => view);
    const beyond = beyondOf(terms, sort, extent);
    if (beyond.found && previous.beyond.found) beyond.found = sameList(previous.beyond.found, beyond.found);
    return sameFields(previous, {
      isComplete: input.isComplete(),
      creators: sameList(previous.creators, shown),
      beyond: sameFields(previous.beyond, beyond),
    });
  });
  const folded = ({ search, sort }: PeopleFilter): PeopleFilter => ({ search: termsOf(search).join(' '), sort });
  const of = (filter: PeopleFilter) => family(folded(filter));

  return {
    of,

    setShelfEnds(ends) {
      if (JSON.stringify(ends) === JSON.stringify(shelfEnds)) return;
      shelfEnds = ends;
      derived.changed();
    },

    beginMore(filter) {
      const key = keyOf(folded(filter));
      const terms = termsOf(filter.search);
      const isSearch = terms.length > 0;
      const before = extents.get(key);
      const end = isSearch ? null : endOf(filter.sort, before);
      const { state } = of(filter).get().beyond;
      if (state === 'none' || state === 'loading') return null;
      const extend = (extent: Extent) => {
        extents.delete(key);
        extents.set(key, extent);
        for (const [earliest] of extents) if (extents.size > MAX_EXTENTS) extents.delete(earliest);
      };
      const loading: Extent = { state: 'loading', end, found: null };
      extend(loading);
      derived.changed();
      // A rebuild drops the earlier pages, so a page that arrives after the rebuild would leave a gap.
      const isCurrent = () => extents.get(key) === loading;
      return {
        what: end ? { kind: 'artists', sort: filter.sort, after: end } : { kind: 'search_artists', terms },
        answered({ next_artist: next = null, found }, apply) {
          if (!isCurrent()) return apply();
          const known = new Set(
            of(filter)
              .get()
              .creators.map(({ profile }) => profile.id),
          );
          const elsewhere = found?.people.map(({ id }) => id).filter((id) => !known.has(id)) ?? [];
          extend({ state: 'more', end: next, found: isSearch ? elsewhere : null });
          apply();
          derived.changed();
        },
        failed() {
          if (!isCurrent()) return;
          extend({ state: 'failed', end, found: null });
          derived.changed();
        },
      };
    },

    reset: () => extents.clear(),
  };
}

const nothingBeyond: PeopleBeyond = { state: 'none', found: null };

const searchTextOf = (creator: Creator) => (creator.searched ??= searchText([creator.view.profile.artist_name ?? '']));

const keyOf = ({ search, sort }: PeopleFilter) => `${sort} ${search}`;

function scoreOf({ sorted: { trackCount, totalPlays } }: Creator, sort: PeopleSort): number {
  switch (sort) {
    case 'most_active':
      return trackCount * TRACK_SCORE + totalPlays;
    case 'most_plays':
      return totalPlays;
    case 'track_count':
      return trackCount;
    case 'newest':
      return 0;
  }
}

function highestFirst(sort: PeopleSort): (a: Creator, b: Creator) => number {
  return (a, b) => scoreOf(b, sort) - scoreOf(a, sort) || newestMemberFirst(a, b);
}

const newestMemberFirst = newestFirst<Creator>(
  ({ view }) => view.profile.created_at,
  ({ view }) => view.profile.id,
);

/** Returns a test whether a person comes at or before this position. Its microseconds are cut off, because rows have milliseconds only. */
function isUpTo(end: ArtistPosition, sort: PeopleSort): (creator: Creator) => boolean {
  const endedAt = end.created_at.replace(/(\.\d{3})\d*/, '$1');
  return (creator) => {
    const score = scoreOf(creator, sort);
    if (score !== end.score) return score > end.score;
    const { id, created_at: createdAt } = creator.view.profile;
    return createdAt > endedAt || (createdAt === endedAt && id <= end.id);
  };
}
