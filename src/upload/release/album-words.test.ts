import { expect, it } from 'vitest';
import { albumWords } from './album-words.ts';

/** Order, artist, album and title of each file. */
const wordsOf = (...paths: string[]) =>
  albumWords(
    paths.map((path) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      folder: path.split('/').slice(0, -1).join('/'),
    })),
  ).map(({ order, artistName, album, title }) => [order, artistName, album, title]);

it('digits before a space are a number if another name has 01', () => {
  expect(wordsOf('01 Low Water.mp3', '10 Flood.mp3', '11 Ebb.mp3')).toEqual([
    [1, '', '', 'Low Water'],
    [10, '', '', 'Flood'],
    [11, '', '', 'Ebb'],
  ]);
});

it('the sides of a record and the discs of a set order their tracks', () => {
  // Sides count as discs, as in tags, so that files with and without tags sort together.
  expect(wordsOf('B1 Ebb.mp3', 'A2. Flood.mp3', 'A1 Low Water.mp3')).toEqual([
    [2001, '', '', 'Ebb'],
    [1002, '', '', 'Flood'],
    [1001, '', '', 'Low Water'],
  ]);
  expect(wordsOf('2-01 Ebb.mp3', '1-02 Flood.mp3')).toEqual([
    [2001, '', '', 'Ebb'],
    [1002, '', '', 'Flood'],
  ]);
});

it.each([
  ['Disc 1 - 02 - Flood.mp3', 'Disc 2 - 01 - Ebb.mp3'],
  ['CD1-02 Flood.mp3', 'CD2-01 Ebb.mp3'],
  ['cd01 02. Flood.mp3', 'cd02 01. Ebb.mp3'],
])('a disc in the name is not read as an artist: %j, %j', (...names) => {
  expect(wordsOf(...names)).toEqual([
    [1002, '', '', 'Flood'],
    [2001, '', '', 'Ebb'],
  ]);
});

it('a disc is recognised after the album’s name', () => {
  const names = ['Ines Calder - Tides (Disc 1) - 02 - Flood.mp3', 'Ines Calder - Tides (Disc 2) - 01 - Ebb.mp3'];
  expect(wordsOf(...names)).toEqual([
    [1002, 'Ines Calder', 'Tides', 'Flood'],
    [2001, 'Ines Calder', 'Tides', 'Ebb'],
  ]);
});

it('a number in brackets or after # is recognised', () => {
  const words = [
    [1, '', '', 'Flood'],
    [2, '', '', 'Ebb'],
  ];
  expect(wordsOf('(01) Flood.mp3', '(02) Ebb.mp3')).toEqual(words);
  expect(wordsOf('[1] Flood.mp3', '[2] Ebb.mp3')).toEqual(words);
  expect(wordsOf('#1 Flood.mp3', '#2 Ebb.mp3')).toEqual(words);
});

it('in names without spaces an artist is recognised only if all share it and its end is clear', () => {
  expect(wordsOf('01-ines_calder-low_water.mp3', '02-ines_calder-slack-tide.mp3')).toEqual([
    [1, 'ines calder', '', 'low water'],
    [2, 'ines calder', '', 'slack-tide'],
  ]);
  for (const names of [
    ['01-Part-1.mp3', '02-Part-2.mp3'],
    ['01-jay-z-one.mp3', '02-jay-z-two.mp3'],
  ])
    expect(wordsOf(...names).map(([, ...words]) => words)).toEqual(
      names.map((name) => ['', '', name.slice(3, -'.mp3'.length)]),
    );
  expect(wordsOf('01-Low-Water.mp3', '02-Flood.mp3').map(([, ...words]) => words)).toEqual([
    ['', '', 'Low-Water'],
    ['', '', 'Flood'],
  ]);
});

it('the number may follow the artist and the album, with or without a dash', () => {
  const paths = ['Ines Calder - Tide Tables - 02 Flood.mp3', 'Ines Calder - Tide Tables - 01 Low Water - Live.mp3'];
  expect(wordsOf(...paths)).toEqual([
    [2, 'Ines Calder', 'Tide Tables', 'Flood'],
    [1, 'Ines Calder', 'Tide Tables', 'Low Water - Live'],
  ]);
  expect(wordsOf('Ines_Calder_-_Tide_Tables_-_01_-_Flood.mp3', 'Ines_Calder_-_Tide_Tables_-_2_-_Ebb.mp3')).toEqual([
    [1, 'Ines Calder', 'Tide Tables', 'Flood'],
    [2, 'Ines Calder', 'Tide Tables', 'Ebb'],
  ]);
});

it('artists are recognised only if every file names one; a single dash belongs to its title', () => {
  expect(wordsOf('01 - Kite - Ebb.mp3', '02 - Ghost Tram - Flood.mp3')).toEqual([
    [1, 'Kite', '', 'Ebb'],
    [2, 'Ghost Tram', '', 'Flood'],
  ]);
  expect(wordsOf('01 - Ebb.mp3', '02 - Flood - Live.mp3')).toEqual([
    [1, '', '', 'Ebb'],
    [2, '', '', 'Flood - Live'],
  ]);
});

it('files in different folders may have the same number', () => {
  expect(wordsOf('CD1/1 Ebb.mp3', 'CD2/1 Flood.mp3')).toEqual([
    [1, '', '', 'Ebb'],
    [1, '', '', 'Flood'],
  ]);
});

it('numbers that belong to a title or to an artist stay there', () => {
  expect(wordsOf('24 Hours.mp3', '7 Days.mp3')).toEqual([
    [null, '', '', '24 Hours'],
    [null, '', '', '7 Days'],
  ]);
  expect(wordsOf('1 Way.mp3', 'Ebb.mp3')).toEqual([
    [null, '', '', '1 Way'],
    [null, '', '', 'Ebb'],
  ]);
  expect(wordsOf('A4 Paper.mp3')).toEqual([[null, '', '', 'A4 Paper']]);
  expect(wordsOf('50 Cent - 01.mp3', '50 Cent - 02.mp3')).toEqual([
    [null, '50 Cent', '', '01'],
    [null, '50 Cent', '', '02'],
  ]);
});
