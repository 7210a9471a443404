import { expect, it } from 'vitest';
import { genreOf } from './genre-of.ts';

const genres = [
  ...['Hip-Hop', 'R&B', 'Soul & Funk', 'Electronic', 'House', 'Techno', 'Drum & Bass', 'Dubstep', 'Lo-Fi', 'Ambient'],
  ...['Rock', 'Punk', 'Metal', 'Indie', 'Pop', 'Jazz', 'Reggae', 'Afrobeats', 'Latin', 'Experimental'],
];

it('genreOf() maps every genre of the list to itself, also in capitals', () => {
  expect(genres.map((genre) => genreOf([genre.toUpperCase()], genres))).toEqual(genres);
});

it.each([
  ['hip hop', 'Hip-Hop'],
  ['Rap', 'Hip-Hop'],
  ['RnB', 'R&B'],
  ['Drum and Bass', 'Drum & Bass'],
  ['DnB', 'Drum & Bass'],
  ['Deep House', 'House'],
  ['Synth-pop', 'Electronic'],
  ['Punk Rock', 'Punk'],
  ['Death Metal', 'Metal'],
  ['Indie Rock', 'Indie'],
  ['Reggaeton', 'Latin'],
  ['Lo-fi Hip Hop', 'Lo-Fi'],
  ['Audiobook', ''],
  ['', ''],
])('genreOf() maps the tag %j to %j', (word, genre) => {
  expect(genreOf([word], genres)).toBe(genre);
});

it('genreOf() uses the first known word, and only genres of the list', () => {
  expect(genreOf(['Other', 'Trance'], genres)).toBe('Electronic');
  expect(genreOf(['Trance'], ['Rock'])).toBe('');
});
