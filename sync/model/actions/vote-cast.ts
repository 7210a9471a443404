import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { untilCreated } from '../lanes.ts';

export const voteCast = defineAction({
  kind: 'vote.cast',
  payload: z.object({ track_id: z.string(), /** 1 to 5 */ weight: z.number() }),
  lane: ({ track_id: track }) => `vote:${track}`,
  waitsFor: untilCreated,
  replaces: true,
  overlay(shown, { track_id: track, weight }) {
    const vote = shown.votes.get(track);
    // Only a first vote costs ZAPs.
    if (!vote) shown.spends.push({ kind: 'vote', trackId: track, zaps: shown.rules.votePrice });
    shown.votes.set(track, { weight, editableUntil: vote?.editableUntil ?? null, isPending: true });
  },
});
