import * as z from 'zod/mini';
import { timestamp } from '../columns.ts';
import { defineAction } from '../define-action.ts';
import { favouriteLane, untilCreated } from '../lanes.ts';

export const favouriteAdd = defineAction({
  kind: 'favourite.add',
  payload: z.object({
    track_id: z.string(),
    /** Time of the first press, if the person undoes a removal. */
    favourited_at: z.optional(timestamp),
  }),
  lane: ({ track_id: track }) => favouriteLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track, favourited_at: favouritedAt }, { occurredAt }) {
    const previous = shown.favourites.get(track);
    if (previous?.isFavourite !== true)
      shown.favourites.set(track, { isFavourite: true, favouritedAt: favouritedAt ?? occurredAt, isPending: true });
  },
});
