import type { PlaylistView, TrackView } from '../../../sync/client.ts';

/** @param pageOf the full address of a track's page */
type PageOf = (trackId: string) => string;

/** The entries whose track's row is on this device. */
const listed = ({ entries }: PlaylistView): readonly TrackView[] =>
  entries.flatMap(({ track, isAbsent }) => (track === null || isAbsent ? [] : [track]));

/** A playlist as M3U8 (UTF-8), which most players open. A comment names each track's page, by which the import finds the track. */
export function toM3u8(playlist: PlaylistView, pageOf: PageOf): string {
  const lines = listed(playlist).flatMap((track) => [
    `#EXTINF:${Math.round(track.duration_ms / 1000)},${oneLine(track.artist_name)} - ${oneLine(track.title)}`,
    `# ${pageOf(track.id)}`,
    track.audioSrc,
  ]);
  return ['#EXTM3U', `#PLAYLIST:${oneLine(playlist.title)}`, ...lines, ''].join('\n');
}

/** A playlist as JSPF, the JSON form of XSPF 1. */
export function toJspf(playlist: PlaylistView, pageOf: PageOf): string {
  const document = {
    playlist: {
      title: playlist.title,
      ...(playlist.description === '' ? {} : { annotation: playlist.description }),
      date: playlist.createdAt,
      track: listed(playlist).map((track) => ({
        title: track.title,
        creator: track.artist_name,
        duration: track.duration_ms,
        location: [track.audioSrc],
        identifier: [pageOf(track.id)],
        info: pageOf(track.id),
      })),
    },
  };
  return JSON.stringify(document, null, 2);
}

/** A line break in a title would start a new line of the file. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
