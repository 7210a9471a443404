import { syncSafe, textAt } from '../../supabase/functions/_shared/media/bytes.ts';
import { readHeader, type FrameHeader } from '../../supabase/functions/_shared/media/mpeg-header.ts';
import { readDescribingFrame, readGaps } from '../../supabase/functions/_shared/media/xing.ts';

/** An ID3v2.3 tag whose 'MLLT' table locates every frame. Xing's table has only 100 points: in a long file, a seek misses by seconds. */

/** Lengths of the heads of the tag, of its frame and of the table, in bytes. */
const TAG_HEAD = 10;
const FRAME_HEAD = 10;
const TABLE_HEAD = 10;
/** A reference has 15 bits for the deviation in bytes, and one for the deviation in milliseconds. */
const BITS = [15, 1] as const;
/** Bytes that contain the Xing frame and the next header. A layer III frame has at most 1441 bytes. */
const FIRST_FRAMES = 1500;

/** The tag with the table, to put in front of an MP3. @param sizes bytes of each audio frame, in order */
export function makeFrameTable(
  sizes: readonly number[],
  { samples, sampleRate }: Pick<FrameHeader, 'samples' | 'sampleRate'>,
): Uint8Array<ArrayBuffer> {
  const tag = new Uint8Array(TAG_HEAD + FRAME_HEAD + TABLE_HEAD + 2 * sizes.length);
  const view = new DataView(tag.buffer);
  const content = tag.length - TAG_HEAD;
  const least = sizes.reduce((found, size) => Math.min(found, size), Infinity);
  const msOf = (frame: number) => Math.floor((frame * samples * 1000) / sampleRate);
  const frameMs = msOf(1);
  tag.set(new TextEncoder().encode('ID3\x03'));
  tag.set(
    [21, 14, 7, 0].map((shift) => (content >> shift) & 0x7f),
    6,
  );
  tag.set(new TextEncoder().encode('MLLT'), TAG_HEAD);
  view.setUint32(TAG_HEAD + 4, content - FRAME_HEAD);
  const table = TAG_HEAD + FRAME_HEAD;
  // One frame per reference, the smallest frame size, and a frame's whole milliseconds.
  tag.set([0, 1, 0, least >> 8, least & 255, 0, frameMs >> 8, frameMs & 255, ...BITS], table);
  for (const [index, size] of sizes.entries()) {
    const late = msOf(index + 1) - msOf(index) - frameMs;
    view.setUint16(table + TABLE_HEAD + 2 * index, ((size - least) << 1) | late);
  }
  return tag;
}

export interface PlacedFrames {
  /** Offset of the first audio frame. */
  readonly from: number;
  readonly header: FrameHeader;
  readonly sizes: readonly number[];
  /** Padding samples before and after the music; null if unknown. */
  readonly gaps: { readonly delay: number; readonly padding: number } | null;
}

/** Bytes that `readPlacedFrames` needs. @param start at least ten bytes @returns 0 without an ID3v2.3 tag */
export function bytesToRead(start: Uint8Array): number {
  return textAt(start, 0, 'ID3\x03') ? TAG_HEAD + syncSafe(start, 6) + FIRST_FRAMES : 0;
}

/** Reads the table and the first headers. @param start the first `bytesToRead` bytes @returns null if no table adds up to `total` bytes */
export function readPlacedFrames(start: Uint8Array, total: number): PlacedFrames | null {
  if (!textAt(start, 0, 'ID3\x03') || !textAt(start, TAG_HEAD, 'MLLT')) return null;
  const end = TAG_HEAD + syncSafe(start, 6);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const table = TAG_HEAD + FRAME_HEAD;
  if (end < table + TABLE_HEAD || end > start.length) return null;
  const isFrameTable =
    view.getUint32(TAG_HEAD + 4) === end - table &&
    view.getUint16(table) === 1 &&
    BITS.every((bits, at) => start[table + 8 + at] === bits);
  const xingHeader = readHeader(start, end);
  const xing = xingHeader && readDescribingFrame(start, end, xingHeader);
  if (!isFrameTable || !xingHeader || !xing) return null;
  const from = end + xingHeader.size;
  const header = readHeader(start, from);
  const least = view.getUint16(table + 3);
  const sizes: number[] = [];
  for (let at = table + TABLE_HEAD; at + 2 <= end; at += 2) sizes.push(least + (view.getUint16(at) >> 1));
  if (!header || sizes.reduce((sum, size) => sum + size, from) !== total) return null;
  return { from, header, sizes, gaps: xing.lame && readGaps(xing.lame) };
}
