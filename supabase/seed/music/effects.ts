import { applyBiquad, lowPass } from './filter.ts';
import { SAMPLE_RATE, saturate, silence, type Stereo } from './sound.ts';

export interface Delay {
  readonly seconds: number;
  readonly feedback: number;
  /** Low-pass cutoff of each echo, in hertz. */
  readonly tone: number;
}

/** Echoes that alternate between the sides. Returns no dry signal. */
export function echoes(input: Stereo, { seconds, feedback, tone }: Delay): Stereo {
  const output = silence(input.left.length);
  const size = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const lineLeft = new Float32Array(size);
  const lineRight = new Float32Array(size);
  const smoothing = 1 - Math.exp((-2 * Math.PI * tone) / SAMPLE_RATE);
  let [filteredLeft, filteredRight, position] = [0, 0, 0];
  for (let i = 0; i < input.left.length; i += 1) {
    const delayedLeft = lineLeft[position] ?? 0;
    const delayedRight = lineRight[position] ?? 0;
    filteredLeft += (delayedLeft - filteredLeft) * smoothing;
    filteredRight += (delayedRight - filteredRight) * smoothing;
    const mono = ((input.left[i] ?? 0) + (input.right[i] ?? 0)) * 0.5;
    lineLeft[position] = mono + saturate(filteredRight * feedback);
    lineRight[position] = filteredLeft;
    output.left[i] = filteredLeft;
    output.right[i] = filteredRight;
    position = position + 1 === size ? 0 : position + 1;
  }
  return output;
}

export interface Reverb {
  /** Decay time to -60 dB. */
  readonly seconds: number;
  /** Low-pass cutoff, in hertz. */
  readonly tone: number;
  /** Seconds. */
  readonly preDelay: number;
}

const LINES = 8;
/** In samples. */
const lineLengths = Int32Array.from([1129, 1327, 1559, 1801, 2053, 2333, 2647, 2963]);
/** In samples; a power of two, so that a mask wraps the index. */
const LINE_CAPACITY = 4096;

/** A reverb of eight delay lines with a Householder feedback matrix. Returns no dry signal. */
export function room(input: Stereo, { seconds, tone, preDelay }: Reverb): Stereo {
  const { left, right } = silence(input.left.length);
  // Interleaved, so that samples written together are adjacent in memory.
  const lines = new Float32Array(LINES * LINE_CAPACITY);
  const gains = Float32Array.from(lineLengths, (length) => 10 ** ((-3 * length) / SAMPLE_RATE / seconds));
  const filtered = new Float32Array(LINES);
  const outputs = new Float32Array(LINES);
  const smoothing = 1 - Math.exp((-2 * Math.PI * tone) / SAMPLE_RATE);
  const diffused = diffuse(input, Math.round(preDelay * SAMPLE_RATE));
  for (let i = 0; i < left.length; i += 1) {
    let sum = 0;
    for (let n = 0; n < LINES; n += 1) {
      const value = lines[((i - (lineLengths[n] ?? 0)) & (LINE_CAPACITY - 1)) * LINES + n] ?? 0;
      const previous = filtered[n] ?? 0;
      const lowPassed = previous + (value - previous) * smoothing;
      filtered[n] = lowPassed;
      const output = lowPassed * (gains[n] ?? 0);
      outputs[n] = output;
      sum += output;
    }
    sum *= 0.25;
    const writeAt = (i & (LINE_CAPACITY - 1)) * LINES;
    const inputLeft = (diffused.left[i] ?? 0) - sum;
    const inputRight = (diffused.right[i] ?? 0) - sum;
    let leftSum = 0;
    let rightSum = 0;
    for (let n = 0; n < LINES; n += 2) {
      const even = outputs[n] ?? 0;
      const odd = outputs[n + 1] ?? 0;
      lines[writeAt + n] = inputLeft + even;
      lines[writeAt + n + 1] = inputRight + odd;
      leftSum += (n & 2) === 0 ? even : -even;
      rightSum += (n & 2) === 0 ? odd : -odd;
    }
    left[i] = leftSum * 0.5;
    right[i] = rightSum * 0.5;
  }
  return { left, right };
}

/** Three all-pass filters per side smear single hits, which would ring as echoes. */
function diffuse(input: Stereo, delay: number): Stereo {
  const result = silence(input.left.length);
  result.left.set(input.left.subarray(0, input.left.length - delay), delay);
  result.right.set(input.right.subarray(0, input.right.length - delay), delay);
  for (const [buffer, lengths] of [
    [result.left, [241, 379, 557]],
    [result.right, [263, 397, 593]],
  ] as const) {
    for (const length of lengths) {
      const line = new Float32Array(length);
      let position = 0;
      for (let i = 0; i < buffer.length; i += 1) {
        const delayed = line[position] ?? 0;
        const x = (buffer[i] ?? 0) + delayed * 0.6;
        line[position] = x;
        buffer[i] = delayed - x * 0.6;
        position = position + 1 === length ? 0 : position + 1;
      }
    }
  }
  return result;
}

/** A chorus when mixed with the `dry` signal, tape flutter without it. */
export function flutter(sound: Stereo, depthMs: number, rate: number, dry: number): void {
  const depth = (depthMs / 1000) * SAMPLE_RATE;
  for (const [buffer, phase] of [
    [sound.left, 0],
    [sound.right, dry > 0 ? 1.7 : 0],
  ] as const) {
    const copy = buffer.slice();
    for (let i = 0; i < buffer.length; i += 1) {
      const t = (2 * Math.PI * i) / SAMPLE_RATE;
      const delay = depth * (1.1 + Math.sin(t * rate + phase) * 0.8 + Math.sin(t * rate * 2.73 + phase) * 0.2);
      const readAt = i - delay;
      const index = Math.floor(readAt);
      const fraction = readAt - index;
      const wet = readAt < 0 ? 0 : (copy[index] ?? 0) * (1 - fraction) + (copy[index + 1] ?? 0) * fraction;
      buffer[i] = (copy[i] ?? 0) * dry + wet * (1 - dry * 0.4);
    }
  }
}

export function crush(sound: Stereo, bits: number, every: number): void {
  const steps = 2 ** (bits - 1);
  for (const buffer of [sound.left, sound.right]) {
    let held = 0;
    for (let i = 0; i < buffer.length; i += 1) {
      if (i % every === 0) held = Math.round((buffer[i] ?? 0) * steps) / steps;
      buffer[i] = held;
    }
  }
}

/** `cabinet` is the low-pass cutoff of a guitar loudspeaker, in hertz; null filters nothing. */
export function overdrive(sound: Stereo, amount: number, cabinet: number | null): void {
  const gain = 1 + amount * 14;
  const makeUp = 1 / (1 + amount * 1.6);
  for (const buffer of [sound.left, sound.right]) {
    for (let i = 0; i < buffer.length; i += 1) {
      const x = (buffer[i] ?? 0) * gain;
      buffer[i] = (saturate(x + 0.12) - saturate(0.12)) * makeUp;
    }
    if (cabinet !== null) {
      applyBiquad(buffer, lowPass(cabinet, 0.9));
      applyBiquad(buffer, lowPass(cabinet * 1.3));
    }
  }
}

/** Lowers the gain by `depth` at each of `times` (samples), and restores it within `seconds`. */
export function duck(sound: Stereo, times: readonly number[], depth: number, seconds: number): void {
  const length = Math.round(seconds * SAMPLE_RATE);
  const attack = Math.round(0.006 * SAMPLE_RATE);
  for (const [index, time] of times.entries()) {
    const start = Math.round(time);
    const end = Math.min(start + length, Math.round(times[index + 1] ?? Infinity), sound.left.length);
    for (let i = Math.max(0, start); i < end; i += 1) {
      const t = (i - start) / length;
      const recovery = 1 - (1 - t) ** 2;
      const gain = 1 - depth * (1 - recovery) * Math.min(1, (i - start) / attack);
      sound.left[i] = (sound.left[i] ?? 0) * gain;
      sound.right[i] = (sound.right[i] ?? 0) * gain;
    }
  }
}
