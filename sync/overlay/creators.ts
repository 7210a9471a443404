import type { Live } from '../answers.ts';
import type { CreatorView, PeopleSort, PeopleView, ProfileView, TrackView } from '../view-types.ts';
import { sameFields, sameList, type Derived } from './derived.ts';
import { newestFirst } from './ordered-list.ts';
import { hasAll, type SearchText, searchText, termsOf } from './search-words.ts';

const TOP_TRACKS = 3;
/** A track counts as this many plays when people are sorted by activity. */
const TRACK_SCORE = 10;

interface Creator {
  view: CreatorView;
  tracks: readonly TrackView[];
  searched: SearchText;
}

export interface CreatorsInput {
  derived: Derived;
  profiles(): readonly ProfileView[];
  /** The same array until a track changes. */
  tracksOf(userId: string): readonly TrackView[];
  isComplete(): boolean;
}

/** People with a name, a picture and a public track. */
export function createCreators(
  input: CreatorsInput,
): (filter: { search: string; sort: PeopleSort }) => Live<PeopleView> {
  const { derived } = input;
  const nobody: readonly Creator[] = [];
  let cache: ReadonlyMap<string, Creator> = new Map();

  const toCreator = (profile: ProfileView): Creator[] => {
    if (profile.artist_name === null || profile.avatar_url === null) return [];
    const tracks = input.tracksOf(profile.id);
    const previous = cache.get(profile.id);
    if (previous?.view.profile === profile && previous.tracks === tracks) return [previous];
    const publicTracks = tracks.filter((track) => track.is_public);
    if (publicTracks.length === 0) return [];
    const view = {
      profile,
      trackCount: publicTracks.length,
      totalPlays: publicTracks.reduce((sum, track) => sum + track.play_count, 0),
      topTracks: [...publicTracks].sort((a, b) => b.play_count - a.play_count).slice(0, TOP_TRACKS),
    };
    return [{ view, tracks, searched: searchText([profile.artist_name]) }];
  };

  const creators = derived.single(nobody, (previous) => {
    const all = input.profiles().flatMap(toCreator);
    cache = new Map(all.map((creator) => [creator.view.profile.id, creator]));
    return sameList(previous, all);
  });
  const sorted = (score: (view: CreatorView) => number) => {
    let sortedFrom = nobody;
    return derived.single(nobody, (previous) => {
      const all = creators.get();
      if (all === sortedFrom) return previous;
      sortedFrom = all;
      return sameList(previous, [...all].sort(highestFirst(score)));
    });
  };
  const lists: Record<PeopleSort, Live<readonly Creator[]>> = {
    most_active: sorted((view) => view.trackCount * TRACK_SCORE + view.totalPlays),
    most_plays: sorted((view) => view.totalPlays),
    newest: sorted(() => 0),
    track_count: sorted((view) => view.trackCount),
  };

  const empty: PeopleView = { isComplete: false, creators: [] };
  const found = derived.family(empty, ({ search, sort }: { search: string; sort: PeopleSort }, previous) => {
    const isComplete = input.isComplete();
    const isFound = hasAll(search.split(' ').filter(Boolean));
    const matching = lists[sort].get().filter(({ searched }) => isFound(searched));
    const list = sameList(
      previous.creators,
      matching.map(({ view }) => view),
    );
    return sameFields(previous, { isComplete, creators: list });
  });
  return ({ search, sort }) => found({ search: termsOf(search).join(' '), sort });
}

function highestFirst(score: (view: CreatorView) => number): (a: Creator, b: Creator) => number {
  return (a, b) => score(b.view) - score(a.view) || newestMemberFirst(a, b);
}

const newestMemberFirst = newestFirst<Creator>(
  ({ view }) => view.profile.created_at,
  ({ view }) => view.profile.id,
);
