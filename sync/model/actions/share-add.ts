import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { shareLane, untilCreated } from '../lanes.ts';

export const shareAdd = defineAction({
  kind: 'share.add',
  payload: z.object({ track_id: z.string() }),
  lane: ({ track_id: track }) => shareLane(track),
  waitsFor: untilCreated,
  overlay(shown, { track_id: track }, { occurredAt }) {
    const previous = shown.shares.get(track);
    if (!previous?.isShared) shown.spends.push({ kind: 'share', trackId: track, zaps: shown.rules.sharePrice });
    shown.shares.set(track, { isShared: true, sharedAt: previous?.sharedAt ?? occurredAt, isPending: true });
  },
});
