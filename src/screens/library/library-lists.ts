import type { FavouriteView, TrackView } from '../../../sync/client.ts';
import { shuffled } from '../../platform/shuffled.ts';
import type { QueuableTrack } from '../../playback/player/player-track.ts';
import { hasAll, type SearchText, searchText, termsOf } from '../../../sync/model/search-words.ts';

export type FavouriteSort = 'newest' | 'title' | 'artist';

/** The search text of each favourite. Cached, because computing these texts costs more than the search itself. */
const searched = new WeakMap<FavouriteView, SearchText>();

function searchTextOf(favourite: FavouriteView): SearchText {
  const known = searched.get(favourite);
  if (known) return known;
  const { track } = favourite;
  const text = searchText(track ? [track.title, track.artist_name, track.credited_as] : []);
  searched.set(favourite, text);
  return text;
}

/** Favourites whose title or artist contains each term of the search. */
export function matchingFavourites(favourites: readonly FavouriteView[], search: string): readonly FavouriteView[] {
  const terms = termsOf(search);
  if (terms.length === 0) return favourites;
  const matches = hasAll(terms);
  return favourites.filter((favourite) => matches(searchTextOf(favourite)));
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** @param favourites newest first. Rows without a track, which have no title, come last if sorted by a text */
export function sortedFavourites(favourites: readonly FavouriteView[], sort: FavouriteSort): readonly FavouriteView[] {
  if (sort === 'newest') return favourites;
  const key = sort === 'title' ? 'title' : 'artist_name';
  return [...favourites].sort((a, b) => {
    if (a.track === null || b.track === null) return Number(a.track === null) - Number(b.track === null);
    return collator.compare(a.track[key], b.track[key]);
  });
}

/** A favourite, or a track's place in a playlist. */
export interface LibraryEntry {
  trackId: string;
  /** Null if the track is absent, or its row is not on this device yet. */
  track: TrackView | null;
  isAbsent: boolean;
  isPending: boolean;
}

/** The tracks that can be shown: without those that are hidden, deleted, or not on this device yet. */
export function presentTracks(entries: readonly LibraryEntry[]): readonly TrackView[] {
  return entries.flatMap((entry) => presentTrack(entry) ?? []);
}

/** Each track once: it may be in a playlist twice. */
export function distinct(tracks: readonly TrackView[]): readonly TrackView[] {
  return [...new Map(tracks.map((track) => [track.id, track])).values()];
}

/** The tracks that can be shown, and the index of `entry` among them. A track may be in the list twice. */
export function tracksFrom<E extends LibraryEntry>(entries: readonly E[], entry: E) {
  const present = entries.filter((each) => presentTrack(each) !== null);
  return { tracks: presentTracks(present), index: present.indexOf(entry) };
}

const presentTrack = ({ track, isAbsent }: LibraryEntry) => (isAbsent ? null : track);

/** The tracks in random order. The current track is not the first if there are others, so that Shuffle always changes the music. */
export function shuffledTracks(tracks: readonly TrackView[], currentId: string | null): QueuableTrack[] {
  const order = shuffled(tracks, Math.random).map((track): QueuableTrack => ({ ...track, isShuffled: true }));
  const [first, second] = order;
  return first && second && first.id === currentId ? [second, first, ...order.slice(2)] : order;
}
