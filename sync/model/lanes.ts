import type { Wait } from './define-action.ts';

/** Lanes that several kinds of actions share (SY-15). */
export const trackLane = (id: string): string => `track:${id}`;
export const favouriteLane = (trackId: string): string => `favourite:${trackId}`;
export const playlistLane = (id: string): string => `playlist:${id}`;
export const releaseLane = (id: string): string => `release:${id}`;
export const shareLane = (trackId: string): string => `share:${trackId}`;
export const conversationLane = (partnerId: string): string => `conversation:${partnerId}`;
export const connectionLane = (partnerId: string): string => `connection:${partnerId}`;

export const untilCreated = ({ track_id: id }: { track_id: string }): Wait => ({
  lane: trackLane(id),
  kinds: ['track.create'],
});

export const untilPlaylistCreated = ({ playlist_id: id }: { playlist_id: string }): Wait => ({
  lane: playlistLane(id),
  kinds: ['playlist.create'],
});

export const untilReleaseCreated = ({ release_id: id }: { release_id: string }): Wait => ({
  lane: releaseLane(id),
  kinds: ['release.create'],
});

export const noDependency = (): null => null;
