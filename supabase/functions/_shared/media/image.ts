/** Detects a picture's format and size by its bytes. The page and the server share this code. */

export interface ImageFacts {
  readonly kind: 'png' | 'jpeg' | 'webp' | 'gif';
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
}

/** The format and size that a picture's header states; null for other formats. The size may be false: `imageProblem` checks it. */
export function parseImage(bytes: Uint8Array): ImageFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts = parsePng(view) ?? parseGif(view) ?? parseWebp(view) ?? parseJpeg(view);
  return facts !== null && facts.width > 0 && facts.height > 0 ? facts : null;
}

function parsePng(view: DataView): ImageFacts | null {
  if (!startsWith(view, 0, '\x89PNG\r\n\x1a\n') || !startsWith(view, 12, 'IHDR') || view.byteLength < 45) return null;
  return { kind: 'png', mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function parseGif(view: DataView): ImageFacts | null {
  if (!(startsWith(view, 0, 'GIF87a') || startsWith(view, 0, 'GIF89a')) || view.byteLength < 14) return null;
  return { kind: 'gif', mime: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function parseWebp(view: DataView): ImageFacts | null {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP') || view.byteLength < 30) return null;
  // The header's size counts from byte 8; a shorter file is truncated.
  if (view.getUint32(4, true) + 8 > view.byteLength) return null;
  const size = webpSize(view, 12);
  return size === null ? null : { kind: 'webp', mime: 'image/webp', ...size };
}

/** The size in a WebP chunk, of the canvas (`VP8X`) or of the picture itself; null for other chunks. */
export function webpSize(view: DataView, chunk: number): { width: number; height: number } | null {
  if (chunk + 18 > view.byteLength) return null;
  if (startsWith(view, chunk, 'VP8X')) {
    const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    return { width: uint24(chunk + 12) + 1, height: uint24(chunk + 15) + 1 };
  }
  if (startsWith(view, chunk, 'VP8L') && view.getUint8(chunk + 8) === 0x2f) {
    const bits = view.getUint32(chunk + 9, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (startsWith(view, chunk, 'VP8 ') && startsWith(view, chunk + 11, '\x9d\x01\x2a')) {
    return { width: view.getUint16(chunk + 14, true) & 0x3fff, height: view.getUint16(chunk + 16, true) & 0x3fff };
  }
  return null;
}

function parseJpeg(view: DataView): ImageFacts | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { kind: 'jpeg', mime: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Only these markers may come before the frame. Most others begin no segment, and browsers differ in where they read on.
    const isSegment = marker >= 0xc4 && !(marker >= 0xd0 && marker <= 0xda);
    if (!isSegment) return null;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

export function startsWith(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let i = 0; i < text.length; i += 1) if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  return true;
}
