import { expect, it } from 'vitest';
import { genreOf } from './genre-of.ts';

const genres = [
  ...['Hip-Hop', 'R&B', 'Soul & Funk', 'Electronic', 'House', 'Techno', 'Drum & Bass', 'Dubstep', 'Lo-Fi', 'Ambient'],
  ...['Rock', 'Punk', 'Metal', 'Indie', 'Pop', 'Jazz', 'Reggae', 'Afrobeats', 'Latin', 'Experimental'],
];

it('takes every genre of the list as it is, in any case', () => {
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
])('takes what a file calls %j for %j', (word, genre) => {
  expect(genreOf([word], genres)).toBe(genre);
});

it('takes the first word that means something, and nothing that the list lacks', () => {
  expect(genreOf(['Other', 'Trance'], genres)).toBe('Electronic');
  expect(genreOf(['Trance'], ['Rock'])).toBe('');
});
