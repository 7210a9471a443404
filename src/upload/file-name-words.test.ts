import { expect, it } from 'vitest';
import { fileNameWords, inOrder } from './file-name-words.ts';

it.each([
  ['03 - Artist - Title.mp3', 3, 'Artist', 'Title'],
  ['03. Title.mp3', 3, '', 'Title'],
  ['03 Title.mp3', 3, '', 'Title'],
  ['03-Title.MP3', 3, '', 'Title'],
  ['3) Title.mp3', 3, '', 'Title'],
  ['03_-_Artist_-_Long_Title.mp3', 3, 'Artist', 'Long Title'],
  ['My_Song_Name.mp3', null, '', 'My Song Name'],
  ['Artist - Title.mp3', null, 'Artist', 'Title'],
  ['Artist – Title (Live – 2020).mp3', null, 'Artist', 'Title (Live - 2020)'],
  ['Artist - Album - 07 - Title.mp3', 7, 'Artist', 'Title'],
  ['50 Cent - In da Club.mp3', null, '50 Cent', 'In da Club'],
  ['7 rings.mp3', null, '', '7 rings'],
  ['24-7.mp3', null, '', '24-7'],
  ['1.5 Degrees.mp3', null, '', '1.5 Degrees'],
  ['Jay-Z - 99 Problems.mp3', null, 'Jay-Z', '99 Problems'],
  ['Кино - Группа крови.mp3', null, 'Кино', 'Группа крови'],
  ['Cafe\u0301.mp3', null, '', 'Café'],
  ['Dr. Who.mp3', null, '', 'Dr. Who'],
  ['1999.mp3', null, '', '1999'],
  ['.mp3', null, '', ''],
])('%j is parsed as %j, %j, %j', (name, order, artistName, title) => {
  expect(fileNameWords(name)).toEqual({ order, artistName, title });
});

it('files are sorted by number if every name has one', () => {
  const named = (...names: string[]) => names.map((name) => new File([], name));
  const names = (files: File[]) => files.map(({ name }) => name);
  expect(names(inOrder(named('10. c.mp3', '02. b.mp3', '01. a.mp3')))).toEqual(['01. a.mp3', '02. b.mp3', '10. c.mp3']);
  expect(names(inOrder(named('b.mp3', '01. a.mp3')))).toEqual(['b.mp3', '01. a.mp3']);
});
