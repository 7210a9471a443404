import { describe, expect, it } from 'vitest';
import { createLoudnessMeter } from './loudness-meter.ts';

interface Part {
  /** Peak of each channel's sine, in dBFS. */
  dbfs: number;
  seconds: number;
}

interface Signal {
  rate?: number;
  hertz?: number;
  /** Degrees. */
  phase?: number;
  isLeftOnly?: boolean;
  /** Samples passed at once. */
  chunk?: number;
  fadeS?: number;
}

function measure(parts: readonly Part[], signal: Signal = {}) {
  const { rate = 48_000, hertz = 1000, phase = 0, isLeftOnly = false, chunk = 10_007, fadeS = 0 } = signal;
  const meter = createLoudnessMeter(rate);
  const total = parts.reduce((sum, { seconds }) => sum + Math.round(seconds * rate), 0);
  const left = new Float32Array(total);
  let at = 0;
  for (const { dbfs, seconds } of parts) {
    const level = 10 ** (dbfs / 20);
    for (const end = at + Math.round(seconds * rate); at < end; at += 1) {
      const fade = Math.min(1, at / (fadeS * rate || 1), (total - at) / (fadeS * rate || 1));
      left[at] = level * (fadeS ? fade : 1) * Math.sin((2 * Math.PI * hertz * at) / rate + (phase * Math.PI) / 180);
    }
  }
  const right = isLeftOnly ? new Float32Array(total) : left;
  for (let from = 0; from < total; from += chunk)
    meter.push(left.subarray(from, from + chunk), right.subarray(from, from + chunk));
  return meter.result();
}

describe('integrated loudness (EBU Tech 3341)', () => {
  it.each([
    ['case 1', [[-23, 20]], -23],
    ['case 2', [[-33, 20]], -33],
    [
      'case 3',
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      -23,
    ],
    [
      'case 4',
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
    [
      'case 5',
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
      -23,
    ],
  ] as const)('%s', (_name, parts, expected) => {
    const read = parts.map(([dbfs, seconds]) => ({ dbfs, seconds }));
    expect(Math.abs((measure(read)?.lufs ?? NaN) - expected)).toBeLessThanOrEqual(0.1);
  });

  it.each([8_000, 22_050, 32_000, 44_100])('is the same at %d Hz', (rate) => {
    expect(measure([{ dbfs: -23, seconds: 5 }], { rate })?.lufs).toBeCloseTo(-23, 1);
  });

  it('is 3 LU lower if only one channel sounds', () => {
    expect(measure([{ dbfs: -23, seconds: 5 }], { isLeftOnly: true })?.lufs).toBeCloseTo(-26.01, 1);
  });

  it('does not depend on the size of the parts', () => {
    const parts = [{ dbfs: -20, seconds: 3 }];
    expect(measure(parts, { chunk: 333 })).toEqual(measure(parts, { chunk: 1_000_000 }));
  });

  it('is null for silence and for less than a block', () => {
    expect(measure([{ dbfs: -Infinity, seconds: 5 }])).toBeNull();
    expect(measure([{ dbfs: -80, seconds: 5 }])).toBeNull();
    expect(measure([{ dbfs: -20, seconds: 0.39 }])).toBeNull();
  });

  it('ignores samples that are no numbers', () => {
    const meter = createLoudnessMeter(48_000);
    const noise = Float32Array.from({ length: 48_000 }, (_, i) => [NaN, Infinity, -Infinity, 1e30][i % 4] ?? 0);
    meter.push(noise, noise);
    expect(meter.result()).toBeNull();
  });
});

describe('true peak (EBU Tech 3341: +0.2 and -0.4 dB)', () => {
  // Faded in and out, because a sudden start overshoots by itself.
  const amplitude = (level: number) => [{ dbfs: 20 * Math.log10(level), seconds: 2 }];
  it.each([
    ['case 15', 4, 0, 0.5, -6],
    ['case 16', 4, 45, 0.5, -6],
    ['case 17', 6, 60, 0.5, -6],
    ['case 18', 8, 67.5, 0.5, -6],
    ['case 19', 4, 45, 1.41, 3],
  ])('%s', (_name, divisor, phase, level, expected) => {
    const rate = 48_000;
    const peak = measure(amplitude(level), { rate, hertz: rate / divisor, phase, fadeS: 0.02 })?.truePeakDbtp ?? NaN;
    expect(peak).toBeGreaterThanOrEqual(expected - 0.4);
    expect(peak).toBeLessThanOrEqual(expected + 0.2);
  });
});
