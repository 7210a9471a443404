import type { TrackView } from '../../../sync/client.ts';
import { fold } from '../../../sync/model/fold.ts';
import type { Song } from './station.ts';

/** Whether a track is what the station names, for stations that know no ids of ours. */
export function isTrackOf(
  track: Pick<TrackView, 'title' | 'artist_name' | 'credited_as'>,
  song: Pick<Song, 'title' | 'artist'>,
): boolean {
  if (compact(track.title) !== compact(song.title)) return false;
  return [track.artist_name, track.credited_as].some((name) => compact(name) === compact(song.artist));
}

/** Without what taggers change: spaces, and '&' for a comma, as well. */
function compact(text: string): string {
  return fold(text.replace(/[&＆]/g, ' ')).replaceAll(' ', '');
}
