import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { trackLane, untilCreated } from '../lanes.ts';

export const trackDelete = defineAction({
  kind: 'track.delete',
  payload: z.object({ track_id: z.string() }),
  lane: ({ track_id: track }) => trackLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track }) {
    shown.removed.add(track);
  },
});
