import { expect, it } from 'vitest';
import { parseImage } from './image.ts';
import { join, mp3, png } from '../../../../sync/media/sample-files.ts';

const text = (value: string) => Uint8Array.from(value, (char) => char.charCodeAt(0));

it('detects the kind and the size of a picture by its bytes', () => {
  const jpeg = new Uint8Array([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 0x01, 0x2c, 0x02, 0x58, 3, 0, 0, 0, 0,
  ]);
  const gif = join([text('GIF89a'), new Uint8Array([0x40, 0x01, 0xf0, 0x00, 0, 0, 0, 0])]);
  const webp = join([
    text('RIFF'),
    new Uint8Array([22, 0, 0, 0]),
    text('WEBPVP8X'),
    new Uint8Array([10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 3, 0, 0x57, 2, 0]),
  ]);
  expect(parseImage(png({ width: 640, height: 480 }))).toEqual({
    kind: 'png',
    mime: 'image/png',
    width: 640,
    height: 480,
  });
  expect(parseImage(jpeg)).toEqual({ kind: 'jpeg', mime: 'image/jpeg', width: 600, height: 300 });
  expect(parseImage(gif)).toEqual({ kind: 'gif', mime: 'image/gif', width: 320, height: 240 });
  expect(parseImage(webp)).toEqual({ kind: 'webp', mime: 'image/webp', width: 800, height: 600 });
});

it('refuses a file that is not a picture, has no size, or is truncated in its header', () => {
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const cases = [
    new Uint8Array(0),
    svg,
    mp3({ frames: 10 }),
    png({ width: 0, height: 4 }),
    png({ width: 4, height: 4 }).subarray(0, 20),
    new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
  ];
  expect(cases.map((bytes) => parseImage(bytes))).toEqual(cases.map(() => null));
});
