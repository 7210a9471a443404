import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { favouriteLane, untilCreated } from '../lanes.ts';

export const favouriteAdd = defineAction({
  kind: 'favourite.add',
  payload: z.object({ track_id: z.string() }),
  lane: ({ track_id: track }) => favouriteLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track }, { occurredAt }) {
    const previous = shown.favourites.get(track);
    if (previous?.isFavourite !== true)
      shown.favourites.set(track, { isFavourite: true, favouritedAt: occurredAt, isPending: true });
  },
});
