import { MPEGDecoder } from 'mpg123-decoder';
import { parseMpeg } from '../../functions/_shared/media/mpeg.ts';
import { createResampler, type Resampler } from './resample.ts';
import { SAMPLE_RATE } from './stream-format.ts';

/** At the stream's rate, each sample within [-1, 1]. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export interface Deck {
  /** The next part: up to about half a second, possibly empty. Null at the end. */
  read(): Stereo | null;
  close(): void;
}

interface FrameTable {
  readonly starts: readonly number[];
  readonly sizes: readonly number[];
  /** Hertz. */
  readonly sampleRate: number;
  readonly durationMs: number;
  readonly frameMs: number;
  /** Number of frames with a Xing or VBRI table instead of audio. A joined file may have several. */
  readonly silent: number;
}

/** A frame may use bits of earlier ones, so decoding starts this many frames before the requested position. */
const RUN_UP = 30;
/** Duration that is decoded at once. */
const SLICE_MS = 500;
/** Samples of a fade-out. */
const FADE_SAMPLES = 4 * SAMPLE_RATE;

/** Null when the bytes are not an MP3. */
export function readFrameTable(bytes: Uint8Array): FrameTable | null {
  const starts: number[] = [];
  const sizes: number[] = [];
  let silent = 0;
  const facts = parseMpeg(bytes, (at, size, describes) => {
    starts.push(at);
    sizes.push(size);
    if (describes) silent += 1;
  });
  if (!facts) return null;
  const { sampleRate, durationMs, samplesPerFrame } = facts;
  return { starts, sizes, silent, sampleRate, durationMs, frameMs: (samplesPerFrame / sampleRate) * 1000 };
}

/**
 * Decodes an MP3 from `fromMs`. A fade-out ends at `untilMs`; null plays to the end of the file. `gain` applies before samples are
 * limited to full level, so that a track whose peaks exceed it does not clip once it is turned down.
 */
export async function openDeck(
  bytes: Uint8Array,
  table: FrameTable,
  { fromMs, untilMs, gain = 1 }: { readonly fromMs: number; readonly untilMs: number | null; readonly gain?: number },
): Promise<Deck> {
  const { starts, sizes, silent, sampleRate, frameMs } = table;
  const target = silent + Math.floor(fromMs / frameMs);
  const first = fromMs < frameMs ? 0 : Math.max(silent, target - RUN_UP);
  // Only the first frame states the encoder delay, so only a decoder that gets this frame can trim the delay.
  const decoder = new MPEGDecoder({ enableGapless: first === 0 });
  await decoder.ready;
  let next = first;
  let skip = first === 0 ? 0 : Math.round(((target - first) * frameMs * sampleRate) / 1000);
  let resamplers: { readonly left: Resampler; readonly right: Resampler } | null = null;
  let isOpen = true;

  const decode = (): { readonly left: Float32Array; readonly right: Float32Array; readonly rate: number } => {
    const until = Math.min(starts.length, next + Math.max(1, Math.round(SLICE_MS / frameMs)));
    const { channelData, sampleRate: rate } = decoder.decode(framesBetween(bytes, starts, sizes, next, until));
    next = until;
    // A copy for mono, because both channels are changed in place.
    const [left = new Float32Array(0), right = left.slice()] = channelData;
    const dropped = Math.min(skip, left.length);
    skip -= dropped;
    return { left: left.subarray(dropped), right: right.subarray(dropped), rate };
  };
  const samplesAt = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);
  let remaining = untilMs === null ? Infinity : Math.max(0, samplesAt(untilMs) - samplesAt(fromMs));
  const fade = ({ left, right }: Stereo): Stereo => {
    const end = Math.min(remaining, left.length);
    if (remaining < left.length + FADE_SAMPLES)
      for (const channel of [left, right])
        for (let i = 0; i < end; i += 1) channel[i] = (channel[i] ?? 0) * Math.min(1, (remaining - i) / FADE_SAMPLES);
    remaining -= end;
    return { left: left.subarray(0, end), right: right.subarray(0, end) };
  };
  return {
    read() {
      if (!isOpen || remaining <= 0) return null;
      if (next >= starts.length) {
        isOpen = false;
        return resamplers && fade(clean(resamplers.left.end(), resamplers.right.end(), gain));
      }
      const { rate, ...sound } = decode();
      if (sound.left.length === 0) return sound;
      resamplers ??= { left: createResampler(rate, SAMPLE_RATE), right: createResampler(rate, SAMPLE_RATE) };
      return fade(clean(resamplers.left.push(sound.left), resamplers.right.push(sound.right), gain));
    },
    close() {
      isOpen = false;
      decoder.free();
    },
  };
}

function framesBetween(
  bytes: Uint8Array,
  starts: readonly number[],
  sizes: readonly number[],
  from: number,
  to: number,
): Uint8Array {
  const parts = starts.slice(from, to).map((start, i) => bytes.subarray(start, start + (sizes[from + i] ?? 0)));
  return new Uint8Array(Buffer.concat(parts));
}

/** Damaged frames decode to any value. The encoder accepts samples up to full level only. */
function clean(left: Float32Array, right: Float32Array, gain: number): Stereo {
  for (const channel of [left, right]) {
    for (let i = 0; i < channel.length; i += 1) {
      const sample = (channel[i] ?? 0) * gain;
      channel[i] = sample <= 1 && sample >= -1 ? sample : sample > 1 ? 1 : sample < -1 ? -1 : 0;
    }
  }
  return { left, right };
}
