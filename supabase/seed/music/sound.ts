/** Hertz. */
export const SAMPLE_RATE = 44_100;

export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function silence(samples: number): Stereo {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** The gains of both sides for a pan from -1 to 1, at equal power. */
export function panGains(pan: number): readonly [number, number] {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  return [Math.cos(angle) * Math.SQRT2, Math.sin(angle) * Math.SQRT2];
}

/** Adds a mono sound at a time in samples. */
export function mixIn(target: Stereo, sound: Float32Array, at: number, gain: number, pan: number): void {
  const { left, right } = target;
  const start = Math.round(at);
  const [panLeft, panRight] = panGains(pan);
  const [gainLeft, gainRight] = [gain * panLeft, gain * panRight];
  const first = Math.max(0, -start);
  const count = Math.min(sound.length, left.length - start);
  for (let i = first; i < count; i += 1) {
    const value = sound[i] ?? 0;
    left[start + i] = (left[start + i] ?? 0) + value * gainLeft;
    right[start + i] = (right[start + i] ?? 0) + value * gainRight;
  }
}

export function addTo(target: Stereo, source: Stereo, gain: number): void {
  addChannel(target.left, source.left, gain);
  addChannel(target.right, source.right, gain);
}

function addChannel(target: Float32Array, source: Float32Array, gain: number): void {
  const count = Math.min(target.length, source.length);
  for (let i = 0; i < count; i += 1) target[i] = (target[i] ?? 0) + (source[i] ?? 0) * gain;
}

const SINE_STEPS = 8192;
const sines = Float32Array.from({ length: SINE_STEPS + 2 }, (_, i) => Math.sin((2 * Math.PI * i) / SINE_STEPS));

/** A sine by lookup table: several times faster than Math.sin, and precise enough for a Float32Array. */
export function sine(turns: number): number {
  const position = (turns - Math.floor(turns)) * SINE_STEPS;
  const index = position | 0;
  const value = sines[index] ?? 0;
  return value + ((sines[index + 1] ?? 0) - value) * (position - index);
}

/** Soft clipping, close to tanh but much cheaper. */
export function saturate(value: number): number {
  if (value > 3) return 1;
  if (value < -3) return -1;
  const square = value * value;
  return (value * (27 + square)) / (27 + 9 * square);
}

/** The frequency of a MIDI pitch; 69 is 440 Hz. */
export function hertz(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}
