import { describe, expect, it } from 'vitest';
import { makeMp4Head } from './mp4-head.ts';

const header = { size: 417, samples: 1152, sampleRate: 44_100, channels: 2, bitrate: 128_000, sideInfo: 32 } as const;
const CONTAINERS = ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl'];

function boxesOf(bytes: Uint8Array): Map<string, DataView> {
  const found = new Map<string, DataView>();
  for (let at = 0; at < bytes.length;) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const size = view.getUint32(0);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + size);
    found.set(name, new DataView(content.buffer, content.byteOffset, content.byteLength));
    if (CONTAINERS.includes(name)) for (const [inner, view] of boxesOf(content)) found.set(inner, view);
    at += size;
  }
  return found;
}

const numbers = (view: DataView | undefined, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => view?.getUint32(at + 4 * index));

describe('The head that makes an MP4 of the frames of an MP3', () => {
  const sizes = Array.from({ length: 70_000 }, (_, index) => 104 + (index % 900));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);

  it('lists each frame, from the first byte after the head', () => {
    const head = makeMp4Head({ header, sizes, gaps: null });
    const boxes = boxesOf(head);
    expect([...boxes.keys()]).toEqual([
      ...[
        'ftyp',
        'moov',
        'mvhd',
        'trak',
        'tkhd',
        'edts',
        'elst',
        'mdia',
        'mdhd',
        'hdlr',
        'minf',
        'smhd',
        'dinf',
        'stbl',
      ],
      ...['stsd', 'stts', 'stsc', 'stsz', 'stco', 'mdat'],
    ]);
    expect(numbers(boxes.get('stsz'), 4, 2)).toEqual([0, 70_000]);
    expect(numbers(boxes.get('stsz'), 12, 70_000)).toEqual(sizes);
    expect(numbers(boxes.get('stts'), 4, 3)).toEqual([1, 70_000, 1152]);
    expect(numbers(boxes.get('stsc'), 4, 4)).toEqual([1, 1, 70_000, 1]);
    expect(numbers(boxes.get('stco'), 4, 2)).toEqual([1, head.length]);
    expect(new DataView(head.buffer).getUint32(head.length - 8)).toBe(bytes + 8);
  });

  it('declares layer III and the duration', () => {
    const boxes = boxesOf(makeMp4Head({ header, sizes, gaps: null }));
    const described = boxes.get('stsd') ?? new DataView(new ArrayBuffer(0));
    const text = String.fromCharCode(...new Uint8Array(described.buffer, described.byteOffset, described.byteLength));
    // A decoder descriptor: 13 bytes, MPEG-1 audio.
    expect(text).toContain('\x04\x80\x80\x80\x0d\x6b\x15');
    expect(numbers(boxes.get('mdhd'), 12, 2)).toEqual([44_100, 70_000 * 1152]);
    expect(numbers(boxes.get('mvhd'), 12, 2)).toEqual([44_100, 70_000 * 1152]);
    expect(numbers(boxes.get('elst'), 8, 2)).toEqual([70_000 * 1152, 0]);
  });

  it("trims the padding at both ends, including the decoder's delay", () => {
    const boxes = boxesOf(makeMp4Head({ header, sizes, gaps: { delay: 576, padding: 1234 } }));
    expect(numbers(boxes.get('elst'), 8, 2)).toEqual([70_000 * 1152 - 576 - 1234, 576 + 529]);
    // If the padding is shorter than the decoder's delay, the sound ends with the last frame.
    const short = boxesOf(makeMp4Head({ header, sizes, gaps: { delay: 576, padding: 100 } }));
    expect(numbers(short.get('elst'), 8, 2)).toEqual([70_000 * 1152 - 576 - 529, 576 + 529]);
  });

  it('has the boxes of ISO/IEC 14496-12 with these contents', () => {
    const boxes = boxesOf(makeMp4Head({ header, sizes: [417, 418, 418], gaps: { delay: 576, padding: 1000 } }));
    const hex = (name: string) => {
      const { buffer, byteOffset, byteLength } = boxes.get(name) ?? new DataView(new ArrayBuffer(0));
      return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
    };
    const zeros = (count: number) => '0'.repeat(2 * count);
    const matrix = `00010000${zeros(12)}00010000${zeros(12)}40000000`;
    // 3456 samples less 576 and 1000 of padding. The decoder adds 529 at the start.
    const [music, skipped, rate] = ['00000758', '00000451', '0000ac44'];
    const expected = {
      ftyp: '69736f6d0000020069736f6d69736f326d703431',
      mvhd: `${zeros(12)}${rate}${music}000100000100${zeros(10)}${matrix}${zeros(24)}00000002`,
      tkhd: `00000007${zeros(8)}00000001${zeros(4)}${music}${zeros(12)}0100${zeros(2)}${matrix}${zeros(8)}`,
      elst: `${zeros(4)}00000001${music}${skipped}00010000`,
      mdhd: `${zeros(12)}${rate}00000d8055c40000`,
      hdlr: `${zeros(8)}736f756e${zeros(13)}`,
      smhd: zeros(8),
      dinf: `0000001c64726566${zeros(4)}000000010000000c75726c2000000001`,
      stsd:
        `${zeros(4)}00000001000000506d703461${zeros(6)}0001${zeros(8)}00020010${zeros(4)}ac440000` +
        // 320 kbit/s at most, and 127,910 bit/s on average.
        `0000002c65736473${zeros(4)}038080801b000000048080800d6b15${zeros(3)}0004e2000001f3a6068080800102`,
      stsz: `${zeros(8)}00000003000001a1000001a2000001a2`,
      stco: `${zeros(4)}0000000100000275`,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, hex(name)]))).toEqual(expected);
  });
});
