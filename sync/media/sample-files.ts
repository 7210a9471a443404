/** Small files made in code, for tests. They are silent or empty, and valid to the byte. */

export interface SampleMp3 {
  readonly frames: number;
  /** Kilobits a second, 128 by default; a list is gone through frame by frame, as in a variable rate. */
  readonly kilobits?: number | readonly number[];
  readonly sampleRate?: 44_100 | 22_050 | 11_025;
  readonly mono?: boolean;
  /** Puts a first frame with a Xing table before the sound. */
  readonly xing?: boolean;
}

const v1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const v2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Silent MPEG audio, layer III. */
export function mp3({
  frames,
  kilobits = 128,
  sampleRate = 44_100,
  mono = false,
  xing = false,
}: SampleMp3): Uint8Array<ArrayBuffer> {
  const rateOf = (index: number) =>
    typeof kilobits === 'number' ? kilobits : (kilobits[index % kilobits.length] ?? 128);
  const parts = Array.from({ length: frames }, (_, index) => frame(rateOf(index), sampleRate, mono));
  if (xing) {
    const info = frame(rateOf(0), sampleRate, mono);
    info.set(new TextEncoder().encode('Xing'), 4 + sideInfo(sampleRate, mono));
    parts.unshift(info);
  }
  return join(parts);
}

function frame(kilobits: number, sampleRate: number, mono: boolean): Uint8Array<ArrayBuffer> {
  const isV1 = sampleRate === 44_100;
  const samples = isV1 ? 1152 : 576;
  const bytes = new Uint8Array(Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)));
  const version = isV1 ? 0b11 : sampleRate === 22_050 ? 0b10 : 0b00;
  bytes.set([0xff, 0xe0 | (version << 3) | 0b011, (isV1 ? v1 : v2).indexOf(kilobits) << 4, mono ? 0xc0 : 0x00]);
  return bytes;
}

function sideInfo(sampleRate: number, mono: boolean): number {
  return sampleRate === 44_100 ? (mono ? 17 : 32) : mono ? 9 : 17;
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

/** An ID3v1 tag. */
export function id3v1(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(128);
  bytes.set(new TextEncoder().encode('TAG'));
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
