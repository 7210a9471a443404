import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { trackLane, untilCreated } from '../lanes.ts';

export const trackRadio = defineAction({
  kind: 'track.radio',
  payload: z.object({ track_id: z.string(), radio_opt_in: z.boolean() }),
  lane: ({ track_id: track }) => trackLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track, radio_opt_in }) {
    shown.edits.set(track, { ...shown.edits.get(track), radio_opt_in });
  },
});
