import type { Live } from '../answers.ts';
import type { FavouriteView, MyFavourite, TrackView } from '../view-types.ts';
import { sameFields, sameList, type Derived } from './derived.ts';
import { newestFirst } from './ordered-list.ts';

export interface FavouritesInput {
  derived: Derived;
  /** By track, with queued actions applied. */
  own(): ReadonlyMap<string, MyFavourite>;
  track(id: string): TrackView | null;
  isAbsent(id: string): boolean;
}

/** The person's favourites, newest first (S-60). A view stays the same object until a field changes. */
export function createFavourites({ derived, own, track, isAbsent }: FavouritesInput): Live<readonly FavouriteView[]> {
  const none: readonly FavouriteView[] = [];
  return derived.single(none, (before) => {
    const previous = new Map(before.map((view) => [view.trackId, view]));
    const views = [...own()].flatMap(([trackId, { favouritedAt, isPending }]): FavouriteView[] => {
      if (favouritedAt === null) return [];
      const view = { trackId, track: track(trackId), isAbsent: isAbsent(trackId), favouritedAt, isPending };
      return [sameFields(previous.get(trackId) ?? view, view)];
    });
    return sameList(before, views.sort(newestFavouriteFirst));
  });
}

const newestFavouriteFirst = newestFirst<FavouriteView>(
  ({ favouritedAt }) => favouritedAt,
  ({ trackId }) => trackId,
);
