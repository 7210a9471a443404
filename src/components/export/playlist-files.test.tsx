import { expect, it } from 'vitest';
import { trackOf } from '../../testing/scope-test.tsx';
import { entryOf, playlistOf } from '../../testing/scripted-playlists.ts';
import { toJspf, toM3u8 } from './playlist-files.ts';

const pageOf = (id: string) => `https://example.com/track/${id}`;
const bus = trackOf('bus', { title: 'Night\n#EXTINF: Bus', artist_name: 'Nína', duration_ms: 61_600 });
const rain = trackOf('rain', { title: 'מים 🌧', artist_name: 'Kiln', duration_ms: 1_000 });
const night = playlistOf(
  'p',
  [
    entryOf('1', bus),
    entryOf('2', rain, { track: null, isAbsent: true }),
    entryOf('3', rain),
    entryOf('4', rain, { track: null }),
    entryOf('5', bus),
  ],
  { title: 'Night\r\nbus', description: 'For trains' },
);

it('an M3U8 file has the tracks in order, without line breaks in titles, and leaves out deleted or missing tracks', () => {
  expect(toM3u8(night, pageOf).split('\n')).toEqual([
    '#EXTM3U',
    '#PLAYLIST:Night bus',
    '#EXTINF:62,Nína - Night #EXTINF: Bus',
    '# https://example.com/track/bus',
    bus.audioSrc,
    '#EXTINF:1,Kiln - מים 🌧',
    '# https://example.com/track/rain',
    rain.audioSrc,
    '#EXTINF:62,Nína - Night #EXTINF: Bus',
    '# https://example.com/track/bus',
    bus.audioSrc,
    '',
  ]);
});

it('a JSPF file has the same tracks with their times, and the description', () => {
  const document: unknown = JSON.parse(toJspf(night, pageOf));
  const [busTrack, rainTrack] = [bus, rain].map((track) => ({
    title: track.title,
    creator: track.artist_name,
    duration: track.duration_ms,
    location: [track.audioSrc],
    identifier: [pageOf(track.id)],
    info: pageOf(track.id),
  }));
  expect(document).toEqual({
    playlist: {
      title: 'Night\r\nbus',
      annotation: 'For trains',
      date: '2027-01-01T00:00:00Z',
      track: [busTrack, rainTrack, busTrack],
    },
  });
  expect(toJspf(playlistOf('p', []), pageOf)).not.toContain('annotation');
});
