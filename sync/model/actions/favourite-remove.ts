import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { favouriteLane, noDependency } from '../lanes.ts';

export const favouriteRemove = defineAction({
  kind: 'favourite.remove',
  payload: z.object({ track_id: z.string() }),
  lane: ({ track_id: track }) => favouriteLane(track),
  waitsFor: noDependency,
  overlay(shown, { track_id: track }) {
    shown.favourites.set(track, { isFavourite: false, favouritedAt: null, isPending: true });
  },
});
