import { describe, expect, it } from 'vitest';
import { makeMp4Head } from './mp4-head.ts';

const header = { size: 417, samples: 1152, sampleRate: 44_100, channels: 2, bitrate: 128_000, sideInfo: 32 } as const;
const CONTAINERS = ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl'];

/** The content of every box, by its name. */
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
    // The descriptor of a decoder: 13 bytes, MPEG-1 audio.
    expect(text).toContain('\x04\x80\x80\x80\x0d\x6b\x15');
    expect(numbers(boxes.get('mdhd'), 12, 2)).toEqual([44_100, 70_000 * 1152]);
    expect(numbers(boxes.get('mvhd'), 12, 2)).toEqual([44_100, 70_000 * 1152]);
    expect(numbers(boxes.get('elst'), 8, 2)).toEqual([70_000 * 1152, 0]);
  });

  it("trims the padding at both ends, including the decoder's delay", () => {
    const boxes = boxesOf(makeMp4Head({ header, sizes, gaps: { delay: 576, padding: 1234 } }));
    expect(numbers(boxes.get('elst'), 8, 2)).toEqual([70_000 * 1152 - 576 - 1234, 576 + 529]);
    // The trimmed sound never ends after the last frame.
    const short = boxesOf(makeMp4Head({ header, sizes, gaps: { delay: 576, padding: 100 } }));
    expect(numbers(short.get('elst'), 8, 2)).toEqual([70_000 * 1152 - 576 - 529, 576 + 529]);
  });
});
