import { describe, expect, it } from 'vitest';
import { createResampler } from './resample.ts';
import { LEVEL, toneOf } from './sample-sound.ts';

function resample(input: Float32Array, from: number, to: number, piece = 777): Float32Array {
  const resampler = createResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < input.length; at += piece) parts.push(resampler.push(input.slice(at, at + piece)));
  parts.push(resampler.end());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** Ignores the first and last 200 samples, where the filter lacks input. */
function signalToNoiseDb(output: Float32Array, wanted: Float32Array): number {
  let noise = 0;
  let signal = 0;
  for (let i = 200; i < wanted.length - 200; i += 1) {
    noise += ((output[i] ?? 0) - (wanted[i] ?? 0)) ** 2;
    signal += (wanted[i] ?? 0) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

describe('Resampling', () => {
  it.each([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 48_000])(
    'converts %i Hz to 44.1 kHz with the same length and alignment, and a signal-to-noise ratio above 70 dB',
    (from) => {
      const input = toneOf(1_000, from, from);
      const output = resample(input, from, 44_100);
      expect(output.length).toBe(44_100);
      expect(signalToNoiseDb(output, toneOf(1_000, 44_100, 44_100))).toBeGreaterThan(70);
    },
  );

  it('gives the same result for any chunk size', () => {
    const input = toneOf(440, 22_050, 5_000);
    expect(resample(input, 22_050, 44_100, 1)).toEqual(resample(input, 22_050, 44_100, 5_000));
  });

  it('does not alias frequencies above the Nyquist frequency of 44.1 kHz', () => {
    const output = resample(toneOf(23_500, 48_000, 48_000), 48_000, 44_100);
    const loudest = output.slice(200, -200).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(20 * Math.log10(loudest / LEVEL)).toBeLessThan(-50);
  });

  it('returns audio of the right rate unchanged', () => {
    const input = toneOf(440, 44_100, 1_000);
    expect(resample(input, 44_100, 44_100)).toEqual(input);
  });
});
