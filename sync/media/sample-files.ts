export const sampleRates = [44_100, 48_000, 32_000, 22_050, 24_000, 16_000, 11_025, 12_000, 8_000] as const;

export interface SampleMp3 {
  readonly frames: number;
  /** Bit rate in kbit/s. The frames take the rates of a list in turn, as in a variable-rate file. */
  readonly kilobits?: number | readonly number[];
  readonly sampleRate?: (typeof sampleRates)[number];
  readonly mono?: boolean;
  /** Adds a Xing frame in front. With an object, the Xing frame claims `says` frames and has LAME's extension. */
  readonly xing?: boolean | { readonly says: number; readonly delay: number; readonly padding: number };
  readonly fill?: number;
}

/** Bit rates in kbit/s, by their index in the header: MPEG-1, then MPEG-2 and 2.5. */
const v1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const v2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

export const kilobitsAt = (sampleRate: number) => (sampleRate >= 32_000 ? v1 : v2).slice(1);

/** An MP3 of layer III frames, silent by default. */
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
    (rate << 4) | ((sampleRates.findIndex((rate) => rate === sampleRate) % 3) << 2),
    mono ? 0xc0 : 0x00,
  ]);
  return bytes;
}

/** Bytes between a frame's header and a possible Xing table. */
export function sideInfo(sampleRate: number, mono: boolean): number {
  return sampleRate >= 32_000 ? (mono ? 17 : 32) : mono ? 9 : 17;
}

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
  // A picture inside may contain sync words.
  bytes.fill(0xff, 10);
  return bytes;
}

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

export function utf16(text: string): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return Uint8Array.from([1, 0xff, 0xfe, ...units.flatMap((unit) => [unit & 255, unit >> 8])]);
}

export const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));

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

export function id3v1(title = '', artist = ''): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(128);
  bytes.set(latin('TAG'));
  bytes.set(latin(title), 3);
  bytes.set(latin(artist), 33);
  return bytes;
}

export function png({ width, height }: { width: number; height: number }): Uint8Array<ArrayBuffer> {
  const size = new Uint8Array(13);
  const view = new DataView(size.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  size.set([8, 0], 8);
  const line = Uint8Array.of(0x78, 0x9c, 0x63, 0x60, 0, 0, 0, 2, 0, 1);
  return join([latin('\x89PNG\r\n\x1a\n'), pngChunk('IHDR', size), pngChunk('IDAT', line), pngChunk('IEND')]);
}

export function pngChunk(name: string, content: Uint8Array = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const named = join([latin(name), content]);
  return join([uint32(content.length), named, uint32(crc32(named))]);
}

const uint32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0xedb88320);
  }
  return ~crc;
}

export function jpeg({
  width,
  height,
  before = [],
  scans = 1,
}: {
  width: number;
  height: number;
  before?: readonly Uint8Array[];
  scans?: number;
}): Uint8Array<ArrayBuffer> {
  const frame = Uint8Array.of(
    0xff,
    scans > 1 ? 0xc2 : 0xc0,
    0,
    11,
    8,
    height >> 8,
    height,
    width >> 8,
    width,
    1,
    1,
    0x11,
    0,
  );
  const scan = Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34);
  return join([
    Uint8Array.of(0xff, 0xd8),
    ...before,
    frame,
    ...Array.from({ length: scans }, () => scan),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

export function gif(
  screen: readonly [width: number, height: number],
  frames: readonly (readonly [width: number, height: number])[],
): Uint8Array<ArrayBuffer> {
  const uint16 = (value: number) => [value & 255, value >> 8];
  const parts = frames.map(([width, height]) =>
    Uint8Array.of(0x2c, 0, 0, 0, 0, ...uint16(width), ...uint16(height), 0, 2, 2, 0x44, 1, 0),
  );
  const head = Uint8Array.of(...screen.flatMap(uint16), 0x80, 0, 0, 0, 0, 0, 255, 255, 255);
  return join([latin('GIF89a'), head, ...parts, Uint8Array.of(0x3b)]);
}

export function webp(chunks: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const little = (value: number) => uint32(value).toReversed();
  const parts = chunks.map(([name, content]) =>
    join([latin(name), little(content.length), content, new Uint8Array(content.length % 2)]),
  );
  const body = join([latin('WEBP'), ...parts]);
  return join([latin('RIFF'), little(body.length), body]);
}

/** Contents of the chunks `VP8X` and `VP8 `. The chunk `VP8 ` is cut after the picture's size. */
export const webpCanvas = (width: number, height: number, flags = 0) =>
  Uint8Array.of(flags, 0, 0, 0, ...[width - 1, height - 1].flatMap((side) => [side, side >> 8, side >> 16]));
export const webpLossy = (width: number, height: number) =>
  Uint8Array.of(0x10, 0, 0, 0x9d, 1, 0x2a, width, width >> 8, height, height >> 8, 0, 0);

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
