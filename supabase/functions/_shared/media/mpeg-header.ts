const bitratesV1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitratesV2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 2.5: [11_025, 12_000, 8_000] } as const;

export interface FrameHeader {
  /** Bytes, header included. */
  readonly size: number;
  readonly samples: 576 | 1152;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Bits per second. */
  readonly bitrate: number;
  /** Bytes of side information after the header. A Xing table begins behind them. */
  readonly sideInfo: number;
}

/**
 * The header of a Layer III frame at this offset; null when there is none. Allocates nothing: a 50 MB file may need
 * fifty million calls.
 */
export function readHeader(bytes: Uint8Array, at: number): FrameHeader | null {
  const b1 = bytes[at + 1] ?? 0;
  // Sync word of eleven set bits, then layer III.
  if (bytes[at] !== 0xff || (b1 & 0xe6) !== 0xe2) return null;
  const b3 = bytes[at + 3];
  const emphasisIsReserved = b3 === undefined || (b3 & 3) === 2;
  if (emphasisIsReserved) return null;
  return headers[((b1 & 0x18) << 5) | ((bytes[at + 2] ?? 0) & 0xfe) | (b3 >> 6 === 3 ? 1 : 0)] ?? null;
}

/** All possible headers, indexed by the bits that matter: version, bitrate, rate, padding, mono. */
const headers: readonly (FrameHeader | null)[] = Array.from({ length: 1024 }, (_, bits) =>
  makeHeader(bits >> 8, bits & 0xfe, (bits & 1) === 1),
);

function makeHeader(versionBits: number, b2: number, isMono: boolean): FrameHeader | null {
  const version = ([2.5, null, 2, 1] as const)[versionBits] ?? null;
  if (version === null) return null;
  const kilobits = (version === 1 ? bitratesV1 : bitratesV2)[b2 >> 4];
  const sampleRate = rates[version][(b2 >> 2) & 3];
  // Bitrate 0 is the free format, whose headers do not give the frame size.
  if (!kilobits || sampleRate === undefined) return null;
  const padding = (b2 >> 1) & 1;
  const samples = version === 1 ? 1152 : 576;
  const channels = isMono ? 1 : 2;
  const sideInfo = version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const size = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding;
  return { size, samples, sampleRate, channels, bitrate: kilobits * 1000, sideInfo };
}

export function sameStream(a: FrameHeader, b: FrameHeader): boolean {
  return a.sampleRate === b.sampleRate && a.samples === b.samples && a.channels === b.channels;
}

/**
 * A similar header whose frame has at least `bytes` bytes: without checksum and padding, and at a higher bitrate when
 * the given one is too small. Null when every bitrate is too small.
 */
export function headerWithRoom(header: Uint8Array, bytes: number): { head: Uint8Array; size: number } | null {
  const [b1 = 0, b2 = 0, b3 = 0] = header.subarray(1, 4);
  for (let rate = b2 >> 4; rate < 15; rate += 1) {
    const head = Uint8Array.of(0xff, b1 | 1, (rate << 4) | (b2 & 0x0d), b3);
    const size = readHeader(head, 0)?.size ?? 0;
    if (size >= bytes) return { head, size };
  }
  return null;
}

/** Whether free-format frames begin near `from`: similar headers at equal distances. */
export function isFreeFormat(bytes: Uint8Array, from: number, end: number): boolean {
  const isLike = (at: number, first: number) =>
    at + 4 <= end &&
    bytes[at] === 0xff &&
    bytes[at + 1] === bytes[first + 1] &&
    ((bytes[at + 2] ?? 0) & 0xfc) === ((bytes[first + 2] ?? 0) & 0xfc);
  const isNear = (at: number, first: number) => [at, at - 1, at + 1].some((place) => isLike(place, first));
  for (let at = from; at < Math.min(end, from + MAX_FREE_LEAD); at += 1) {
    const [b1, b2] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
    if (bytes[at] !== 0xff || (b1 & 0xe6) !== 0xe2 || (b1 & 0x18) === 0x08 || b2 >> 4 !== 0 || (b2 & 0x0c) === 0x0c)
      continue;
    for (let step = 24; step < MAX_FREE_FRAME; step += 1)
      if (isLike(at + step, at) && isNear(at + 2 * step, at) && isNear(at + 3 * step, at)) return true;
  }
  return false;
}

/** Bytes after `from` that are searched for the first free-format frame. */
const MAX_FREE_LEAD = 4096;
/** Most bytes of a free-format frame. */
const MAX_FREE_FRAME = 6000;
