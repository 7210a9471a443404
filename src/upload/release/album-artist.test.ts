import { expect, it } from 'vitest';
import { albumArtist, ownArtist } from './album-artist.ts';

/** The album's artist, then the own artist of each track. */
function artists(names: readonly string[], albumName = ''): string[] {
  const tracks = names.map((artistName) => ({ artistName, albumArtist: albumName }));
  const album = albumArtist(tracks);
  return [album.name, ...tracks.map((tags) => ownArtist(tags, album))];
}

it('if a tag names the artist of the album, tracks of other artists keep theirs', () => {
  expect(artists(['Kite', 'INÉS', 'Ines feat. B', ''], 'Ines')).toEqual(['Ines', 'Kite', '', 'Ines feat. B', '']);
  expect(artists(['Kite', 'Ines'], 'Various Artists')).toEqual(['Various Artists', 'Kite', 'Ines']);
});

it('an album is no compilation if its tracks differ only in guests or in the spelling of the artist', () => {
  expect(artists(['Ines feat. B', 'Ines'])).toEqual(['Ines', '', '']);
  expect(artists(['Ines (ft. B)', 'Ines [Featuring C]', 'Ines feat D'])).toEqual(['Ines', '', '', '']);
  expect(artists(['Inés', 'INES'])).toEqual(['Inés', '', '']);
  expect(artists(['Ines feat. B', 'Ines Feat. B'])).toEqual(['Ines feat. B', '', '']);
  expect(artists(['Feat', 'Featherweight', 'Featherweight'])).toEqual(['Featherweight', '', '', '']);
});

it('if a tag names several artists, the first one counts and the others are guests', () => {
  expect(artists(['Ines, Kite', 'Ines', 'Ines, B'])).toEqual(['Ines', '', '', '']);
  expect(artists(['Ines, Kite', 'Ines; B'])).toEqual(['Ines', '', '']);
  expect(artists(['AC/DC', 'AC/DC/Kite'])).toEqual(['AC/DC', '', '']);
  expect(artists(['AC/DC', 'AC/DC'])).toEqual(['AC/DC', '', '']);
  expect(artists(['Ines', 'Inesita'])).toEqual(['Various Artists', 'Ines', 'Inesita']);
});

it('an artist of more than half of the tracks is the album’s artist', () => {
  expect(artists(['Kite', 'Ines', '', 'Ines & Kite', 'Ines', 'Ines'])).toEqual(['Ines', '', '', '', '', '', '']);
});

it('an album is a compilation if no artist has more than half of its tracks', () => {
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
