import { expect, it } from 'vitest';
import { id3Frames, id3v1, join, latin, mp3, png, utf16 } from '../../sync/media/sample-files.ts';
import { readTags } from './read-tags.ts';
import { noTags } from './tags.ts';

const sound = mp3({ frames: 200 });
const utf8 = (text: string) => new TextEncoder().encode(text);
const blob = (...parts: Uint8Array[]) => new Blob([join(parts)], { type: 'audio/mpeg' });

it('readTags() reads UTF-16 and emoji', async () => {
  const title = utf16('Überfahrt 🌊');
  const artist = utf16('Инес');
  expect(
    await readTags(
      blob(
        id3Frames(3, [
          ['TIT2', title],
          ['TPE1', artist],
        ]),
        sound,
      ),
    ),
  ).toEqual({ ...noTags, title: 'Überfahrt 🌊', artistName: 'Инес' });
});

it('readTags() reads ID3v2.4 with a 3 MB picture, whose type is detected from its bytes', async () => {
  const picture = new Uint8Array(3_000_000);
  picture.set(png({ width: 1400, height: 1200 }));
  const read = await readTags(
    blob(
      id3Frames(4, [
        ['TIT2', join([Uint8Array.of(3), utf8('Two\nLines')])],
        ['TCON', join([Uint8Array.of(3), utf8('Dark Ambient')])],
        ['APIC', join([latin('\0image/jpeg\0\x03\0'), picture])],
      ]),
      sound,
    ),
  );
  expect(read).toMatchObject({ title: 'Two Lines', artistName: '', genres: ['Dark Ambient'] });
  expect([read.cover?.width, read.cover?.height, read.cover?.blob.type, read.cover?.blob.size]).toEqual([
    1400,
    1200,
    'image/png',
    3_000_000,
  ]);
});

it('readTags() reads the album, and the numbers of the disc and the track in it', async () => {
  const frames = id3Frames(3, [
    ['TALB', join([Uint8Array.of(0), latin('Tide Tables')])],
    ['TPE2', join([Uint8Array.of(0), latin('Various Artists')])],
    ['TPOS', join([Uint8Array.of(0), latin('2/2')])],
    ['TRCK', join([Uint8Array.of(0), latin('07/12')])],
  ]);
  expect(await readTags(blob(frames, sound))).toMatchObject({
    album: 'Tide Tables',
    albumArtist: 'Various Artists',
    disc: 2,
    track: 7,
  });
});

it('readTags() does not split an artist’s name at a slash, and reads all artists', async () => {
  const frames = (version: 3 | 4, encoding: number, text: string) =>
    blob(
      id3Frames(version, [
        ['TPE1', join([Uint8Array.of(encoding), utf8(text)])],
        ['TPE2', join([Uint8Array.of(encoding), utf8(text)])],
      ]),
      sound,
    );
  expect(await readTags(frames(3, 0, 'AC/DC'))).toMatchObject({ artistName: 'AC/DC', albumArtist: 'AC/DC' });
  expect(await readTags(frames(4, 3, 'AC/DC'))).toMatchObject({ artistName: 'AC/DC', albumArtist: 'AC/DC' });
  expect(await readTags(frames(4, 3, 'Nína\0Kiln'))).toMatchObject({
    artistName: 'Nína, Kiln',
    albumArtist: 'Nína, Kiln',
  });
});

it('readTags() reads track numbers like A1 so that side A comes before side B', async () => {
  const trackOf = async (text: string) =>
    (await readTags(blob(id3Frames(3, [['TRCK', join([Uint8Array.of(0), latin(text)])]]), sound))).track;
  const numbers: (number | null)[] = [];
  for (const text of ['A1', 'a10', 'B', 'B2', '#3', '1 of 12', 'Side A', '0', '']) numbers.push(await trackOf(text));
  expect(numbers).toEqual([1001, 1010, 2001, 2002, 3, 1, null, null, null]);
});

it('readTags() reads ID3v1 alone, at the end', async () => {
  expect(await readTags(blob(sound, id3v1('Slack Water', 'Ines Calder')))).toMatchObject({
    title: 'Slack Water',
    artistName: 'Ines Calder',
  });
});

it('readTags() returns empty tags for a file without any, and ignores a picture that is not an image', async () => {
  expect(await readTags(blob(sound))).toEqual(noTags);
  const script = join([latin('\0image/png\0\x03\0'), latin('<svg onload=alert(1)>'.repeat(9))]);
  expect((await readTags(blob(id3Frames(4, [['APIC', script]]), sound))).cover).toBeNull();
});
