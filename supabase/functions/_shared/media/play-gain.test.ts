import { describe, expect, it } from 'vitest';
import { playGain } from './play-gain.ts';

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
