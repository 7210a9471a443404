import { useTrack } from '../../engine/live.ts';
import { type PlayerTrack, type ShownTrack, shownTrack } from './player-track.ts';

/** What is shown of a queued track, by its current row. */
export function useShownTrack(queued: PlayerTrack): ShownTrack {
  return shownTrack(queued, useTrack(queued.id));
}
