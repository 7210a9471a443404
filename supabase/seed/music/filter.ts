import { SAMPLE_RATE, type Stereo } from './sound.ts';

/** Normalised so that a0 is 1. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

// Formulas from Robert Bristow-Johnson's "Audio EQ Cookbook".
function intermediates(frequency: number, q: number) {
  const w = (2 * Math.PI * Math.min(frequency, SAMPLE_RATE * 0.49)) / SAMPLE_RATE;
  return { cos: Math.cos(w), alpha: Math.sin(w) / (2 * q) };
}

function normalised(b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

export function lowPass(frequency: number, q = Math.SQRT1_2): Biquad {
  const { cos, alpha } = intermediates(frequency, q);
  return normalised((1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
}

export function highPass(frequency: number, q = Math.SQRT1_2): Biquad {
  const { cos, alpha } = intermediates(frequency, q);
  return normalised((1 + cos) / 2, -1 - cos, (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
}

export function bandPass(frequency: number, q: number): Biquad {
  const { cos, alpha } = intermediates(frequency, q);
  return normalised(alpha, 0, -alpha, 1 + alpha, -2 * cos, 1 - alpha);
}

export function highShelf(frequency: number, decibels: number, q = Math.SQRT1_2): Biquad {
  const { cos, alpha } = intermediates(frequency, q);
  const a = 10 ** (decibels / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalised(
    a * (a + 1 + (a - 1) * cos + root),
    -2 * a * (a - 1 + (a + 1) * cos),
    a * (a + 1 + (a - 1) * cos - root),
    a + 1 - (a - 1) * cos + root,
    2 * (a - 1 - (a + 1) * cos),
    a + 1 - (a - 1) * cos - root,
  );
}

export function applyBiquad(buffer: Float32Array, filter: Biquad): void {
  const { b0, b1, b2, a1, a2 } = filter;
  let z1 = 0;
  let z2 = 0;
  for (let i = 0; i < buffer.length; i += 1) {
    const x = buffer[i] ?? 0;
    const y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    buffer[i] = y;
  }
}

export function applyToBoth(sound: Stereo, filter: Biquad): void {
  applyBiquad(sound.left, filter);
  applyBiquad(sound.right, filter);
}

/** Hertz, at the sample with index `at`. */
export interface SweepPoint {
  readonly at: number;
  readonly frequency: number;
}

/** Moves the cutoff linearly in octaves. The points are in time order. */
export function applySweep(sound: Stereo, kind: 'low' | 'high', points: readonly SweepPoint[]): void {
  for (const buffer of [sound.left, sound.right]) {
    let low = 0;
    let band = 0;
    let gain = 0;
    let next = 0;
    const damping = 1.2;
    for (let i = 0; i < buffer.length; i += 1) {
      if ((i & 63) === 0) {
        while (next < points.length && (points[next]?.at ?? 0) <= i) next += 1;
        const previous = points[Math.max(0, next - 1)];
        const following = points[Math.min(points.length - 1, next)];
        if (previous === undefined || following === undefined) return;
        const span = following.at - previous.at;
        const share = span > 0 ? Math.max(0, Math.min(1, (i - previous.at) / span)) : 0;
        const frequency = previous.frequency * (following.frequency / previous.frequency) ** share;
        gain = Math.tan((Math.PI * Math.min(frequency, 19_000)) / SAMPLE_RATE);
      }
      const x = buffer[i] ?? 0;
      const high = (x - (gain + damping) * band - low) / (1 + gain * (gain + damping));
      const bandOut = gain * high + band;
      const lowOut = gain * bandOut + low;
      band = gain * high + bandOut;
      low = gain * bandOut + lowOut;
      buffer[i] = kind === 'low' ? lowOut : high;
    }
  }
}
