import { bigEndian, syncSafe, textAt } from '../../supabase/functions/_shared/media/bytes.ts';
import { tagsOf } from '../../supabase/functions/_shared/media/mpeg-tags.ts';

export interface PlainTag {
  readonly file: Blob;
  /** True if no text declares a Unicode encoding: ID3v1, or ID3v2 with Latin-1 texts only. Such texts may be in a local code page. */
  readonly isLatin1: boolean;
}

/** Extracts tags as small files that a parser reads without a search. ID3v2 comes first, because it is more complete. */
export async function plainTags(bytes: Uint8Array): Promise<PlainTag[]> {
  const tags: PlainTag[] = [];
  const others: Uint8Array<ArrayBuffer>[] = [];
  for (const { from, to } of tagsOf(bytes)) {
    const tag = bytes.slice(from, to);
    if (!textAt(tag, 0, 'ID3')) others.push(tag);
    else {
      const plain = await plainId3(tag);
      if (plain) tags.push({ file: asFile([plain, silence()]), isLatin1: hasLatin1Texts(plain) });
    }
  }
  // APE is always UTF-8; ID3v1 has no defined encoding.
  if (others.length > 0)
    tags.push({ file: asFile([silence(), ...others]), isLatin1: others.every((tag) => textAt(tag, 0, 'TAG')) });
  return tags;
}

const asFile = (parts: BlobPart[]) => new Blob(parts, { type: 'audio/mpeg' });

function hasLatin1Texts(tag: Uint8Array): boolean {
  const isShort = tag[3] === 2;
  const head = isShort ? 6 : HEAD;
  for (let at = HEAD; at + head < tag.length;) {
    const size = isShort
      ? ((tag[at + 3] ?? 0) << 16) | ((tag[at + 4] ?? 0) << 8) | (tag[at + 5] ?? 0)
      : tag[3] === 4
        ? syncSafe(tag, at + 4)
        : bigEndian(tag, at + 4);
    if (tag[at] === 0 || size <= 0) break;
    const isText = textAt(tag, at, 'T');
    if (isText && tag[at + head] !== 0) return false;
    at += head + size;
  }
  return true;
}

/** A few silent frames: the parser expects audio after an ID3v2 tag and before other tags. */
function silence(): Uint8Array<ArrayBuffer> {
  const [frames, size] = [8, 417];
  const bytes = new Uint8Array(frames * size);
  for (let at = 0; at < bytes.length; at += size) bytes.set([0xff, 0xfb, 0x90, 0x64], at);
  return bytes;
}

const HEAD = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;

async function plainId3(tag: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const version = tag[3] ?? 0;
  const flags = tag[5] ?? 0;
  // The stated size may exceed the tag.
  const content = tag.subarray(HEAD, Math.min(tag.length, HEAD + syncSafe(tag, 6)));
  if (version === 2) {
    // In ID3v2.2 this flag means compression, whose format was never specified.
    if ((flags & EXTENDED) !== 0) return null;
    return makeTag(2, [(flags & UNSYNCHRONISED) === 0 ? content : synchronised(content)]);
  }
  if (version === 3) {
    const body = (flags & UNSYNCHRONISED) === 0 ? content : synchronised(content);
    // The stated size excludes its own four bytes.
    const extended = (flags & EXTENDED) === 0 ? 0 : 4 + bigEndian(body, 0);
    return makeTag(3, await plainFrames3(body.subarray(extended)));
  }
  if (version !== 4) return null;
  const extended = (flags & EXTENDED) === 0 ? 0 : syncSafe(content, 0);
  return makeTag(4, await plainFrames4(content.subarray(extended), (flags & UNSYNCHRONISED) !== 0));
}

async function plainFrames3(body: Uint8Array): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (let at = 0; isFrame(body, at);) {
    const size = bigEndian(body, at + 4);
    const flags = body[at + 9] ?? 0;
    const [isPacked, isEncrypted, isGrouped] = [flags & 0x80, flags & 0x40, flags & 0x20].map((flag) => flag !== 0);
    const raw = body.subarray(at + HEAD, at + HEAD + size);
    const content = raw.subarray((isPacked ? 4 : 0) + (isGrouped ? 1 : 0));
    const plain = isEncrypted ? null : isPacked ? await unpacked(content) : content;
    if (plain) frames.push(makeFrame(3, body.subarray(at, at + 4), plain));
    at += HEAD + size;
  }
  return frames;
}

/** @param isAll whether the tag's flag marks every frame as unsynchronised */
async function plainFrames4(body: Uint8Array, isAll: boolean): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (let at = 0; isFrame(body, at);) {
    const size = sizeOfFrame4(body, at);
    const flags = body[at + 9] ?? 0;
    const [isGrouped, isPacked, isEncrypted] = [flags & 0x40, flags & 0x08, flags & 0x04].map((flag) => flag !== 0);
    const [isUnsynchronised, hasLength] = [isAll || (flags & 0x02) !== 0, (flags & 0x01) !== 0];
    const raw = body.subarray(at + HEAD, at + HEAD + size);
    const whole = isUnsynchronised ? synchronised(raw) : raw;
    const content = whole.subarray((isGrouped ? 1 : 0) + (hasLength ? 4 : 0));
    const plain = isEncrypted ? null : isPacked ? await unpacked(content) : content;
    if (plain) frames.push(makeFrame(4, body.subarray(at, at + 4), plain));
    at += HEAD + size;
  }
  return frames;
}

/** Size of an ID3v2.4 frame. Some writers use plain instead of synchsafe sizes; a valid frame or the end follows the right size. */
function sizeOfFrame4(body: Uint8Array, at: number): number {
  const sizes = [syncSafe(body, at + 4), bigEndian(body, at + 4)];
  const isEnd = (place: number) =>
    place === body.length || isFrame(body, place) || (place < body.length && body[place] === 0);
  return sizes.find((size) => isEnd(at + HEAD + size)) ?? sizes[0] ?? 0;
}

function isFrame(body: Uint8Array, at: number): boolean {
  if (at + HEAD > body.length) return false;
  return body.subarray(at, at + 4).every((byte) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a));
}

/** Removes the zeros that unsynchronisation inserts after 0xFF. */
function synchronised(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    plain[length] = bytes[at] ?? 0;
    length += 1;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1;
  }
  return plain.subarray(0, length);
}

/** Inflates bytes. Null if that fails or exceeds 16 MB. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array | null> {
  const most = 16 * 1024 * 1024;
  const reader = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) return null;
      parts.push(part.value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function makeFrame(version: 3 | 4, id: Uint8Array, content: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEAD + content.length);
  frame.set(id);
  const bits = version === 4 ? 7 : 8;
  for (let place = 0; place < 4; place += 1)
    frame[4 + place] = (content.length >> (bits * (3 - place))) & (version === 4 ? 0x7f : 0xff);
  frame.set(content, HEAD);
  return frame;
}

function makeTag(version: 2 | 3 | 4, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const tag = new Uint8Array(HEAD + size);
  tag.set([0x49, 0x44, 0x33, version, 0, 0, (size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f]);
  let at = HEAD;
  for (const part of parts) {
    tag.set(part, at);
    at += part.length;
  }
  return tag;
}
