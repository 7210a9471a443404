import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  gif,
  join,
  jpeg,
  latin,
  png,
  pngChunk,
  webp,
  webpCanvas,
  webpLossy,
} from '../../../../sync/media/sample-files.ts';
import { parseImage } from './image.ts';
import { imageProblem } from './image-problem.ts';

const small = { width: 40, height: 30 };
const huge = { width: 20_000, height: 20_000 };
async function verdict(bytes: Uint8Array): Promise<string> {
  const facts = parseImage(bytes);
  return facts === null ? 'no picture' : ((await imageProblem(bytes, facts)) ?? 'stored');
}
const segment = (marker: number, content = 2) =>
  join([Uint8Array.of(0xff, marker, 0, content + 2), new Uint8Array(content)]);
const frameOf = (bytes: Uint8Array) => bytes.subarray(2, 15);
const whole = png(small);
const withChunks = (...chunks: Uint8Array[]) => join([whole.subarray(0, 33), ...chunks, whole.subarray(33)]);
const still = webp([['VP8 ', webpLossy(40, 30)]]);
const lossless = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14);
  return Uint8Array.of(0x2f, bits, bits >> 8, bits >> 16, bits >> 24, 0, 0, 0, 0, 0);
};

const cases: readonly (readonly [string, Uint8Array, string])[] = [
  ['a plain JPEG', jpeg(small), 'stored'],
  [
    'a JPEG with a profile, a comment, tables and fill bytes',
    jpeg({ ...small, before: [segment(0xe2), segment(0xfe), segment(0xdb), Uint8Array.of(0xff, 0xff), segment(0xc4)] }),
    'stored',
  ],
  ['a progressive JPEG', jpeg({ ...small, scans: 10 }), 'stored'],
  ['a JPEG whose frame is huge', jpeg(huge), 'too large'],
  ['a JPEG with FF 00 before a huge frame', jpeg({ ...huge, before: [segment(0x00)] }), 'no picture'],
  ['a JPEG with a reserved marker before its frame', jpeg({ ...small, before: [segment(0x02)] }), 'no picture'],
  ['a JPEG with a restart before its frame', jpeg({ ...small, before: [Uint8Array.of(0xff, 0xd0)] }), 'no picture'],
  ['a JPEG with TEM before its frame', jpeg({ ...small, before: [Uint8Array.of(0xff, 0x01)] }), 'no picture'],
  ['a JPEG with a second start', jpeg({ ...small, before: [Uint8Array.of(0xff, 0xd8)] }), 'no picture'],
  ['a JPEG with bytes between its segments', jpeg({ ...small, before: [segment(0xe0), latin('junk')] }), 'no picture'],
  ['a hierarchical JPEG', jpeg({ ...small, before: [segment(0xde, 6)] }), 'damaged'],
  ['a JPEG with arithmetic tables', jpeg({ ...small, before: [segment(0xcc)] }), 'damaged'],
  ['a JPEG with two frames', jpeg({ ...small, before: [frameOf(jpeg(small))] }), 'damaged'],
  [
    'a JPEG with a huge frame behind its scan',
    join([jpeg(small).subarray(0, -2), frameOf(jpeg(huge)), jpeg(small).subarray(15)]),
    'damaged',
  ],
  [
    'a JPEG whose height follows its scan',
    join([jpeg(small).subarray(0, -2), Uint8Array.of(0xff, 0xdc, 0, 4, 0xff, 0xff, 0xff, 0xd9)]),
    'damaged',
  ],
  ['a JPEG without a height', jpeg({ width: 40, height: 0 }), 'no picture'],
  ['a JPEG with a thousand scans', jpeg({ ...small, scans: 1000 }), 'damaged'],
  ['a large JPEG with many scans', jpeg({ width: 7000, height: 7000, scans: 20 }), 'damaged'],
  ['a JPEG without scans', jpeg({ ...small, scans: 0 }), 'damaged'],
  ['a JPEG that is cut off', jpeg(small).subarray(0, -2), 'damaged'],
  ['a JPEG with a page behind it', join([jpeg(small), latin('<script>')]), 'damaged'],
  ['a lossless JPEG', join([jpeg(small).subarray(0, 3), Uint8Array.of(0xc3), jpeg(small).subarray(4)]), 'damaged'],

  ['a plain GIF', gif([40, 30], [[40, 30]]), 'stored'],
  ['a GIF whose frame is larger than its screen', gif([1, 1], [[20_000, 20_000]]), 'too large'],
  ['a GIF whose screen is larger than its frame', gif([20_000, 20_000], [[1, 1]]), 'too large'],
  ['a GIF without a screen', gif([0, 0], [[40, 30]]), 'no picture'],
  ['a GIF without a frame', gif([40, 30], []), 'damaged'],
  [
    'a GIF of two frames',
    gif(
      [40, 30],
      [
        [40, 30],
        [40, 30],
      ],
    ),
    'animated',
  ],
  [
    'a GIF of thousands of frames',
    gif(
      [40, 30],
      Array.from({ length: 5000 }, () => [1, 1] as const),
    ),
    'animated',
  ],
  ['a GIF that is cut off', gif([40, 30], [[40, 30]]).subarray(0, -3), 'damaged'],
  ['a GIF with a script behind it', join([gif([40, 30], [[40, 30]]), latin('alert(1)')]), 'damaged'],

  ['a plain PNG', whole, 'stored'],
  [
    'a PNG with a profile and texts',
    withChunks(
      pngChunk('iCCP', join([latin('sRGB\0\0'), deflateSync(Buffer.alloc(3000))])),
      pngChunk('tEXt', latin('Title\0Night')),
      pngChunk('zTXt', join([latin('A\0\0'), deflateSync(Buffer.from('b'))])),
    ),
    'stored',
  ],
  ['a huge PNG', png(huge), 'too large'],
  ['an animated PNG', withChunks(pngChunk('acTL', new Uint8Array(8))), 'animated'],
  ['a PNG with two headers', withChunks(whole.subarray(8, 33)), 'damaged'],
  [
    'a PNG whose profile unpacks to 40 MB',
    withChunks(pngChunk('iCCP', join([latin('p\0\0'), deflateSync(Buffer.alloc(40_000_000))]))),
    'damaged',
  ],
  [
    'a PNG whose text unpacks to 40 MB',
    withChunks(pngChunk('zTXt', join([latin('p\0\0'), deflateSync(Buffer.alloc(40_000_000))]))),
    'damaged',
  ],
  [
    'a PNG whose international text unpacks to 40 MB',
    withChunks(pngChunk('iTXt', join([latin('p\0\x01\0en\0p\0'), deflateSync(Buffer.alloc(40_000_000))]))),
    'damaged',
  ],
  [
    'a PNG with a chunk beyond its end',
    join([whole.subarray(0, 33), Uint8Array.of(0x7f, 0xff, 0xff, 0xff), latin('tEXt'), new Uint8Array(20)]),
    'damaged',
  ],
  ['a PNG with thousands of chunks', withChunks(...Array.from({ length: 5000 }, () => pngChunk('tEXt'))), 'damaged'],
  ['a PNG without data', join([whole.subarray(0, 33), pngChunk('IEND')]), 'damaged'],
  ['a PNG with an invalid colour type', join([whole.subarray(0, 25), Uint8Array.of(5), whole.subarray(26)]), 'damaged'],
  ['a PNG that is cut off', whole.subarray(0, -4), 'damaged'],
  ['a PNG with an archive behind it', join([whole, latin('PK\x03\x04')]), 'damaged'],

  ['a plain WebP', still, 'stored'],
  ['a lossless WebP', webp([['VP8L', lossless(40, 30)]]), 'stored'],
  [
    'an extended WebP',
    webp([
      ['VP8X', webpCanvas(40, 30)],
      ['ICCP', new Uint8Array(9)],
      ['VP8 ', webpLossy(40, 30)],
    ]),
    'stored',
  ],
  [
    'a WebP whose canvas is huge',
    webp([
      ['VP8X', webpCanvas(20_000, 20_000)],
      ['VP8 ', webpLossy(40, 30)],
    ]),
    'too large',
  ],
  [
    'a WebP whose picture is larger than its canvas',
    webp([
      ['VP8X', webpCanvas(1, 1)],
      ['VP8 ', webpLossy(16_000, 16_000)],
    ]),
    'too large',
  ],
  [
    'a WebP whose picture differs in size from its canvas',
    webp([
      ['VP8X', webpCanvas(1, 1)],
      ['VP8 ', webpLossy(40, 30)],
    ]),
    'damaged',
  ],
  ['a lossless WebP that is huge', webp([['VP8L', lossless(16_000, 16_000)]]), 'too large'],
  [
    'a WebP with two pictures',
    webp([
      ['VP8 ', webpLossy(40, 30)],
      ['VP8 ', webpLossy(16_000, 16_000)],
    ]),
    'damaged',
  ],
  [
    'an animated WebP',
    webp([
      ['VP8X', webpCanvas(40, 30, 2)],
      ['ANIM', new Uint8Array(6)],
    ]),
    'animated',
  ],
  [
    'a WebP with frames that its header does not announce',
    webp([
      ['VP8X', webpCanvas(40, 30)],
      ['ANMF', new Uint8Array(24)],
    ]),
    'animated',
  ],
  [
    'a WebP without a picture',
    webp([
      ['VP8X', webpCanvas(40, 30)],
      ['EXIF', new Uint8Array(8)],
    ]),
    'damaged',
  ],
  ['a WebP with bytes behind it', join([still, latin('<html>')]), 'damaged'],

  ['an icon', join([Uint8Array.of(0, 0, 1, 0, 1, 0), new Uint8Array(60)]), 'no picture'],
  ['a bitmap', join([latin('BM'), new Uint8Array(60)]), 'no picture'],
  ['an AVIF', join([Uint8Array.of(0, 0, 0, 28), latin('ftypavif'), new Uint8Array(60)]), 'no picture'],
  ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'), 'no picture'],
];

it.each(cases.map(([picture, bytes, expected]) => [picture, expected, bytes] as const))(
  '%s: %s',
  async (_, expected, bytes) => {
    expect(await verdict(bytes)).toBe(expected);
  },
);

it('refuses a picture wherever it is truncated, and reads no byte beyond its end', async () => {
  for (const bytes of [
    jpeg(small),
    gif([40, 30], [[40, 30]]),
    whole,
    webp([
      ['VP8X', webpCanvas(40, 30)],
      ['VP8 ', webpLossy(40, 30)],
    ]),
  ])
    for (let end = 0; end < bytes.length; end += 1)
      expect(['no picture', 'damaged']).toContain(await verdict(bytes.subarray(0, end)));
});
