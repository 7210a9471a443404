/**
 * Judges MPEG audio (MP3) by its bytes (S-15) and measures it. Pure: the page asks before an upload, the server decides
 * after it, with the same code.
 */

export interface MpegFacts {
  readonly kind: 'mpeg';
  /** Length of the sound, from the frames that are really there. */
  readonly durationMs: number;
  readonly frames: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Average, in bits a second. */
  readonly bitrate: number;
  readonly variable: boolean;
}

/** Fewer frames than this may be chance; it is about a tenth of a second. */
const MIN_FRAMES = 5;
/** Frames in a row that must agree before a sync word is believed. */
const CONFIRM_FRAMES = 4;
/** Bytes before the first frame, after the tags, that padding and broken tags may take. */
const MAX_LEAD = 128 * 1024;
/** Share of the bytes outside the tags that must be frames: a container with MP3 inside is not an MP3. */
const MIN_FRAME_SHARE = 0.9;

const bitratesV1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitratesV2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 2.5: [11_025, 12_000, 8_000] } as const;

interface FrameHeader {
  /** Bytes, header included. */
  readonly size: number;
  readonly samples: 576 | 1152;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly bitrate: number;
  /** Bytes of side information after the header, where a Xing tag may begin. */
  readonly sideInfo: number;
}

/**
 * The facts of an MP3, or null when the bytes are anything else, empty or too short to be sure.
 *
 * @param onFrame is told of each whole frame: its first byte, its bytes, and whether it sounds or only describes the others
 */
export function parseMpeg(
  bytes: Uint8Array,
  onFrame?: (at: number, size: number, sounds: boolean) => void,
): MpegFacts | null {
  const start = skipLeadingTags(bytes);
  const end = withoutTrailingTags(bytes, start);
  if (start === bytes.length || isOtherFormat(bytes, start)) return null;
  const first = findSync(bytes, start, Math.min(end, start + MAX_LEAD), end, null);
  const reference = first === null ? null : readHeader(bytes, first);
  if (first === null || reference === null) return null;

  let frames = 0;
  let samples = 0;
  let frameBytes = 0;
  let bits = 0;
  let variable = false;
  let position: number | null = first;
  while (position !== null && position < end) {
    const header: FrameHeader | null = readHeader(bytes, position);
    if (header === null || !sameStream(header, reference)) {
      position = findSync(bytes, position + 1, end, end, reference);
      continue;
    }
    // A frame cut off by the end of the file plays as far as it goes; it is not counted.
    if (position + header.size > end) break;
    const sounds = frames > 0 || !isInfoFrame(bytes, position, header);
    onFrame?.(position, header.size, sounds);
    if (sounds) {
      frames += 1;
      samples += header.samples;
      bits += header.size * 8;
      variable ||= header.bitrate !== reference.bitrate;
    }
    frameBytes += header.size;
    position += header.size;
  }
  if (frames < MIN_FRAMES || frameBytes < (withoutPadding(bytes, start, end) - start) * MIN_FRAME_SHARE) return null;
  const seconds = samples / reference.sampleRate;
  const { sampleRate, channels } = reference;
  return {
    kind: 'mpeg',
    durationMs: Math.round(seconds * 1000),
    frames,
    sampleRate,
    channels,
    bitrate: Math.round(bits / seconds),
    variable,
  };
}

function readHeader(bytes: Uint8Array, at: number): FrameHeader | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
  const [b1, b2, b3] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
  const version = ([2.5, null, 2, 1] as const)[(b1 >> 3) & 3] ?? null;
  const isLayer3 = ((b1 >> 1) & 3) === 1;
  if ((b1 & 0xe0) !== 0xe0 || version === null || !isLayer3) return null;
  const kilobits = (version === 1 ? bitratesV1 : bitratesV2)[b2 >> 4];
  const sampleRate = rates[version][(b2 >> 2) & 3];
  const emphasisIsReserved = (b3 & 3) === 2;
  // Bitrate 0 is the free format, whose frames tell no size; no encoder in use makes it.
  if (!kilobits || sampleRate === undefined || emphasisIsReserved) return null;
  const padding = (b2 >> 1) & 1;
  const samples = version === 1 ? 1152 : 576;
  const channels = b3 >> 6 === 3 ? 1 : 2;
  const sideInfo = version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  const size = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding;
  return { size, samples, sampleRate, channels, bitrate: kilobits * 1000, sideInfo };
}

function sameStream(a: FrameHeader, b: FrameHeader): boolean {
  return a.sampleRate === b.sampleRate && a.samples === b.samples && a.channels === b.channels;
}

/** The first place in [from, to) where several frames follow each other, or where the last ones reach exactly to `end`. */
function findSync(bytes: Uint8Array, from: number, to: number, end: number, like: FrameHeader | null): number | null {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at < to; at = bytes.indexOf(0xff, at + 1)) {
    if (confirmed(bytes, at, end, like)) return at;
  }
  return null;
}

function confirmed(bytes: Uint8Array, from: number, end: number, like: FrameHeader | null): boolean {
  let reference = like;
  let at = from;
  for (let count = 0; count < CONFIRM_FRAMES; count += 1) {
    if (at >= end && count > 0) return like !== null && at === end;
    const header = readHeader(bytes, at);
    if (header === null || (reference !== null && !sameStream(header, reference))) return false;
    reference ??= header;
    at += header.size;
  }
  return true;
}

/** A first frame that holds a Xing, Info or VBRI table instead of sound. */
function isInfoFrame(bytes: Uint8Array, at: number, { sideInfo }: FrameHeader): boolean {
  const hasCrc = ((bytes[at + 1] ?? 0) & 1) === 0;
  const xingAt = at + 4 + (hasCrc ? 2 : 0) + sideInfo;
  return (
    ['Xing', 'Info'].some((tag) => textAt(bytes, xingAt, tag) || textAt(bytes, at + 4 + sideInfo, tag)) ||
    textAt(bytes, at + 36, 'VBRI')
  );
}

function skipLeadingTags(bytes: Uint8Array): number {
  let at = 0;
  // Some writers put one tag before another; each is skipped whole, pictures and all.
  for (;;) {
    if (textAt(bytes, at, 'ID3') && at + 10 <= bytes.length) {
      const footer = ((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
      at += 10 + syncSafe(bytes, at + 6) + footer;
    } else if (textAt(bytes, at, 'APETAGEX') && at + 32 <= bytes.length) {
      at += 32 + littleEndian(bytes, at + 12);
    } else {
      return Math.min(at, bytes.length);
    }
    if (at >= bytes.length) return bytes.length;
  }
}

function withoutTrailingTags(bytes: Uint8Array, start: number): number {
  let end = bytes.length;
  for (let again = true; again;) {
    again = false;
    if (end - 128 >= start && textAt(bytes, end - 128, 'TAG')) {
      end -= 128;
      again = true;
    }
    if (end - 32 >= start && textAt(bytes, end - 32, 'APETAGEX')) {
      const hasHeader = ((bytes[end - 32 + 23] ?? 0) & 0x80) !== 0;
      const size = littleEndian(bytes, end - 32 + 12) + (hasHeader ? 32 : 0);
      if (size < 32 || end - size < start) break;
      end -= size;
      again = true;
    }
    if (end - 15 >= start && textAt(bytes, end - 9, 'LYRICS200')) {
      const size = Number(String.fromCharCode(...bytes.subarray(end - 15, end - 9))) + 15;
      if (!Number.isInteger(size) || end - size < start) break;
      end -= size;
      again = true;
    }
  }
  return end;
}

function withoutPadding(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last -= 1;
  return last;
}

/** Containers and codecs that may carry bytes like MP3 frames, told by how they begin. */
function isOtherFormat(bytes: Uint8Array, at: number): boolean {
  return (
    ['RIFF', 'RIFX', 'OggS', 'fLaC', 'FORM', 'caff', '\x1aE\xdf\xa3', 'PK\x03\x04', 'ADIF'].some((magic) =>
      textAt(bytes, at, magic),
    ) || textAt(bytes, at + 4, 'ftyp')
  );
}

function textAt(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Four bytes of seven bits each, as ID3v2 counts. */
function syncSafe(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 4; i += 1) value = value * 128 + ((bytes[at + i] ?? 0) & 0x7f);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 3; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
