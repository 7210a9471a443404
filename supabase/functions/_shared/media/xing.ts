import { bigEndian, textAt } from './bytes.ts';
import { headerWithRoom, type FrameHeader } from './mpeg-header.ts';

/** A table named 'Xing' (variable bitrate) or 'Info' (constant) tells players the duration and the seek positions. */

/** Bytes of the table: name, flags, frames, bytes, 100 seek points, quality. LAME's part follows. */
const TABLE_BYTES = 120;
const LAME_BYTES = 36;
const ALL_FLAGS = 15;
const SEEK_POINTS = 100;

export interface DescribingFrame {
  /** Null when the table states no number. */
  readonly frames: number | null;
  /** LAME's part, also written by other encoders; null when absent. */
  readonly lame: Uint8Array | null;
}

/** The Xing, Info or VBRI table in the frame at this offset; null for an audio frame. */
export function readDescribingFrame(bytes: Uint8Array, at: number, header: FrameHeader): DescribingFrame | null {
  const afterSide = at + 4 + header.sideInfo;
  const hasCrc = ((bytes[at + 1] ?? 0) & 1) === 0;
  const table = (hasCrc ? [afterSide + 2, afterSide] : [afterSide]).find(
    (place) => textAt(bytes, place, 'Xing') || textAt(bytes, place, 'Info'),
  );
  if (table === undefined)
    return textAt(bytes, at + 36, 'VBRI') ? { frames: bigEndian(bytes, at + 50), lame: null } : null;
  const flags = bigEndian(bytes, table + 4);
  const has = (flag: number) => (flags & flag) !== 0;
  const lameAt = table + 8 + (has(1) ? 4 : 0) + (has(2) ? 4 : 0) + (has(4) ? SEEK_POINTS : 0) + (has(8) ? 4 : 0);
  const isLame = ['LAME', 'Lavf', 'Lavc'].some((name) => textAt(bytes, lameAt, name));
  const fits = lameAt + LAME_BYTES <= Math.min(bytes.length, at + header.size);
  return {
    frames: has(1) ? bigEndian(bytes, table + 8) : null,
    lame: isLame && fits ? bytes.slice(lameAt, lameAt + LAME_BYTES) : null,
  };
}

/** Samples that the encoder put before and after the audio. */
export function readGaps(lame: Uint8Array): { delay: number; padding: number } {
  const [a = 0, b = 0, c = 0] = lame.subarray(21, 24);
  return { delay: (a << 4) | (b >> 4), padding: ((b & 15) << 8) | c };
}

export interface DescribedAudio {
  /** Bytes of the first audio frame's header. */
  readonly head: Uint8Array;
  readonly header: FrameHeader;
  /** Bytes of each audio frame. */
  readonly sizes: readonly number[];
  readonly isVariableBitrate: boolean;
  readonly lame: Uint8Array | null;
  readonly padding: number;
  /** Whether the file has another number of frames than its table states; LAME's checksum of the frames is then wrong. */
  readonly isChanged: boolean;
}

/** Makes the frame to place before the audio frames. Null when no bitrate has room for the table. */
export function makeDescribingFrame(audio: DescribedAudio): Uint8Array<ArrayBuffer> | null {
  const table = 4 + audio.header.sideInfo;
  const target = headerWithRoom(audio.head, table + TABLE_BYTES + LAME_BYTES);
  if (!target) return null;
  const frame = new Uint8Array(target.size);
  const view = new DataView(frame.buffer);
  const bytes = audio.sizes.reduce((sum, size) => sum + size, target.size);
  frame.set(target.head);
  frame.set(new TextEncoder().encode(audio.isVariableBitrate ? 'Xing' : 'Info'), table);
  view.setUint32(table + 4, ALL_FLAGS);
  view.setUint32(table + 8, audio.sizes.length);
  view.setUint32(table + 12, bytes);
  frame.set(seekPointsOf(audio.sizes, target.size, bytes), table + 16);
  if (audio.lame) {
    const lame = table + TABLE_BYTES;
    frame.set(audio.lame, lame);
    const { delay } = readGaps(audio.lame);
    frame.set([delay >> 4, ((delay & 15) << 4) | (audio.padding >> 8), audio.padding & 0xff], lame + 21);
    view.setUint32(lame + 28, bytes);
    if (audio.isChanged) view.setUint16(lame + 32, 0);
    view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)));
  }
  return frame;
}

/** Seek points in 256ths of the stream, rounded to the nearest, because players start exactly there. */
function seekPointsOf(sizes: readonly number[], before: number, bytes: number): number[] {
  const points: number[] = [];
  let at = before;
  for (const [index, size] of sizes.entries()) {
    while (points.length < SEEK_POINTS && Math.round((points.length * sizes.length) / SEEK_POINTS) <= index)
      points.push(Math.min(255, Math.round((256 * at) / bytes)));
    at += size;
  }
  while (points.length < SEEK_POINTS) points.push(255);
  return points;
}

/** CRC-16 with the polynomial 0x8005, as LAME computes it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
  }
  return crc;
}
