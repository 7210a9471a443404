import { FROM_HZ } from '../support/sweep.ts';
import { RECORDED_HZ } from './sound-card.ts';

/** A tone that rises by `rise` Hz per second, and restarts every `period` seconds. */
export interface RisingTone {
  readonly rise: number;
  readonly period: number;
}

/** Number of samples in a window. Each window gives one position. */
const WINDOW = 2048;
/** Number of samples between the starts of two windows. */
const STEP = 800;
/** Step between the frequencies that are tried. */
const TONE_STEP_HZ = 4;
const HIGHEST_HZ = 3000;
/** Mean square. A quieter window counts as silence. */
const SILENCE = 1e-5;
/** In s. A larger deviation from continuous sound is a jump. */
const JUMP_S = 0.4;
/** Continuous windows that confirm a jump. */
const CONFIRMING_WINDOWS = 4;

interface HeardPosition {
  /** In s. */
  position: number;
  /** In s since the start of the recording. */
  afterS: number;
}

/**
 * Finds the first jump of the tone in a recording. `first` and `confirmed` are the first and the last of the windows that
 * confirm the jump; the first may include the jump, so `confirmed` is more precise. Null without a jump.
 */
export function soundAfterJump(
  samples: Float32Array,
  tone: RisingTone,
): { first: HeardPosition; confirmed: HeardPosition } | null {
  const heard: HeardPosition[] = [];
  for (let index = 0; index + WINDOW <= samples.length; index += STEP) {
    const position = positionIn(samples.subarray(index, index + WINDOW), tone);
    if (position !== null) heard.push({ position: position - WINDOW / 2 / RECORDED_HZ, afterS: index / RECORDED_HZ });
  }
  const positions = heard.map(({ position }) => position);
  const continues = (from: number | undefined, to: number | undefined) =>
    from !== undefined &&
    to !== undefined &&
    Math.abs(wrapDifference(to - from - STEP / RECORDED_HZ, tone.period)) < JUMP_S;
  const isConfirmed = (index: number) =>
    Array.from({ length: CONFIRMING_WINDOWS - 1 }, (_, step) =>
      continues(positions[index + step], positions[index + step + 1]),
    ).every(Boolean);
  let last = positions.findIndex((_, index) => isConfirmed(index));
  if (last < 0) return null;
  for (let index = last + 1; index < positions.length; index += 1) {
    if (continues(positions[last], positions[index])) last = index;
    else if (isConfirmed(index)) {
      const first = heard[index];
      const confirmed = heard[index + CONFIRMING_WINDOWS - 1];
      return first && confirmed ? { first, confirmed } : null;
    }
  }
  return null;
}

/** The difference of two positions in a tone that repeats every `period` seconds: at most half a period either way, in s. */
export function wrapDifference(seconds: number, period: number): number {
  return seconds - period * Math.round(seconds / period);
}

/** The tone's position at the middle of the window, in s; null for silence. */
function positionIn(window: Float32Array, { rise }: RisingTone): number | null {
  if (window.reduce((sum, sample) => sum + sample * sample, 0) / WINDOW < SILENCE) return null;
  let best = { hz: 0, strength: 0 };
  for (let hz = FROM_HZ; hz < HIGHEST_HZ; hz += TONE_STEP_HZ) {
    const strength = strengthOf(window, hz);
    if (strength > best.strength) best = { hz, strength };
  }
  return (best.hz - FROM_HZ) / rise;
}

/** The strength of one frequency, by the Goertzel algorithm. */
function strengthOf(window: Float32Array, hz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / RECORDED_HZ);
  let before = 0;
  let now = 0;
  for (const sample of window) {
    const next = sample + coefficient * now - before;
    before = now;
    now = next;
  }
  return now * now + before * before - coefficient * now * before;
}
