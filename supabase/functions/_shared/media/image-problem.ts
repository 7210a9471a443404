/** Reads the whole structure of a picture, because browsers allocate memory and decode by the frames in a file, whatever its header says. */
import { startsWith, webpSize, type ImageFacts } from './image.ts';

export type ImageProblem = 'too large' | 'animated' | 'damaged';

export const imageMessages: Record<ImageProblem, string> = {
  'too large': 'The picture has more than 50 million pixels.',
  animated: 'The picture is animated. Choose one that stands still.',
  damaged: 'The picture is damaged or unusual. Save it anew as a plain JPEG or PNG.',
};

/** Most pixels of a picture. Each decodes to four bytes, so a file of a few KB that holds many more pixels may freeze a browser. */
const MAX_PIXELS = 50_000_000;
/**
 * Most scans of a JPEG; encoders make about ten. Decoding a scan takes a pass over the whole picture, even if the scan has few bytes.
 */
const MAX_SCANS = 32;
/** Largest product of a JPEG's pixels and its number of scans. */
const MAX_SCANNED_PIXELS = 10 * MAX_PIXELS;
/** Most chunks of a PNG or a WebP. A file of 5 MB in the usual chunks of 8 KB has 640. */
const MAX_CHUNKS = 4096;
/** Most decompressed bytes of a PNG's colour profile and texts together. */
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Why a picture is refused; null for an acceptable one. */
export async function imageProblem(bytes: Uint8Array, { kind }: ImageFacts): Promise<ImageProblem | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'jpeg':
      return jpegProblem(view, bytes);
    case 'gif':
      return gifProblem(view);
    case 'webp':
      return webpProblem(view);
    case 'png':
      return await pngProblem(view, bytes);
  }
}

const isTooLarge = ({ width, height }: Size): boolean => width * height > MAX_PIXELS;

/** Whether the segment is one that a plain JPEG has besides its frame: tables, APPn, comments, the restart interval. */
const isPlainSegment = (marker: number): boolean =>
  marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
/** Whether the frame is baseline, extended or progressive; browsers support no others. */
const isPlainFrame = (marker: number): boolean => marker === 0xc0 || marker === 0xc1 || marker === 0xc2;

function jpegProblem(view: DataView, bytes: Uint8Array): ImageProblem | null {
  let frame: Size | null = null;
  let scans = 0;
  let at = 2;
  while (at + 1 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return 'damaged';
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Decoders differ on bytes after the end, so allow none.
    if (marker === 0xd9) return scans > 0 && at + 2 === view.byteLength ? null : 'damaged';
    if (at + 4 > view.byteLength) return 'damaged';
    const length = view.getUint16(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > view.byteLength) return 'damaged';
    if (isPlainFrame(marker)) {
      if (frame !== null || scans > 0 || length < 11) return 'damaged';
      frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      const components = view.getUint8(at + 9);
      const isPlain = view.getUint8(at + 4) === 8 && [1, 3, 4].includes(components) && length === 8 + 3 * components;
      // A height of 0 means that a later DNL marker sets the height; this function refuses such a marker.
      if (!isPlain || frame.width === 0 || frame.height === 0) return 'damaged';
      if (isTooLarge(frame)) return 'too large';
      at = next;
    } else if (marker === 0xda) {
      if (frame === null) return 'damaged';
      scans += 1;
      if (scans > MAX_SCANS || scans * frame.width * frame.height > MAX_SCANNED_PIXELS) return 'damaged';
      const end = endOfScan(bytes, next);
      if (end === null) return 'damaged';
      at = end;
    } else if (isPlainSegment(marker)) at = next;
    else return 'damaged';
  }
  return 'damaged';
}

/** Offset of the marker after a scan's data; null when none follows. */
function endOfScan(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return null;
    // A stuffed byte of the data, a restart marker, or a fill byte.
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7) || next === 0xff;
    if (!isData) return at;
  }
  return null;
}

function gifProblem(view: DataView): ImageProblem | null {
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (isTooLarge(screen)) return 'too large';
  const byteAt = (at: number): number => (at < view.byteLength ? view.getUint8(at) : 0);
  const tableBytes = (packed: number) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));
  const afterBlocks = (from: number): number => {
    let at = from;
    for (let size = byteAt(at); size > 0; size = byteAt(at)) at += 1 + size;
    return at + 1;
  };
  let frames = 0;
  let at = 13 + tableBytes(byteAt(10));
  while (at < view.byteLength) {
    const block = byteAt(at);
    if (block === 0x3b) return frames === 1 && at + 1 === view.byteLength ? null : 'damaged';
    if (block === 0x21) at = afterBlocks(at + 2);
    else if (block === 0x2c && at + 10 < view.byteLength) {
      frames += 1;
      if (frames > 1) return 'animated';
      const size = { width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true) };
      if (size.width === 0 || size.height === 0) return 'damaged';
      // Browsers enlarge the canvas for a frame that extends beyond it.
      const right = Math.max(screen.width, view.getUint16(at + 1, true) + size.width);
      const bottom = Math.max(screen.height, view.getUint16(at + 3, true) + size.height);
      if (isTooLarge({ width: right, height: bottom })) return 'too large';
      at = afterBlocks(at + 10 + tableBytes(byteAt(at + 9)) + 1);
    } else return 'damaged';
  }
  return 'damaged';
}

function webpProblem(view: DataView): ImageProblem | null {
  if (view.getUint32(4, true) + 8 !== view.byteLength) return 'damaged';
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let chunks = 0;
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const next = at + 8 + view.getUint32(at + 4, true);
    chunks += 1;
    if (next > view.byteLength || chunks > MAX_CHUNKS) return 'damaged';
    const isChunk = (name: string) => startsWith(view, at, name);
    if (isChunk('ANIM') || isChunk('ANMF')) return 'animated';
    if (isChunk('VP8X')) {
      if (chunks > 1) return 'damaged';
      if (((view.getUint8(at + 8) >> 1) & 1) === 1) return 'animated';
      canvas = webpSize(view, at);
    } else if (isChunk('VP8 ') || isChunk('VP8L')) {
      const size = webpSize(view, at);
      if (picture !== null || size === null || size.width === 0 || size.height === 0) return 'damaged';
      if (isTooLarge(size)) return 'too large';
      picture = size;
    }
    if (canvas !== null && isTooLarge(canvas)) return 'too large';
    at = next + (next % 2);
  }
  if (picture === null || at < view.byteLength) return 'damaged';
  const isFilled = canvas === null || (canvas.width === picture.width && canvas.height === picture.height);
  return isFilled ? null : 'damaged';
}

const depths: Partial<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

async function pngProblem(view: DataView, bytes: Uint8Array): Promise<ImageProblem | null> {
  let chunks = 0;
  let unpacked = 0;
  /** 0 before the picture's data chunks, 1 inside, 2 after. */
  let dataPhase = 0;
  let at = 8;
  while (at + 12 <= view.byteLength) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    const next = at + 12 + length;
    chunks += 1;
    if (next > view.byteLength || chunks > MAX_CHUNKS || !/^[A-Za-z]{4}$/.test(name)) return 'damaged';
    if ((chunks === 1) !== (name === 'IHDR')) return 'damaged';
    if (['acTL', 'fcTL', 'fdAT'].includes(name)) return 'animated';
    if (name === 'IHDR') {
      const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
      const [depth = 0, colour = 0, compression, filter, interlace = 2] = content.subarray(8);
      const isPlain = length === 13 && compression === 0 && filter === 0 && interlace < 2;
      if (!isPlain || !depths[colour]?.includes(depth) || size.width === 0 || size.height === 0) return 'damaged';
      if (isTooLarge(size)) return 'too large';
    } else if (name === 'IDAT') {
      if (dataPhase === 2) return 'damaged';
      dataPhase = 1;
    } else if (name === 'IEND') {
      return dataPhase > 0 && length === 0 && next === view.byteLength ? null : 'damaged';
    } else {
      if (dataPhase === 1) dataPhase = 2;
      // A capital first letter marks a critical chunk, which decoders must know. The only other critical chunk is PLTE.
      if (/^[A-Z]/.test(name) && (name !== 'PLTE' || dataPhase > 0 || length > 768)) return 'damaged';
      const packed = packedPart(name, content);
      if (packed === 'damaged') return 'damaged';
      if (packed !== null) {
        const size = await unpackedSize(packed, MAX_UNPACKED_BYTES - unpacked);
        if (size === null) return 'damaged';
        unpacked += size;
      }
    }
    at = next;
  }
  return 'damaged';
}

/** The compressed data of a chunk; null for a chunk without any. */
function packedPart(name: string, content: Uint8Array): Uint8Array | 'damaged' | null {
  if (name !== 'iCCP' && name !== 'zTXt' && name !== 'iTXt') return null;
  const key = content.indexOf(0);
  if (key < 1 || key > 79) return 'damaged';
  if (name !== 'iTXt') return content[key + 1] === 0 ? content.subarray(key + 2) : 'damaged';
  if (content[key + 1] === 0) return null;
  const language = content.indexOf(0, key + 3);
  const translated = language === -1 ? -1 : content.indexOf(0, language + 1);
  return translated === -1 ? 'damaged' : content.subarray(translated + 1);
}

/** Decompressed size in bytes; null above `limit`, or when the data cannot be decompressed. */
async function unpackedSize(packed: Uint8Array, limit: number): Promise<number | null> {
  const reader = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > limit) return null;
    }
    return size;
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
