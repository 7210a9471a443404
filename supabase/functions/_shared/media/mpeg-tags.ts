import { littleEndian, syncSafe, textAt } from './bytes.ts';

/** Behind the tags that begin here, pictures and all; some writers put one before another. */
export function skipTags(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let size = tagSize(bytes, at); size > 0; size = tagSize(bytes, at)) at += size;
  return Math.min(at, bytes.length);
}

/** Behind the tags and zeros that begin here. */
export function skipLead(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    let next = skipTags(bytes, at);
    while (bytes[next] === 0) next += 1;
    if (next === at) return at;
    at = next;
  }
}

/** Bytes of the tag that begins here; 0 when none does. */
function tagSize(bytes: Uint8Array, at: number): number {
  if (textAt(bytes, at, 'ID3') && at + 10 <= bytes.length) {
    const footer = ((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
    return 10 + syncSafe(bytes, at + 6) + footer;
  }
  if (textAt(bytes, at, 'APETAGEX') && at + 32 <= bytes.length) return 32 + littleEndian(bytes, at + 12);
  return textAt(bytes, at, 'TAG') && at + 128 <= bytes.length ? 128 : 0;
}

/** More tags than any file has at its end. */
const MOST_TRAILING = 50;

/** Where the tags at the end begin, as their own ends tell. */
export function withoutTrailingTags(bytes: Uint8Array, start: number): number {
  let end = bytes.length;
  for (let count = 0; count < MOST_TRAILING; count += 1) {
    const size = trailingTagSize(bytes, end);
    if (size === 0 || end - size < start) break;
    end -= size;
  }
  return end;
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

/** Where the zeros at the end begin. */
export function withoutZeros(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last -= 1;
  return last;
}
