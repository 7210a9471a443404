import type { Wait } from './define-action.ts';

/** The lanes that several kinds share (SY-15). */
export const trackLane = (id: string): string => `track:${id}`;
export const shareLane = (trackId: string): string => `share:${trackId}`;
export const conversationLane = (partnerId: string): string => `conversation:${partnerId}`;
export const connectionLane = (partnerId: string): string => `connection:${partnerId}`;

/** What speaks of a track waits until the track is there. */
export const untilCreated = ({ track_id: id }: { track_id: string }): Wait => ({
  lane: trackLane(id),
  kinds: ['track.create'],
});

export const forNothing = (): null => null;
