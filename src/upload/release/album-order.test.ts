import { expect, it } from 'vitest';
import { type AlbumFile, albumOfFolder, discOfFolder, inAlbumOrder } from './album-order.ts';
import { albumWords } from './album-words.ts';

const file = (name: string, disc: number | null = null, track: number | null = null, folder = '') => ({
  name,
  folder,
  tags: { disc, track },
});
function namesOf(files: readonly Omit<AlbumFile, 'words'>[]): string[] {
  const words = albumWords(files);
  const ordered = inAlbumOrder(files.map((each, i) => ({ ...each, words: { order: words[i]?.order ?? null } })));
  return ordered.map(({ folder, name }) => folder + name);
}

it('an album is in the order of its discs, then of its track numbers', () => {
  const files = [file('d.mp3', 2, 1), file('a.mp3', 1, 10), file('c.mp3', 2, 2), file('b.mp3', null, 2)];
  expect(namesOf(files)).toEqual(['b.mp3', 'a.mp3', 'd.mp3', 'c.mp3']);
});

it('tracks without a number follow, in the natural order of their names', () => {
  const files = [
    file('take 10.mp3'),
    file('Take 2.mp3'),
    { name: 'z.mp3', folder: '', tags: null },
    file('y.mp3', 1, 5),
  ];
  expect(namesOf(files)).toEqual(['y.mp3', 'Take 2.mp3', 'take 10.mp3', 'z.mp3']);
});

it('a track without a number in its tags takes it from its file name', () => {
  const files = [file('02 - Flood.mp3'), file('03 - Ebb.mp3'), file('Slack Water.mp3', null, 1)];
  expect(namesOf(files)).toEqual(['Slack Water.mp3', '02 - Flood.mp3', '03 - Ebb.mp3']);
});

it('the folders of a ZIP order the discs, even if each disc’s tags say 1', () => {
  const files = [
    file('01.mp3', 1, 1, 'Tides/CD2'),
    file('02.mp3', 1, 2, 'Tides/CD1'),
    file('01.mp3', 1, 1, 'Tides/CD1'),
  ];
  expect(namesOf(files)).toEqual(['Tides/CD101.mp3', 'Tides/CD102.mp3', 'Tides/CD201.mp3']);
});

it('a track without a disc in its tags takes it from its file name', () => {
  const files = [file('2-01 Ebb.mp3', null, 1), file('1-02 Flood.mp3', null, 2), file('1-01 Low.mp3', null, 1)];
  expect(namesOf(files)).toEqual(['1-01 Low.mp3', '1-02 Flood.mp3', '2-01 Ebb.mp3']);
});

it.each([
  ['CD1', 1],
  ['Tide Tables/Disc 02', 2],
  ['Tide Tables - CD 3', 3],
  ['disk_10', 10],
  ['Tide Tables (Disc 2)', 2],
  ['Tide Tables [CD2]', 2],
  ['Tide Tables{cd 04}', 4],
  ['ABCD1', null],
  ['CD', null],
  ['', null],
])('the folder %j is disc %j', (folder, disc) => {
  expect(discOfFolder(folder)).toBe(disc);
});

it.each([
  ['Tide Tables', 'Tide Tables'],
  ['Music/Ines Calder - Tide Tables (2021)/CD2', 'Tide Tables'],
  ['Ines Calder - 2021 - Tide Tables - Live', 'Tide Tables - Live'],
  ['1999', '1999'],
  ['Tide_Tables_[CD 2]', 'Tide Tables'],
  ['Tide Tables (Disc 1 of 2)', 'Tide Tables'],
  ['潮見表/Disc 1', '潮見表'],
  ['CD1', ''],
  ['', ''],
])('the folder %j names the album %j', (folder, album) => {
  expect(albumOfFolder(folder)).toBe(album);
});
