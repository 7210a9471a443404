/** Small files made in code, for tests. They are silent or noise, and valid to the byte. */

export const sampleRates = [44_100, 48_000, 32_000, 22_050, 24_000, 16_000, 11_025, 12_000, 8_000] as const;

export interface SampleMp3 {
  readonly frames: number;
  /** Kilobits a second, 128 by default; a list is gone through frame by frame, as in a variable rate. */
  readonly kilobits?: number | readonly number[];
  readonly sampleRate?: (typeof sampleRates)[number];
  readonly mono?: boolean;
  /** Puts a first frame with a Xing table before the sound, with LAME's part where it says how many samples are no music. */
  readonly xing?: boolean | { readonly says: number; readonly delay: number; readonly padding: number };
  /** What the frames hold. */
  readonly fill?: number;
}

const v1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const v2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Kilobits a second that frames at this rate may have. */
export const kilobitsAt = (sampleRate: number) => (sampleRate >= 32_000 ? v1 : v2).slice(1);

/** MPEG audio, layer III: silent by default. */
export function mp3({
  frames,
  kilobits = 128,
  sampleRate = 44_100,
  mono = false,
  xing = false,
  fill = 0,
}: SampleMp3): Uint8Array<ArrayBuffer> {
  const rateOf = (index: number) =>
    typeof kilobits === 'number' ? kilobits : (kilobits[index % kilobits.length] ?? 128);
  const parts = Array.from({ length: frames }, (_, index) => frame(rateOf(index), sampleRate, mono, fill));
  if (xing !== false) {
    const info = frame(sampleRate >= 32_000 ? 128 : 64, sampleRate, mono, 0);
    const table = 4 + sideInfo(sampleRate, mono);
    info.set(new TextEncoder().encode('Xing'), table);
    if (xing !== true) {
      info.set([0, 0, 0, 1, 0, 0, xing.says >> 8, xing.says & 255], table + 4);
      info.set(new TextEncoder().encode('LAME3.100'), table + 12);
      const { delay, padding } = xing;
      info.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], table + 12 + 21);
    }
    parts.unshift(info);
  }
  return join(parts);
}

function frame(kilobits: number, sampleRate: number, mono: boolean, fill: number): Uint8Array<ArrayBuffer> {
  const isV1 = sampleRate >= 32_000;
  const samples = isV1 ? 1152 : 576;
  const bytes = new Uint8Array(Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate))).fill(fill);
  const version = isV1 ? 0b11 : sampleRate >= 16_000 ? 0b10 : 0b00;
  const rate = (isV1 ? v1 : v2).indexOf(kilobits);
  bytes.set([
    0xff,
    0xe0 | (version << 3) | 0b011,
    (rate << 4) | ((sampleRates.findIndex((one) => one === sampleRate) % 3) << 2),
    mono ? 0xc0 : 0x00,
  ]);
  return bytes;
}

/** Bytes between a frame's header and where a Xing table may begin. */
export function sideInfo(sampleRate: number, mono: boolean): number {
  return sampleRate >= 32_000 ? (mono ? 17 : 32) : mono ? 9 : 17;
}

/** An ID3v2.3 tag with this many bytes of content. */
export function id3v2(content: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(10 + content);
  bytes.set([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    (content >> 21) & 0x7f,
    (content >> 14) & 0x7f,
    (content >> 7) & 0x7f,
    content & 0x7f,
  ]);
  // A picture inside may hold anything, sync words too.
  bytes.fill(0xff, 10);
  return bytes;
}

/** An ID3v2 tag of the third or fourth version, with these frames. */
export function id3Frames(version: 3 | 4, frames: readonly (readonly [id: string, content: Uint8Array])[]) {
  const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  const parts = frames.flatMap(([id, content]) => {
    const { length } = content;
    const size = version === 4 ? sevenBits(length) : [24, 16, 8, 0].map((shift) => (length >> shift) & 255);
    return [latin(id), Uint8Array.of(...size, 0, 0), content];
  });
  const body = join(parts);
  return join([latin('ID3'), Uint8Array.of(version, 0, 0, ...sevenBits(body.length)), body]);
}

/** What an ID3v2 frame says, in UTF-16. */
export function utf16(text: string): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return Uint8Array.from([1, 0xff, 0xfe, ...units.flatMap((unit) => [unit & 255, unit >> 8])]);
}

export const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** An APEv2 tag at the end of a file: with a header before its content or without. */
export function ape(content: number, hasHeader: boolean): Uint8Array<ArrayBuffer> {
  const part = (flags: number) => {
    const bytes = new Uint8Array(32);
    bytes.set(new TextEncoder().encode('APETAGEX'));
    const view = new DataView(bytes.buffer);
    view.setUint32(8, 2000, true);
    view.setUint32(12, content + 32, true);
    view.setUint32(20, flags, true);
    return bytes;
  };
  const body = new Uint8Array(content).fill(0x41);
  return join(hasHeader ? [part(0xa0000000), body, part(0x80000000)] : [body, part(0)]);
}

/** An ID3v1 tag. */
export function id3v1(title = '', artist = ''): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(128);
  bytes.set(latin('TAG'));
  bytes.set(latin(title), 3);
  bytes.set(latin(artist), 33);
  return bytes;
}

/** The head of a PNG of this size, long enough to be told by. */
export function png({ width, height }: { width: number; height: number }): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** Puts byte arrays one after the other. */
export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
