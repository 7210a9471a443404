import { useTrack } from '../../engine/live.ts';
import { type PlayerTrack, type ShownTrack, shownTrack } from './player-track.ts';

/** The shown title, artist and cover of a queued track, by its current row. */
export function useShownTrack(queued: PlayerTrack): ShownTrack {
  return shownTrack(queued, useTrack(queued.id));
}
