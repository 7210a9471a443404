import { expect, it } from 'vitest';
import { inMp4, isVbr, mp3OfMp4, vbrMark } from './vbr-address.ts';

const plain = 'https://x.test/tracks/me/1.mp3';
const stored = 'https://x.test/tracks/me/1_vbr.mp3';

it('the name of an MP3 says whether it has a frame table', () => {
  expect([`1${vbrMark(true)}.mp3`, `1${vbrMark(false)}.mp3`]).toEqual(['1_vbr.mp3', '1.mp3']);
  expect([stored, 'me/1_vbr.mp3', `${stored}#t=3`].map(isVbr)).toEqual([true, true, true]);
  expect([plain, `${stored}?x=1`, 'me/1_vbr.mp3.jpg', 'me/1_vbrXmp3'].map(isVbr)).toEqual([false, false, false, false]);
});

it('a track with a frame table is requested as an MP4, and the address of the MP4 leads back to that of the MP3', () => {
  expect(inMp4(stored)).toBe(`${stored}?in=mp4`);
  expect(inMp4(`${stored}#t=3`)).toBe(`${stored}?in=mp4#t=3`);
  expect([inMp4(stored), inMp4(`${stored}#t=3`)].map(mp3OfMp4)).toEqual([stored, `${stored}#t=3`]);
});

it('any other address stays unchanged, and is not read as that of an MP4', () => {
  expect(inMp4(plain)).toBe(plain);
  expect([stored, plain, `${plain}?in=mp4`, `${stored}?in=mp3`].map(mp3OfMp4)).toEqual([null, null, null, null]);
});
