import { littleEndian, syncSafe, textAt } from './bytes.ts';

/** The offset behind the tags that begin at `from`. */
export function skipTags(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let size = tagSize(bytes, at); size > 0; size = tagSize(bytes, at)) at += size;
  return Math.min(at, bytes.length);
}

/** Whether the leading tags state more bytes than the file has. */
export function exceedsFile(bytes: Uint8Array): boolean {
  let at = 0;
  for (let size = tagSize(bytes, at); size > 0; size = tagSize(bytes, at)) at += size;
  return at > bytes.length;
}

/** The offset behind the tags and zeros that begin at `from`. */
export function skipLead(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    let next = skipTags(bytes, at);
    while (bytes[next] === 0) next += 1;
    if (next === at) return at;
    at = next;
  }
}

function tagSize(bytes: Uint8Array, at: number): number {
  if (textAt(bytes, at, 'ID3') && at + 10 <= bytes.length) {
    const footer = ((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
    return 10 + syncSafe(bytes, at + 6) + footer;
  }
  if (textAt(bytes, at, 'APETAGEX') && at + 32 <= bytes.length) return 32 + littleEndian(bytes, at + 12);
  return textAt(bytes, at, 'TAG') && at + 128 <= bytes.length ? 128 : 0;
}

export interface TagPlace {
  readonly from: number;
  readonly to: number;
}

/** Most tags that are read at each end of a file. */
const MAX_TAGS = 50;
/**
 * Zeros at the end of a file that may belong to its last tag: an ID3v1 tag has 128 bytes and pads its fields with
 * zeros.
 */
const MAX_LAST_ZEROS = 128;

export function startOfTrailingTags(bytes: Uint8Array, start: number): number {
  return trailingTags(bytes, start).at(-1)?.from ?? bytes.length;
}

/** Leading and trailing tags, in the order of the file. */
export function tagsOf(bytes: Uint8Array): TagPlace[] {
  const leading: TagPlace[] = [];
  let at = 0;
  for (let size = tagSize(bytes, at); size > 0 && leading.length < MAX_TAGS; size = tagSize(bytes, at)) {
    leading.push({ from: at, to: Math.min(at + size, bytes.length) });
    at += size;
    while (bytes[at] === 0) at += 1;
  }
  return [...leading, ...trailingTags(bytes, Math.min(at, bytes.length)).reverse()];
}

/** Returns the last tag first. Zeros after a tag do not hide it. */
function trailingTags(bytes: Uint8Array, start: number): TagPlace[] {
  const tags: TagPlace[] = [];
  let end = bytes.length;
  while (tags.length < MAX_TAGS) {
    const last = startOfTrailingZeros(bytes, start, end);
    const limit = Math.min(end, last + MAX_LAST_ZEROS);
    let to = end;
    if (trailingTagSize(bytes, to) === 0) for (to = last; to < limit && trailingTagSize(bytes, to) === 0;) to += 1;
    const size = trailingTagSize(bytes, to);
    if (size === 0 || to - size < start) break;
    tags.push({ from: to - size, to });
    end = to - size;
  }
  return tags;
}

function trailingTagSize(bytes: Uint8Array, end: number): number {
  if (textAt(bytes, end - 128, 'TAG')) return 128;
  if (textAt(bytes, end - 32, 'APETAGEX')) {
    const hasHeader = ((bytes[end - 32 + 23] ?? 0) & 0x80) !== 0;
    const size = littleEndian(bytes, end - 32 + 12);
    return size < 32 ? 0 : size + (hasHeader ? 32 : 0);
  }
  if (textAt(bytes, end - 9, 'LYRICS200')) {
    const size = Number(String.fromCharCode(...bytes.subarray(end - 15, end - 9)));
    return Number.isInteger(size) ? size + 15 : 0;
  }
  if (textAt(bytes, end - 10, '3DI')) return 20 + syncSafe(bytes, end - 4);
  return 0;
}

export function startOfTrailingZeros(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last -= 1;
  return last;
}
