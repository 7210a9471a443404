import { createLoudnessMeter, type MeasuredLoudness } from './loudness-meter.ts';
import { parseMpeg } from './mpeg.ts';

/** Frames decoded at a time (about 26 s), so that a long track is never fully decoded in memory. */
const SLICE_FRAMES = 1000;
/** A frame may use bits of earlier ones, so the decoding of a slice starts this many frames earlier. */
const RUN_UP = 30;

/** Decodes MP3 frames to the samples of one channel or two. Rejects if they cannot be decoded. */
export type DecodeFrames = (frames: Uint8Array<ArrayBuffer>, sampleRate: number) => Promise<readonly Float32Array[]>;

/**
 * Measures the loudness of an MP3, with any decoder: device and server then agree within hundredths of a decibel.
 *
 * @returns null for silence
 * @throws Error whose message completes a sentence after 'because ', if the file cannot be measured
 */
export async function measureMpeg(
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodeFrames,
): Promise<MeasuredLoudness | null> {
  const starts: number[] = [];
  let end = 0;
  const facts = parseMpeg(bytes, (at, size, table) => {
    if (!table) starts.push(at);
    end = at + size;
  });
  if (!facts) throw new Error('it is no MP3');
  const { sampleRate, samplesPerFrame } = facts;
  const meter = createLoudnessMeter(sampleRate);
  let isDecoded = false;
  for (let first = 0; first < starts.length; first += SLICE_FRAMES) {
    const after = Math.min(first + SLICE_FRAMES, starts.length);
    const from = starts[Math.max(0, first - RUN_UP)];
    const channels = await decode(bytes.slice(from, starts[after] ?? end), sampleRate);
    // Decoders differ in the samples that they leave out at the start, so the slice is counted from its end.
    const wanted = (after - first) * samplesPerFrame;
    const [left = new Float32Array(0), right = left] = channels.map((samples) => samples.subarray(-wanted));
    isDecoded ||= left.length > 0;
    meter.push(left, right);
  }
  if (!isDecoded) throw new Error('it cannot be decoded');
  return meter.result();
}
