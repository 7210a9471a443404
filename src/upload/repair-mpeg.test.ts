import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMpeg } from '../../supabase/functions/_shared/media/mpeg.ts';
import { skipTags } from '../../supabase/functions/_shared/media/mpeg-tags.ts';
import { readPlacedFrames } from '../../sync/media/frame-table.ts';
import {
  ape,
  id3v1,
  id3v2,
  join,
  kilobitsAt,
  latin,
  mp3,
  type SampleMp3,
  sampleRates,
  sideInfo,
} from '../../sync/media/sample-files.ts';
import { repairMpeg } from './repair-mpeg.ts';

const noise = (length: number) => Uint8Array.from({ length }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13);

function wholeOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = repairMpeg(bytes);
  if (typeof whole === 'string') throw new Error(`refused: ${whole}`);
  return join(whole.parts);
}

/** The bytes after the frame table, which precedes the info frame if the bitrate varies. */
function framesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = wholeOf(bytes);
  return whole.slice(skipTags(whole, 0));
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

function readTable(bytes: Uint8Array<ArrayBuffer>, { sampleRate = 44_100, mono = false }: Partial<SampleMp3> = {}) {
  const view = new DataView(bytes.buffer);
  const at = 4 + sideInfo(sampleRate, mono);
  const text = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));
  let size = 0;
  parseMpeg(bytes, (frame, frameSize) => {
    if (frame === 0) size = frameSize;
  });
  const [a = 0, b = 0, c = 0] = bytes.subarray(at + 141, at + 144);
  return {
    size,
    name: text(at, 4),
    frames: view.getUint32(at + 8),
    bytes: view.getUint32(at + 12),
    points: [...bytes.subarray(at + 16, at + 116)],
    encoder: text(at + 120, 9),
    delay: (a << 4) | (b >> 4),
    padding: ((b & 15) << 8) | c,
    musicBytes: view.getUint32(at + 148),
    checksum: view.getUint16(at + 154),
    checked: bytes.subarray(0, at + 154),
  };
}

const stream = fc
  .record({
    sampleRate: fc.constantFrom(...sampleRates),
    mono: fc.boolean(),
    frames: fc.integer({ min: 90, max: 300 }),
    fill: fc.integer({ min: 1, max: 0x7f }),
  })
  .chain((made) =>
    fc
      .array(fc.constantFrom(...kilobitsAt(made.sampleRate)), { minLength: 1, maxLength: 5 })
      .map((kilobits) => ({ ...made, kilobits })),
  );
const before = fc.constantFrom(
  new Uint8Array(0),
  id3v2(20_000),
  join([id3v2(10), new Uint8Array(300), id3v2(3000)]),
  new Uint8Array(200).fill(0xff),
  new Uint8Array(5000),
);
const behind = fc.constantFrom(
  new Uint8Array(0),
  id3v1(),
  ape(9000, true),
  ape(9000, false),
  join([ape(500, true), id3v1()]),
  new Uint8Array(40_000),
  join([id3v1(), new Uint8Array(2000)]),
);

describe('A repaired MP3', () => {
  it('keeps every audio frame bit for bit, and nothing else, behind a correct info frame', () => {
    fc.assert(
      fc.property(stream, before, behind, fc.boolean(), fc.boolean(), (made, lead, tail, xing, isJoined) => {
        const sound = mp3(made);
        const file = mp3({ ...made, xing });
        const between = isJoined ? [id3v1(), id3v2(500), file] : [];
        const whole = framesOf(join([lead, file, ...between, tail]));
        const table = readTable(whole, made);
        const frames = isJoined ? [sound, sound] : [sound];
        expect(isSame(whole.subarray(table.size), join(frames))).toBe(true);
        const isVariableBitrate = new Set(made.kilobits).size > 1;
        expect([table.name, table.frames, table.bytes]).toEqual([
          isVariableBitrate ? 'Xing' : 'Info',
          made.frames * frames.length,
          whole.length,
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('starts with a table of all frames if its bitrate varies', () => {
    fc.assert(
      fc.property(stream, (made) => {
        const whole = wholeOf(mp3(made));
        const sizes: number[] = [];
        let from = 0;
        parseMpeg(whole, (at, size, xing) => {
          if (xing) return;
          from ||= at;
          sizes.push(size);
        });
        const placed = readPlacedFrames(whole, whole.length);
        const isVariableBitrate = new Set(made.kilobits).size > 1;
        expect(placed && { from: placed.from, sizes: placed.sizes }).toEqual(
          isVariableBitrate ? { from, sizes } : null,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('has a seek table of 100 points, accurate to 1/512 of its bytes', () => {
    fc.assert(
      fc.property(stream, (made) => {
        const whole = framesOf(mp3(made));
        const starts: number[] = [];
        parseMpeg(whole, (at, _, xing) => xing ?? starts.push(at));
        const { points } = readTable(whole, made);
        const off = points.map((place, index) => {
          const truth = (starts[Math.round((index * starts.length) / 100)] ?? 0) / whole.length;
          return Math.abs(place / 256 - Math.min(truth, 255 / 256));
        });
        expect(Math.max(...off)).toBeLessThanOrEqual(1 / 512 + 1e-9);
      }),
      { numRuns: 100 },
    );
  });

  it('does not change if it is repaired already', () => {
    fc.assert(
      fc.property(stream, fc.boolean(), (made, isLame) => {
        const whole = wholeOf(
          mp3({ ...made, ...(isLame ? { xing: { says: made.frames, delay: 576, padding: 900 } } : {}) }),
        );
        expect(isSame(wholeOf(whole), whole)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps LAME’s gapless values, and its duration excludes delay and padding', () => {
    const xing = { says: 400, delay: 576, padding: 1234 };
    const whole = repairMpeg(mp3({ frames: 400, xing }));
    if (typeof whole === 'string') throw new Error(whole);
    expect(whole.facts.durationMs).toBe(Math.round(((400 * 1152 - 576 - 1234) / 44_100) * 1000));
    const table = readTable(join(whole.parts));
    expect(table).toMatchObject({
      encoder: 'LAME3.100',
      delay: 576,
      padding: 1234,
      musicBytes: join(whole.parts).length,
    });
    // LAME's checksum of the info frame: CRC-16 with polynomial 0x8005.
    let crc = 0;
    for (const byte of table.checked) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
    }
    expect(table.checksum).toBe(crc);
  });

  it('drops the padding of a truncated stream, and uses the last part’s padding for a joined stream', () => {
    const part = (padding: number) => mp3({ frames: 200, xing: { says: 200, delay: 576, padding } });
    const cut = part(1000);
    expect(readTable(wholeOf(cut.slice(0, cut.length - 3000)))).toMatchObject({ frames: 192, delay: 576, padding: 0 });
    expect(readTable(wholeOf(join([part(1000), part(700)])))).toMatchObject({ frames: 400, delay: 576, padding: 700 });
  });

  it('has the right frame count even if the original states a wrong one', () => {
    const lying = mp3({ frames: 200, kilobits: [64, 320], xing: { says: 9000, delay: 576, padding: 1000 } });
    expect(readTable(framesOf(lying))).toMatchObject({ name: 'Xing', frames: 200, padding: 0 });
  });

  it('has an info frame even if its frames are small', () => {
    const made = { frames: 500, kilobits: 8, sampleRate: 8_000, mono: true } as const;
    expect(readTable(wholeOf(mp3(made)), made)).toMatchObject({ name: 'Info', frames: 500 });
    const slow = { frames: 500, kilobits: 32 } as const;
    expect(readTable(wholeOf(mp3(slow)), slow)).toMatchObject({ name: 'Info', frames: 500 });
  });
});

describe('An MP3 that cannot be repaired', () => {
  const sound = mp3({ frames: 300 });
  const free = (() => {
    const frame = new Uint8Array(1305);
    frame.set([0xff, 0xfb, 0x00, 0x00]);
    return join(Array.from({ length: 100 }, () => frame));
  })();
  const cases: [string, Uint8Array<ArrayBuffer>][] = [
    ['free format', free],
    ['free format', join([id3v2(2000), free, id3v1()])],
    ['short', mp3({ frames: 38 })],
    ['short', mp3({ frames: 2 })],
    ['mixed', join([sound, mp3({ frames: 300, sampleRate: 48_000 })])],
    ['mixed', join([sound, id3v1(), id3v2(900), mp3({ frames: 300, mono: true })])],
    ['damaged', join([sound, new Uint8Array(sound.length / 4).fill(0x41), sound])],
    ['damaged', join([new Uint8Array(200_000).fill(0x41), sound])],
    ['no sound', new Uint8Array(100_000).fill(0x41)],
    ['no sound', new Uint8Array(0)],
    ['no sound', noise(200_000)],
    ['no sound', join([id3v2(500), noise(200_000)])],
    ['only a tag', id3v2(5000)],
    ['only a tag', join([id3v2(5000), new Uint8Array(300)])],
    ['wrong tag', join([id3v2(200_000).subarray(0, 10), sound.subarray(0, 50_000)])],
    ['wrong tag', id3v2(5000).subarray(0, 3000)],
    ['not mpeg', join([latin('RIFF0000WAVEfmt '), sound])],
    ['not mpeg', join([Uint8Array.of(0, 0, 0, 24), latin('ftypM4A '), sound])],
    ['not mpeg', join([id3v2(500), latin('OggS'), sound])],
  ];
  it.each(cases)('is refused as: %s', (problem, bytes) => {
    const made = repairMpeg(bytes);
    expect(typeof made === 'string' ? made : 'taken').toBe(problem);
  });
});
