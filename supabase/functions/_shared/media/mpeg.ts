/** Validates and measures MPEG audio (MP3) by its bytes (S-15). The page and the server share this code. */
import { textAt } from './bytes.ts';
import { isFreeFormat, readHeader, sameStream, type FrameHeader } from './mpeg-header.ts';
import { exceedsFile, skipLead, skipTags, startOfTrailingTags, startOfTrailingZeros } from './mpeg-tags.ts';
import { readDescribingFrame, readGaps, type DescribingFrame } from './xing.ts';

export interface MpegFacts {
  readonly kind: 'mpeg';
  readonly durationMs: number;
  readonly frames: number;
  readonly samplesPerFrame: 576 | 1152;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Average, in bits per second. */
  readonly bitrate: number;
  readonly variable: boolean;
  /** Samples that the encoder appended. */
  readonly padding: number;
}

/** Why a file is refused. 'not mpeg': it has another known format; 'no sound': no known format. */
export type MpegProblem =
  'not mpeg' | 'no sound' | 'only a tag' | 'wrong tag' | 'free format' | 'short' | 'mixed' | 'damaged';

/** Called for each complete frame. `position` and `size` are in bytes; `table` is null for an audio frame. */
export type OnFrame = (position: number, size: number, table: DescribingFrame | null) => void;

/** A shorter file is refused. */
const MIN_MS = 1000;
/** Consecutive matching frames needed to trust a sync word. */
const CONFIRM_FRAMES = 4;
/** A container with MP3 inside is not an MP3, so most bytes outside of tags must be frames. */
const MIN_FRAME_SHARE = 0.9;
/** More than the largest Layer III frame has. */
const MAX_FRAME_BYTES = 2048;

/** The facts of an MP3; null for a refused file, for which `checkMpeg` returns the reason. */
export function parseMpeg(bytes: Uint8Array, onFrame?: OnFrame): MpegFacts | null {
  const result = checkMpeg(bytes, onFrame);
  return typeof result === 'string' ? null : result;
}

export function checkMpeg(bytes: Uint8Array, onFrame?: OnFrame): MpegFacts | MpegProblem {
  const afterTags = skipTags(bytes, 0);
  const start = skipLead(bytes, afterTags);
  if (isOtherFormat(bytes, afterTags)) return 'not mpeg';
  if (exceedsFile(bytes)) return 'wrong tag';
  if (start === bytes.length) return afterTags > 0 ? 'only a tag' : 'no sound';
  const end = startOfTrailingTags(bytes, start);
  const first = findSync(bytes, start, end, end, null);
  const reference = first === null ? null : readHeader(bytes, first);
  if (first === null || reference === null) return isFreeFormat(bytes, start, end) ? 'free format' : 'no sound';

  let frames = 0;
  let frameBytes = 0;
  let soundBytes = 0;
  let otherBytes = first - start;
  let bitrate = 0;
  let variable = false;
  const gaps = createGapCount();
  // The measured part ends before the zeros at the end. A silent last frame may end in zeros, so its largest size is added below.
  const soundEnd = startOfTrailingZeros(bytes, start, end);
  /** A file with more bytes outside of frames cannot reach MIN_FRAME_SHARE. */
  const maxOtherBytes = (soundEnd + MAX_FRAME_BYTES - start) * (1 - MIN_FRAME_SHARE);
  let position = first;
  while (position < end) {
    const header: FrameHeader | null = readHeader(bytes, position);
    if (header === null || !sameStream(header, reference)) {
      const afterTag = Math.min(end, skipTags(bytes, position));
      const until = Math.min(end, Math.ceil(afterTag + maxOtherBytes - otherBytes) + 1);
      const next = findSync(bytes, afterTag, until, end, reference);
      otherBytes += (next ?? Math.max(afterTag, Math.min(soundEnd, until))) - afterTag;
      if (next === null) break;
      const nextHeader = readHeader(bytes, next);
      if (nextHeader && !sameStream(nextHeader, reference)) return 'mixed';
      position = next;
      continue;
    }
    // A final truncated frame plays partly, but is not counted.
    if (position + header.size > end) break;
    const table = readDescribingFrame(bytes, position, header);
    onFrame?.(position, header.size, table);
    if (table) gaps.add(table, frames);
    else {
      frames += 1;
      soundBytes += header.size;
      bitrate ||= header.bitrate;
      variable ||= header.bitrate !== bitrate;
    }
    frameBytes += header.size;
    position += header.size;
  }
  if (frameBytes < (frameBytes + otherBytes) * MIN_FRAME_SHARE) return 'damaged';
  const { samples: samplesPerFrame, sampleRate, channels } = reference;
  const { delay, padding } = gaps.result(frames);
  const samples = frames * samplesPerFrame;
  const durationMs = Math.round(((samples - delay - padding) / sampleRate) * 1000);
  if (durationMs < MIN_MS) return 'short';
  const average = Math.round((soundBytes * 8 * sampleRate) / samples);
  return {
    kind: 'mpeg',
    durationMs,
    frames,
    samplesPerFrame,
    sampleRate,
    channels,
    bitrate: average,
    variable,
    padding,
  };
}

/**
 * Collects the encoder's delay and padding. In joined files the first Xing table gives the delay, the last one the
 * padding.
 */
function createGapCount() {
  let delay = 0;
  let last: { table: DescribingFrame; from: number } | null = null;
  return {
    /** @param from number of audio frames before the table */
    add(table: DescribingFrame, from: number): void {
      if (from === 0 && table.lame) ({ delay } = readGaps(table.lame));
      last = { table, from };
    },
    /** @param frames number of all audio frames */
    result(frames: number): { delay: number; padding: number } {
      // Some writers count the Xing frame too.
      const isWhole = last?.table.frames != null && Math.abs(frames - last.from - last.table.frames) <= 1;
      return { delay, padding: isWhole && last?.table.lame ? readGaps(last.table.lame).padding : 0 };
    },
  };
}

function findSync(
  bytes: Uint8Array,
  from: number,
  until: number,
  end: number,
  preferred: FrameHeader | null,
): number | null {
  for (let at = from; at < until; at += 1) {
    if (bytes[at] !== 0xff || readHeader(bytes, at) === null) continue;
    const isAtStart = preferred === null && at === from;
    if (isConfirmed(bytes, at, end, preferred, preferred !== null || isAtStart)) return at;
    if (preferred !== null && isConfirmed(bytes, at, end, null, false)) return at;
  }
  return null;
}

function isConfirmed(
  bytes: Uint8Array,
  from: number,
  end: number,
  preferred: FrameHeader | null,
  mayEndEarly: boolean,
): boolean {
  let reference = preferred;
  let at = from;
  for (let count = 0; count < CONFIRM_FRAMES; count += 1) {
    if (at >= end && count > 0) return mayEndEarly && at === end;
    const header = readHeader(bytes, at);
    if (header === null || (reference !== null && !sameStream(header, reference))) return false;
    reference ??= header;
    at += header.size;
  }
  return true;
}

function isOtherFormat(bytes: Uint8Array, at: number): boolean {
  return (
    ['RIFF', 'RIFX', 'OggS', 'fLaC', 'FORM', 'caff', '\x1aE\xdf\xa3', 'PK\x03\x04', 'ADIF'].some((magic) =>
      textAt(bytes, at, magic),
    ) || textAt(bytes, at + 4, 'ftyp')
  );
}
