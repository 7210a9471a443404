import { parseMpeg } from '../../../supabase/functions/_shared/media/mpeg.ts';

/** Samples per second. Enough to measure loudness, in a fifth of the memory of the full rate. */
const RATE = 8000;
/** Frames decoded at a time (about 26 s), so that a long track is never fully decoded in memory. */
const SLICE_FRAMES = 1000;

/** Decodes the first channel of MP3 frames. The samples may have any rate. */
export type Decode = (frames: Uint8Array<ArrayBuffer>) => Promise<Float32Array>;

/**
 * Reads how loud the parts of an MP3 are.
 * @returns `count` values from 0 to 1; null if the bytes are not MP3 or the browser cannot decode them
 */
export async function readLoudness(
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
  decode: Decode = decodeInBrowser,
): Promise<number[] | null> {
  const starts: number[] = [];
  let end = 0;
  const stream = parseMpeg(bytes, (at, size, xing) => {
    if (!xing) starts.push(at);
    end = at + size;
  });
  if (!stream) return null;
  const power = new Float64Array(count);
  const sampleCounts = new Float64Array(count);
  for (let first = 0; first < starts.length; first += SLICE_FRAMES) {
    const after = Math.min(first + SLICE_FRAMES, starts.length);
    const samples = await decode(bytes.slice(starts[first], starts[after] ?? end)).catch(() => null);
    if (!samples) return null;
    for (let i = 0; i < samples.length; i++) {
      const position = (first + ((after - first) * i) / samples.length) / starts.length;
      const part = Math.min(count - 1, Math.floor(position * count));
      power[part] = (power[part] ?? 0) + (samples[i] ?? 0) ** 2;
      sampleCounts[part] = (sampleCounts[part] ?? 0) + 1;
    }
  }
  const loudness = Array.from(power, (sum, part) => Math.sqrt(sum / Math.max(1, sampleCounts[part] ?? 0)));
  // A percentile, so that one loud crackle does not flatten the rest.
  const loudest = [...loudness].sort((a, b) => a - b)[Math.floor(count * 0.97)] ?? 0;
  return loudness.map((value) => (loudest > 0 ? Math.min(1, value / loudest) : 0));
}

async function decodeInBrowser(frames: Uint8Array<ArrayBuffer>): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, RATE);
  return (await context.decodeAudioData(frames.buffer)).getChannelData(0);
}
