import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { trackLane, untilCreated } from '../lanes.ts';

export const trackUpdate = defineAction({
  kind: 'track.update',
  payload: z.object({ track_id: z.string(), title: z.optional(z.string()), is_public: z.optional(z.boolean()) }),
  lane: ({ track_id: track }) => trackLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track, title, is_public: isPublic }) {
    shown.edits.set(track, {
      ...shown.edits.get(track),
      ...(title === undefined ? {} : { title }),
      ...(isPublic === undefined ? {} : { is_public: isPublic }),
    });
  },
});
