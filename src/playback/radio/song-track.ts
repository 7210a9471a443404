import type { TrackView } from '../../../sync/client.ts';
import { fold } from '../../../sync/model/fold.ts';
import type { Song } from './station.ts';

/** Whether the song is this track, by title and artist: other stations do not send our ids. */
export function isTrackOf(
  track: Pick<TrackView, 'title' | 'artist_name' | 'credited_as'>,
  song: Pick<Song, 'title' | 'artist'>,
): boolean {
  if (compact(track.title) !== compact(song.title)) return false;
  return [track.artist_name, track.credited_as].some((name) => compact(name) === compact(song.artist));
}

/** Drops differences between taggers: case, accents, punctuation, spaces, and '&' where others write a comma. */
function compact(text: string): string {
  return fold(text.replace(/[&＆]/g, ' ')).replaceAll(' ', '');
}
