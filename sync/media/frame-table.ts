import { syncSafe, textAt } from '../../supabase/functions/_shared/media/bytes.ts';
import { readHeader, type FrameHeader } from '../../supabase/functions/_shared/media/mpeg-header.ts';
import { readDescribingFrame, readGaps } from '../../supabase/functions/_shared/media/xing.ts';

/**
 * A tag before the frames of an MP3 of a varying rate that tells the bytes of each: ID3v2.3 with an 'MLLT' (MPEG location
 * lookup table) of one reference a sounding frame. Xing's table has 100 points in 256 steps, which is seconds in a long file.
 * `vbr-address.ts` says how such a file is named.
 */

const TAG_HEAD = 10;
const FRAME_HEAD = 10;
const TABLE_HEAD = 10;
/** Of each reference: bits of the bytes' deviation, and of the milliseconds'. */
const BITS = [15, 1] as const;
/** Behind the tag: the describing frame and the next one's header. No frame of layer III is longer than 1441 bytes. */
const FIRST_FRAMES = 1500;

/** The tag for these frames. @param sizes bytes of each sounding frame in turn */
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
  // One frame a reference, its least bytes, its whole milliseconds.
  tag.set([0, 1, 0, least >> 8, least & 255, 0, frameMs >> 8, frameMs & 255, ...BITS], table);
  for (const [index, size] of sizes.entries()) {
    const late = msOf(index + 1) - msOf(index) - frameMs;
    view.setUint16(table + TABLE_HEAD + 2 * index, ((size - least) << 1) | late);
  }
  return tag;
}

/** An MP3's frames by what stands in front of them. */
export interface PlacedFrames {
  /** First byte of the first sounding frame. */
  readonly from: number;
  readonly header: FrameHeader;
  /** Bytes of each sounding frame in turn. */
  readonly sizes: readonly number[];
  /** Samples before and after the music; null where nothing tells. */
  readonly gaps: { readonly delay: number; readonly padding: number } | null;
}

/** How many of a file's first bytes `readPlacedFrames` needs, by its first ten; 0 where it would find no table. */
export function bytesToRead(start: Uint8Array): number {
  return textAt(start, 0, 'ID3\x03') ? TAG_HEAD + syncSafe(start, 6) + FIRST_FRAMES : 0;
}

/**
 * The frames of an MP3 with a table of them in front, as `makeFrameTable` writes it.
 * @param start its first bytes, as many as `bytesToRead` says
 * @param total bytes of all of it
 * @returns null where there is no table, or where the file is not as long as it says
 */
export function readPlacedFrames(start: Uint8Array, total: number): PlacedFrames | null {
  if (!textAt(start, 0, 'ID3\x03') || !textAt(start, TAG_HEAD, 'MLLT')) return null;
  const end = TAG_HEAD + syncSafe(start, 6);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const table = TAG_HEAD + FRAME_HEAD;
  if (end < table + TABLE_HEAD || end > start.length) return null;
  const isOurs =
    view.getUint32(TAG_HEAD + 4) === end - table &&
    view.getUint16(table) === 1 &&
    BITS.every((bits, at) => start[table + 8 + at] === bits);
  const describing = readHeader(start, end);
  const describes = describing && readDescribingFrame(start, end, describing);
  if (!isOurs || !describing || !describes) return null;
  const from = end + describing.size;
  const header = readHeader(start, from);
  const least = view.getUint16(table + 3);
  const sizes: number[] = [];
  for (let at = table + TABLE_HEAD; at + 2 <= end; at += 2) sizes.push(least + (view.getUint16(at) >> 1));
  if (!header || sizes.reduce((sum, size) => sum + size, from) !== total) return null;
  return { from, header, sizes, gaps: describes.lame && readGaps(describes.lame) };
}
