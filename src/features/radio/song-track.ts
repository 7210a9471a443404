import type { TrackView } from '../../../sync/client.ts';
import type { Song } from './station.ts';

/** Whether a track is what the station names, for stations that know no ids of ours. */
export function isTrackOf(
  track: Pick<TrackView, 'title' | 'artist_name' | 'credited_as'>,
  song: Pick<Song, 'title' | 'artist'>,
): boolean {
  if (fold(track.title) !== fold(song.title)) return false;
  return [track.artist_name, track.credited_as].some((name) => fold(name) === fold(song.artist));
}

/** Without case, accents and what taggers change: spaces and punctuation. */
function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return folded || text;
}
