import type { TrackView } from '../../../../sync/client.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { hoursAndMinutes } from '../../../platform/format.ts';

/** '14 tracks, 58 min'. @param count includes tracks that are hidden, deleted, or not on this device */
export function countAndLength(count: number, tracks: readonly TrackView[]): string {
  const lengthMs = tracks.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const words = playlistTexts.count(count);
  return lengthMs > 0 ? `${words}, ${hoursAndMinutes(lengthMs)}` : words;
}
