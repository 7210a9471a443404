/**
 * Validates MPEG audio (MP3) by its bytes (S-15) and measures it. Pure: the page checks before an upload, and the
 * server decides after it with the same code.
 */
import { textAt } from './bytes.ts';
import { isFreeFormat, readHeader, sameStream, type FrameHeader } from './mpeg-header.ts';
import { reachesBeyondEnd, skipLead, skipTags, withoutTrailingTags, withoutZeros } from './mpeg-tags.ts';
import { readDescribingFrame, readGaps, type DescribingFrame } from './xing.ts';

export interface MpegFacts {
  readonly kind: 'mpeg';
  /** Duration of the decoded audio, from the frames that the file really has. */
  readonly durationMs: number;
  readonly frames: number;
  readonly samplesPerFrame: 576 | 1152;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Average, in bits per second. */
  readonly bitrate: number;
  readonly variable: boolean;
  /** Padding samples that the encoder added at the end. */
  readonly padding: number;
}

/** Why a file is refused. 'not mpeg': it has another known format; 'no sound': no known format. */
export type MpegProblem =
  'not mpeg' | 'no sound' | 'only a tag' | 'wrong tag' | 'free format' | 'short' | 'mixed' | 'damaged';

/** A frame: its position, its size, and its Xing table; null for an audio frame. */
export type OnFrame = (at: number, size: number, describes: DescribingFrame | null) => void;

const MIN_MS = 1000;
/** Consecutive matching frames needed to trust a sync word. */
const CONFIRM_FRAMES = 4;
/** Share of the bytes outside the tags that must be frames: a container with MP3 inside is not an MP3. */
const MIN_FRAME_SHARE = 0.9;
/** Upper bound of a frame's size. */
const FRAME_MOST = 2048;

/** The facts of a valid MP3, or null. */
export function parseMpeg(bytes: Uint8Array, onFrame?: OnFrame): MpegFacts | null {
  const judged = judgeMpeg(bytes, onFrame);
  return typeof judged === 'string' ? null : judged;
}

/** The facts of an MP3, or why it is refused. */
export function judgeMpeg(bytes: Uint8Array, onFrame?: OnFrame): MpegFacts | MpegProblem {
  const afterTags = skipTags(bytes, 0);
  const start = skipLead(bytes, afterTags);
  if (isOtherFormat(bytes, afterTags)) return 'not mpeg';
  if (reachesBeyondEnd(bytes)) return 'wrong tag';
  if (start === bytes.length) return afterTags > 0 ? 'only a tag' : 'no sound';
  const end = withoutTrailingTags(bytes, start);
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
  // Zeros at the end do not count, but may belong to a silent frame.
  const soundEnd = withoutZeros(bytes, start, end);
  /** With more bytes than this outside of frames, the file fails whatever follows. */
  const mostOther = (soundEnd + FRAME_MOST - start) * (1 - MIN_FRAME_SHARE);
  let position = first;
  while (position < end) {
    const header: FrameHeader | null = readHeader(bytes, position);
    if (header === null || !sameStream(header, reference)) {
      const other = Math.min(end, skipTags(bytes, position));
      const until = Math.min(end, Math.ceil(other + mostOther - otherBytes) + 1);
      const next = findSync(bytes, other, until, end, reference);
      otherBytes += (next ?? Math.max(other, Math.min(soundEnd, until))) - other;
      if (next === null) break;
      const nextHeader = readHeader(bytes, next);
      if (nextHeader && !sameStream(nextHeader, reference)) return 'mixed';
      position = next;
      continue;
    }
    // A final truncated frame plays partly, but is not counted.
    if (position + header.size > end) break;
    const describes = readDescribingFrame(bytes, position, header);
    onFrame?.(position, header.size, describes);
    if (describes) gaps.note(describes, frames);
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
  const { delay, padding } = gaps.at(frames);
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
 * Encoder delay and padding in samples. In joined files the first Xing table gives the delay, and the last one the
 * padding, unless the file's end is missing.
 */
function createGapCount() {
  let delay = 0;
  let last: { says: DescribingFrame; from: number } | null = null;
  return {
    /** @param from audio frames before it */
    note(says: DescribingFrame, from: number): void {
      if (from === 0 && says.lame) ({ delay } = readGaps(says.lame));
      last = { says, from };
    },
    /** @param frames all audio frames */
    at(frames: number): { delay: number; padding: number } {
      // Some writers count the Xing frame too.
      const isWhole = last?.says.frames != null && Math.abs(frames - last.from - last.says.frames) <= 1;
      return { delay, padding: isWhole && last?.says.lame ? readGaps(last.says.lame).padding : 0 };
    },
  };
}

/**
 * The first position in [from, until) with several consecutive frames, or with final frames that end exactly at `end`.
 * @param like prefer frames of this stream, but accept others
 */
function findSync(
  bytes: Uint8Array,
  from: number,
  until: number,
  end: number,
  like: FrameHeader | null,
): number | null {
  for (let at = from; at < until; at += 1) {
    if (bytes[at] !== 0xff || readHeader(bytes, at) === null) continue;
    const isAtStart = like === null && at === from;
    if (confirmed(bytes, at, end, like, like !== null || isAtStart)) return at;
    if (like !== null && confirmed(bytes, at, end, null, false)) return at;
  }
  return null;
}

function confirmed(bytes: Uint8Array, from: number, end: number, like: FrameHeader | null, mayBeFew: boolean): boolean {
  let reference = like;
  let at = from;
  for (let count = 0; count < CONFIRM_FRAMES; count += 1) {
    if (at >= end && count > 0) return mayBeFew && at === end;
    const header = readHeader(bytes, at);
    if (header === null || (reference !== null && !sameStream(header, reference))) return false;
    reference ??= header;
    at += header.size;
  }
  return true;
}

/** Containers and codecs that may contain bytes like MP3 frames, recognised by their magic bytes. */
function isOtherFormat(bytes: Uint8Array, at: number): boolean {
  return (
    ['RIFF', 'RIFX', 'OggS', 'fLaC', 'FORM', 'caff', '\x1aE\xdf\xa3', 'PK\x03\x04', 'ADIF'].some((magic) =>
      textAt(bytes, at, magic),
    ) || textAt(bytes, at + 4, 'ftyp')
  );
}
