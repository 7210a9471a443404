import { describe, expect, it } from 'vitest';
import { loudnessOfAll, playGain } from './play-gain.ts';

const db = (gain: number) => 20 * Math.log10(gain);

describe('the gain of a track', () => {
  it('turns a loud track down to -14 LUFS', () => {
    expect(db(playGain({ lufs: -8, truePeakDbtp: -0.3 }))).toBeCloseTo(-6);
    expect(db(playGain({ lufs: -4, truePeakDbtp: 1.2 }))).toBeCloseTo(-10);
  });

  it('leaves a quiet track as it is', () => {
    expect(playGain({ lufs: -14, truePeakDbtp: -1 })).toBe(1);
    expect(playGain({ lufs: -30, truePeakDbtp: -12 })).toBe(1);
  });

  it('turns a quiet track down whose peaks would clip', () => {
    expect(db(playGain({ lufs: -15, truePeakDbtp: 1.5 }))).toBeCloseTo(-1.5);
  });

  it('is not silenced by a damaged frame', () => {
    expect(db(playGain({ lufs: -14.7, truePeakDbtp: 15.6 }))).toBeCloseTo(-3);
  });

  it('is 1 for a track that was not measured', () => {
    expect(playGain(null)).toBe(1);
  });
});

describe('the loudness of several tracks as one', () => {
  const of = (lufs: number, truePeakDbtp: number, durationMs: number) => ({
    measured: { lufs, truePeakDbtp },
    durationMs,
  });

  it('is the mean of their energies by duration, with the highest peak', () => {
    const { lufs, truePeakDbtp } = loudnessOfAll([of(-10, -2, 180_000), of(-20, 0.5, 60_000)]);
    // 3/4 of 0.1 and 1/4 of 0.01.
    expect(lufs).toBeCloseTo(10 * Math.log10(0.0775));
    expect(truePeakDbtp).toBe(0.5);
  });

  it('is that of a single track, also without a duration', () => {
    expect(loudnessOfAll([of(-8, -1, 0)]).lufs).toBeCloseTo(-8);
  });
});
