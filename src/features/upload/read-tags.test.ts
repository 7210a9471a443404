import { expect, it } from 'vitest';
import { join, mp3, png } from '../../../sync/media/sample-files.ts';
import { readTags } from './read-tags.ts';

const sound = mp3({ frames: 200 });
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...units(text).flatMap((unit) => [unit & 255, unit >> 8])]);
const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);

/** An ID3v2 tag of the third or fourth version. */
function tag(version: 3 | 4, frames: [id: string, content: Uint8Array][]): Uint8Array<ArrayBuffer> {
  const parts = frames.flatMap(([id, { length }]) => {
    const size = version === 4 ? sevenBits(length) : [24, 16, 8, 0].map((shift) => (length >> shift) & 255);
    return [latin(id), Uint8Array.of(...size, 0, 0), frames.find(([one]) => one === id)?.[1] ?? new Uint8Array(0)];
  });
  const body = join(parts);
  return join([latin('ID3'), Uint8Array.of(version, 0, 0, ...sevenBits(body.length)), body]);
}
const blob = (...parts: Uint8Array[]) => new Blob([join(parts)], { type: 'audio/mpeg' });

it('reads UTF-16 and emoji', async () => {
  const title = join([Uint8Array.of(1), utf16('Überfahrt 🌊')]);
  const artist = join([Uint8Array.of(1), utf16('Инес')]);
  expect(
    await readTags(
      blob(
        tag(3, [
          ['TIT2', title],
          ['TPE1', artist],
        ]),
        sound,
      ),
    ),
  ).toEqual({
    title: 'Überfahrt 🌊',
    artistName: 'Инес',
    genres: [],
    cover: null,
  });
});

it('reads ID3v2.4 with 3 MB of picture in it, and what the picture is by its bytes', async () => {
  const picture = new Uint8Array(3_000_000);
  picture.set(png({ width: 1400, height: 1200 }));
  const read = await readTags(
    blob(
      tag(4, [
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

it('reads ID3v1 alone, at the end', async () => {
  const old = new Uint8Array(128);
  old.set(latin('TAG'));
  old.set(latin('Slack Water'), 3);
  old.set(latin('Ines Calder'), 33);
  expect(await readTags(blob(sound, old))).toMatchObject({ title: 'Slack Water', artistName: 'Ines Calder' });
});

it('says nothing of a file without tags, and takes no picture that is none', async () => {
  expect(await readTags(blob(sound))).toEqual({ title: '', artistName: '', genres: [], cover: null });
  const script = join([latin('\0image/png\0\x03\0'), latin('<svg onload=alert(1)>'.repeat(9))]);
  expect((await readTags(blob(tag(4, [['APIC', script]]), sound))).cover).toBeNull();
});
