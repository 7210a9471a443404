import { createMp3Encoder } from 'wasm-media-encoders';
import { join } from '../../sync/media/sample-files.ts';

/** Frequency of the tone at the start. */
export const FROM_HZ = 300;

export interface Sweep {
  readonly seconds: number;
  /** Rise of the tone, in Hz per second. The tone's frequency tells the position in the file, independent of any clock. */
  readonly rise: number;
  readonly sampleRate: 44_100 | 22_050 | 8_000;
  readonly channels: 1 | 2;
  /** kbit/s; by default variable. */
  readonly bitrate?: 16 | 32 | 128;
}

/**
 * Encodes a rising tone as MP3, without a Xing table. At a variable rate, frame sizes differ so much that players seek wrong without a
 * table.
 */
export async function encodeSweep(sweep: Sweep): Promise<Uint8Array<ArrayBuffer>> {
  const { seconds, rise, sampleRate, channels, bitrate } = sweep;
  const encoder = await createMp3Encoder();
  const common = { sampleRate, channels, outputSampleRate: sampleRate };
  encoder.configure(bitrate === undefined ? { ...common, vbrQuality: 2 } : { ...common, bitrate });
  let noise = 1;
  const tone = Float32Array.from({ length: seconds * sampleRate }, (_, i) => {
    const t = i / sampleRate;
    noise = (noise * 16_807) % 2_147_483_647;
    // Loud noise in the first third makes a variable rate vary.
    const rough = t < seconds / 3 ? 0.15 * (noise / 1_073_741_824 - 1) : 0;
    return 0.4 * Math.sin(2 * Math.PI * (FROM_HZ * t + (rise / 2) * t * t)) + rough;
  });
  const parts: Uint8Array[] = [];
  for (let from = 0; from < tone.length; from += sampleRate) {
    const slice = tone.subarray(from, from + sampleRate);
    parts.push(encoder.encode(channels === 2 ? [slice, slice] : [slice]).slice());
  }
  parts.push(encoder.finalize().slice());
  return join(parts);
}
