/**
 * Judges MPEG audio (MP3) by its bytes (S-15) and measures it. Pure: the page asks before an upload, the server decides
 * after it, with the same code.
 */
import { textAt } from './bytes.ts';
import { isFreeFormat, readHeader, sameStream, type FrameHeader } from './mpeg-header.ts';
import { reachesBeyondEnd, skipLead, skipTags, withoutTrailingTags, withoutZeros } from './mpeg-tags.ts';
import { readDescribingFrame, readGaps, type DescribingFrame } from './xing.ts';

export interface MpegFacts {
  readonly kind: 'mpeg';
  /** Length of the sound as it is decoded, from the frames that are really there. */
  readonly durationMs: number;
  readonly frames: number;
  readonly samplesPerFrame: 576 | 1152;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Average, in bits a second. */
  readonly bitrate: number;
  readonly variable: boolean;
  /** Samples of the last frames that are no music. */
  readonly padding: number;
}

/** Why an MP3, or what is none, is not taken. 'not mpeg': it is of another format; 'no sound': of none that is known here. */
export type MpegProblem =
  'not mpeg' | 'no sound' | 'only a tag' | 'wrong tag' | 'free format' | 'short' | 'mixed' | 'damaged';

/** A frame: its first byte, its bytes, and what it says of the others; null when it sounds itself. */
export type OnFrame = (at: number, size: number, describes: DescribingFrame | null) => void;

const MIN_MS = 1000;
/** Frames in a row that must agree before a sync word is believed. */
const CONFIRM_FRAMES = 4;
/** Share of the bytes outside the tags that must be frames: a container with MP3 inside is not an MP3. */
const MIN_FRAME_SHARE = 0.9;
/** Most bytes of a frame, rounded up. */
const FRAME_MOST = 2048;

/** The facts of an MP3 that is taken, or null. */
export function parseMpeg(bytes: Uint8Array, onFrame?: OnFrame): MpegFacts | null {
  const judged = judgeMpeg(bytes, onFrame);
  return typeof judged === 'string' ? null : judged;
}

/** The facts of an MP3, or why it is not taken. */
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
  // Zeros at the end count as nothing, but may be the rest of a silent frame.
  const soundEnd = withoutZeros(bytes, start, end);
  /** Of so many bytes outside of frames nothing that follows can make up for. */
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
    // A frame cut off by the end of the file plays as far as it goes; it is not counted.
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
 * Samples at both ends that are no music. Of joined files the first says how many come before it and the last how many
 * after it, unless its end is not there.
 */
function createGapCount() {
  let delay = 0;
  let last: { says: DescribingFrame; from: number } | null = null;
  return {
    /** @param from sounding frames before it */
    note(says: DescribingFrame, from: number): void {
      if (from === 0 && says.lame) ({ delay } = readGaps(says.lame));
      last = { says, from };
    },
    /** @param frames sounding frames altogether */
    at(frames: number): { delay: number; padding: number } {
      // Some writers count the describing frame too.
      const isWhole = last?.says.frames != null && Math.abs(frames - last.from - last.says.frames) <= 1;
      return { delay, padding: isWhole && last?.says.lame ? readGaps(last.says.lame).padding : 0 };
    },
  };
}

/**
 * The first place from here on, before `until`, where several frames follow each other, or where the last ones reach exactly to
 * `end`.
 * @param like frames of this stream are looked for first; those of another are found too
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

/** Containers and codecs that may carry bytes like MP3 frames, told by how they begin. */
function isOtherFormat(bytes: Uint8Array, at: number): boolean {
  return (
    ['RIFF', 'RIFX', 'OggS', 'fLaC', 'FORM', 'caff', '\x1aE\xdf\xa3', 'PK\x03\x04', 'ADIF'].some((magic) =>
      textAt(bytes, at, magic),
    ) || textAt(bytes, at + 4, 'ftyp')
  );
}
