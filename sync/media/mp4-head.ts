import type { PlacedFrames } from './frame-table.ts';

/** MP4 object type of MPEG audio, layer III. */
const MPEG_AUDIO = 0x6b;
/** Delay of a layer III decoder in samples, which the encoder's numbers exclude. */
const DECODER_DELAY = 529;
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const VOLUME = u16(0x100);

/**
 * Makes the head that turns an MP3's frames into an MP4: its sample table locates them. Boxes follow ISO/IEC 14496-12, the audio description
 * 14496-1.
 */
export function makeMp4Head({ header, sizes, gaps }: Pick<PlacedFrames, 'header' | 'sizes' | 'gaps'>): Bytes {
  const { samples, sampleRate, channels } = header;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const length = sizes.length * samples;
  const skipped = gaps ? gaps.delay + DECODER_DELAY : 0;
  const music = Math.min(length - skipped, length - (gaps ? gaps.delay + gaps.padding : 0));
  const bitrate = Math.round((bytes * 8 * sampleRate) / length);
  const sound = box(
    'mp4a',
    u16(0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0, sampleRate, 0),
    fullBox('esds', describe(bitrate)),
  );
  const moov = (firstFrame: number) => {
    const frames = box(
      'stbl',
      fullBox('stsd', u32(1), sound),
      fullBox('stts', u32(1, sizes.length, samples)),
      // One chunk contains all samples.
      fullBox('stsc', u32(1, 1, sizes.length, 1)),
      fullBox('stsz', u32(0, sizes.length), words(sizes)),
      fullBox('stco', u32(1, firstFrame)),
    );
    // The samples are in the same file.
    const dataReference = box('dinf', fullBox('dref', u32(1), box('url ', u32(1))));
    const media = box(
      'mdia',
      fullBox('mdhd', u32(0, 0, sampleRate, length), u16(UNDETERMINED, 0)),
      fullBox('hdlr', u32(0), letters('soun'), u32(0, 0, 0), Uint8Array.of(0)),
      box('minf', fullBox('smhd', u32(0)), dataReference, frames),
    );
    const track = box(
      'trak',
      box('tkhd', u32(IN_USE, 0, 0, 1, 0, music, 0, 0), u16(0, 0), VOLUME, u16(0), MATRIX, u32(0, 0)),
      box('edts', fullBox('elst', u32(1, music, skipped), u16(1, 0))),
      media,
    );
    const movie = fullBox(
      'mvhd',
      u32(0, 0, sampleRate, music, 0x10000),
      VOLUME,
      u16(0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, 2),
    );
    return box('moov', movie, track);
  };
  const ftyp = box('ftyp', letters('isom'), u32(0x200), letters('isomiso2mp41'));
  const firstFrame = ftyp.length + moov(0).length + 8;
  return joined([ftyp, moov(firstFrame), u32(bytes + 8), letters('mdat')]);
}

/** 'und' as a packed language. */
const UNDETERMINED = 0x55c4;
/** Flags of the track: enabled, in the movie, in its preview. */
const IN_USE = 7;

/** The descriptor of the audio. @param bitrate the average, in bit/s */
function describe(bitrate: number): Bytes {
  const descriptor = (tag: number, ...parts: Bytes[]) => {
    const content = joined(parts);
    return joined([Uint8Array.of(tag, 0x80, 0x80, 0x80, content.length), content]);
  };
  const decoder = joined([Uint8Array.of(MPEG_AUDIO, 0x15, 0, 0, 0), u32(MAX_BITRATE, bitrate)]);
  return descriptor(3, u16(0), Uint8Array.of(0), descriptor(4, decoder), descriptor(6, Uint8Array.of(2)));
}

/** Highest bit rate of layer III, in bit/s. */
const MAX_BITRATE = 320_000;

type Bytes = Uint8Array<ArrayBuffer>;

function box(name: string, ...parts: Bytes[]): Bytes {
  const content = joined(parts);
  return joined([u32(content.length + 8), letters(name), content]);
}

/** Version and flags are 0. */
function fullBox(name: string, ...parts: Bytes[]): Bytes {
  return box(name, u32(0), ...parts);
}

function u32(...values: number[]): Bytes {
  return words(values);
}

function words(values: readonly number[]): Bytes {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return bytes;
}

function u16(...values: number[]): Bytes {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
  return bytes;
}

function letters(text: string): Bytes {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function joined(parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
