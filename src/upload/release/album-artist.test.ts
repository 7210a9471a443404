import { expect, it } from 'vitest';
import { albumArtist, ownArtist } from './album-artist.ts';

/** The artist of the album, then the own artists of its tracks. */
function artists(names: readonly string[], albumName = ''): string[] {
  const tracks = names.map((artistName) => ({ artistName, albumArtist: albumName }));
  const album = albumArtist(tracks);
  return [album.name, ...tracks.map((tags) => ownArtist(tags, album))];
}

it('a tag for the artist of the album makes tracks of others keep theirs', () => {
  expect(artists(['Kite', 'INÉS', 'Ines feat. B', ''], 'Ines')).toEqual(['Ines', 'Kite', '', 'Ines feat. B', '']);
  expect(artists(['Kite', 'Ines'], 'Various Artists')).toEqual(['Various Artists', 'Kite', 'Ines']);
});

it('guests and another spelling make no compilation', () => {
  expect(artists(['Ines feat. B', 'Ines'])).toEqual(['Ines', '', '']);
  expect(artists(['Ines (ft. B)', 'Ines [Featuring C]', 'Ines feat D'])).toEqual(['Ines', '', '', '']);
  expect(artists(['Inés', 'INES'])).toEqual(['Inés', '', '']);
  expect(artists(['Ines feat. B', 'Ines Feat. B'])).toEqual(['Ines feat. B', '', '']);
  expect(artists(['Feat', 'Featherweight', 'Featherweight'])).toEqual(['Featherweight', '', '', '']);
});

it('an album most of whose tracks are by one artist is by that artist', () => {
  expect(artists(['Kite', 'Ines', '', 'Ines & Kite', 'Ines', 'Ines'])).toEqual(['Ines', '', '', '', '', '', '']);
});

it('without an artist of more than half of its tracks, an album is a compilation', () => {
  expect(artists(['Kite', 'Ines'])).toEqual(['Various Artists', 'Kite', 'Ines']);
  expect(artists(['Kite', 'Ines', 'Ines', 'The Outsiders'])).toEqual([
    'Various Artists',
    'Kite',
    'Ines',
    'Ines',
    'The Outsiders',
  ]);
});

it('an album without tags has no artist', () => {
  expect(artists(['', ' '])).toEqual(['', '', '']);
});
