import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { shareLane, untilCreated } from '../lanes.ts';

export const shareRemove = defineAction({
  kind: 'share.remove',
  payload: z.object({ track_id: z.string() }),
  lane: ({ track_id: track }) => shareLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track }) {
    shown.shares.set(track, { isShared: false, sharedAt: null, isPending: true });
  },
});
