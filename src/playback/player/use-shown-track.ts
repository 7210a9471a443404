import { useTrack } from '../../engine/live.ts';
import { type PlayerTrack, type ShownTrack, shownTrack } from './player-track.ts';

export function useShownTrack(queued: PlayerTrack): ShownTrack {
  return shownTrack(queued, useTrack(queued.id));
}
