import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeader } from '../../supabase/functions/_shared/media/mpeg-header.ts';
import { bytesToRead, makeFrameTable, readPlacedFrames } from './frame-table.ts';
import { id3v2, join, kilobitsAt, mp3, sampleRates } from './sample-files.ts';

const stream = fc
  .record({ sampleRate: fc.constantFrom(...sampleRates), mono: fc.boolean(), frames: fc.integer({ min: 2, max: 90 }) })
  .chain((spec) =>
    fc
      .array(fc.constantFrom(...kilobitsAt(spec.sampleRate)), { minLength: 2, maxLength: 5 })
      .map((kilobits) => ({ ...spec, kilobits })),
  );

function fileOf(spec: Parameters<typeof mp3>[0]) {
  const sound = mp3(spec);
  const sizes: number[] = [];
  for (let at = 0; at < sound.length; at += sizes.at(-1) ?? 1) sizes.push(readHeader(sound, at)?.size ?? 1);
  const header = readHeader(sound, 0);
  if (!header) throw new Error('no frame');
  const table = makeFrameTable(sizes, header);
  const file = join([table, mp3({ ...spec, xing: { says: spec.frames, delay: 576, padding: 900 } })]);
  return { file, table, sizes, header, from: file.length - sound.length };
}

describe("A table of an MP3's frames", () => {
  it("gives each frame's size and the padding from the first bytes only", () => {
    fc.assert(
      fc.property(stream, (spec) => {
        const { file, sizes, header, from } = fileOf(spec);
        const start = file.slice(0, bytesToRead(file.slice(0, 10)));
        expect(readPlacedFrames(start, file.length)).toEqual({
          from,
          header,
          sizes,
          gaps: { delay: 576, padding: 900 },
        });
      }),
    );
  });

  it('is the lookup table of ID3v2: each reference gives the bytes and milliseconds of a frame', () => {
    const { table, sizes, header } = fileOf({ frames: 300, kilobits: [320, 32, 128] });
    const view = new DataView(table.buffer);
    expect(String.fromCharCode(...table.subarray(0, 3), ...table.subarray(10, 14))).toBe('ID3MLLT');
    const [frames, bytes, ms] = [view.getUint16(20), view.getUint32(21) & 0xffffff, view.getUint32(24) & 0xffffff];
    expect([frames, bytes, ms, table[28], table[29]]).toEqual([1, Math.min(...sizes), 26, 15, 1]);
    const references = sizes.map((_, index) => view.getUint16(30 + 2 * index));
    expect(references.map((reference) => bytes + (reference >> 1))).toEqual(sizes);
    const end = references.reduce((sum, reference) => sum + ms + (reference & 1), 0);
    expect(end).toBe(Math.floor((300 * header.samples * 1000) / header.sampleRate));
  });

  it('is rejected for a file of another length or with another tag', () => {
    const { file } = fileOf({ frames: 90, kilobits: [64, 320] });
    const other = join([id3v2(500), mp3({ frames: 90 })]);
    expect(readPlacedFrames(file, file.length)).not.toBeNull();
    expect([
      readPlacedFrames(file, file.length - 1),
      readPlacedFrames(file, file.length + 128),
      readPlacedFrames(file.slice(0, 100), file.length),
      readPlacedFrames(other, other.length),
      readPlacedFrames(mp3({ frames: 90 }), 90 * 417),
      readPlacedFrames(new Uint8Array(3), 3),
    ]).toEqual([null, null, null, null, null, null]);
  });

  it('is rejected if a byte of its description is damaged, or if it ends early', () => {
    const { file, table } = fileOf({ frames: 90, kilobits: [64, 320] });
    // Offsets of the tag's name, version and size, the MLLT frame's name and size, MPEG frames per reference, and bits per reference.
    const described = [0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 28, 29];
    const damaged = described.filter((at) => {
      const copy = file.slice();
      copy[at] = (copy[at] ?? 0) ^ 1;
      return readPlacedFrames(copy, file.length) === null;
    });
    expect(damaged).toEqual(described);
    for (let length = 0; length <= table.length; length += 1)
      expect(readPlacedFrames(file.slice(0, length), file.length), `${length} bytes`).toBeNull();
    // A tag that ends before its own table.
    const short = file.slice(0, 20);
    short.set([0, 0, 0, 10], 6);
    expect(readPlacedFrames(short, 20)).toBeNull();
  });

  it('is rejected if no Xing frame follows it', () => {
    const { table } = fileOf({ frames: 90, kilobits: [64, 320] });
    const file = join([table, mp3({ frames: 90, kilobits: [64, 320] })]);
    expect(readPlacedFrames(file, file.length)).toBeNull();
    expect(readPlacedFrames(file, file.length + (readHeader(file, table.length)?.size ?? 0))).toBeNull();
  });

  it('asks for the bytes of the tag, the Xing frame and the next header, but for none of a file without a tag', () => {
    const { file, table } = fileOf({ frames: 90, kilobits: [64, 320] });
    expect(bytesToRead(file.slice(0, 10))).toBe(table.length + 1500);
    expect([mp3({ frames: 2 }), new Uint8Array(0), new Uint8Array(10)].map(bytesToRead)).toEqual([0, 0, 0]);
  });
});
