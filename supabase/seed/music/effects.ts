import { applyBiquad, lowPass } from './filter.ts';
import { SAMPLE_RATE, saturate, silence, type Stereo } from './sound.ts';

export interface Delay {
  readonly seconds: number;
  readonly feedback: number;
  /** Low-pass cutoff of an echo, in hertz. */
  readonly tone: number;
}

/** A ping-pong delay of `input`, without the dry signal. */
export function echoes(input: Stereo, { seconds, feedback, tone }: Delay): Stereo {
  const output = silence(input.left.length);
  const size = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const lineLeft = new Float32Array(size);
  const lineRight = new Float32Array(size);
  const smooth = 1 - Math.exp((-2 * Math.PI * tone) / SAMPLE_RATE);
  let [dullLeft, dullRight, at] = [0, 0, 0];
  for (let i = 0; i < input.left.length; i += 1) {
    const fromLeft = lineLeft[at] ?? 0;
    const fromRight = lineRight[at] ?? 0;
    dullLeft += (fromLeft - dullLeft) * smooth;
    dullRight += (fromRight - dullRight) * smooth;
    const mono = ((input.left[i] ?? 0) + (input.right[i] ?? 0)) * 0.5;
    lineLeft[at] = mono + saturate(dullRight * feedback);
    lineRight[at] = dullLeft;
    output.left[i] = dullLeft;
    output.right[i] = dullRight;
    at = at + 1 === size ? 0 : at + 1;
  }
  return output;
}

export interface Reverb {
  /** Decay time, to -60 dB. */
  readonly seconds: number;
  readonly tone: number;
  /** Seconds before the reverb starts. */
  readonly preDelay: number;
}

const LINES = 8;
const lineLengths = Int32Array.from([1129, 1327, 1559, 1801, 2053, 2333, 2647, 2963]);
/** Samples of room in each line; a power of two, so that wrapping is a mask. */
const LINE_ROOM = 4096;

/** A reverb of eight delay lines with a Householder feedback matrix, without the dry signal. */
export function room(input: Stereo, { seconds, tone, preDelay }: Reverb): Stereo {
  const { left, right } = silence(input.left.length);
  // Interleaves the lines, so that samples written together are adjacent in memory.
  const lines = new Float32Array(LINES * LINE_ROOM);
  const gains = Float32Array.from(lineLengths, (length) => 10 ** ((-3 * length) / SAMPLE_RATE / seconds));
  const dull = new Float32Array(LINES);
  const heard = new Float32Array(LINES);
  const smooth = 1 - Math.exp((-2 * Math.PI * tone) / SAMPLE_RATE);
  const before = diffused(input, Math.round(preDelay * SAMPLE_RATE));
  for (let i = 0; i < left.length; i += 1) {
    let sum = 0;
    for (let n = 0; n < LINES; n += 1) {
      const value = lines[((i - (lineLengths[n] ?? 0)) & (LINE_ROOM - 1)) * LINES + n] ?? 0;
      const last = dull[n] ?? 0;
      const soft = last + (value - last) * smooth;
      dull[n] = soft;
      const kept = soft * (gains[n] ?? 0);
      heard[n] = kept;
      sum += kept;
    }
    sum *= 0.25;
    const at = (i & (LINE_ROOM - 1)) * LINES;
    const toLeft = (before.left[i] ?? 0) - sum;
    const toRight = (before.right[i] ?? 0) - sum;
    let leftSum = 0;
    let rightSum = 0;
    for (let n = 0; n < LINES; n += 2) {
      const even = heard[n] ?? 0;
      const odd = heard[n + 1] ?? 0;
      lines[at + n] = toLeft + even;
      lines[at + n + 1] = toRight + odd;
      leftSum += (n & 2) === 0 ? even : -even;
      rightSum += (n & 2) === 0 ? odd : -odd;
    }
    left[i] = leftSum * 0.5;
    right[i] = rightSum * 0.5;
  }
  return { left, right };
}

/** Delays the input and smears it with three all-pass filters per side, so that single hits do not ring as echoes. */
function diffused(input: Stereo, early: number): Stereo {
  const result = silence(input.left.length);
  result.left.set(input.left.subarray(0, input.left.length - early), early);
  result.right.set(input.right.subarray(0, input.right.length - early), early);
  for (const [buffer, lengths] of [
    [result.left, [241, 379, 557]],
    [result.right, [263, 397, 593]],
  ] as const) {
    for (const length of lengths) {
      const line = new Float32Array(length);
      let at = 0;
      for (let i = 0; i < buffer.length; i += 1) {
        const old = line[at] ?? 0;
        const x = (buffer[i] ?? 0) + old * 0.6;
        line[at] = x;
        buffer[i] = old - x * 0.6;
        at = at + 1 === length ? 0 : at + 1;
      }
    }
  }
  return result;
}

/** Modulates the read position: a chorus with a dry part, tape flutter without. */
export function flutter(sound: Stereo, depthMs: number, rate: number, dry: number): void {
  const depth = (depthMs / 1000) * SAMPLE_RATE;
  for (const [buffer, turn] of [
    [sound.left, 0],
    [sound.right, dry > 0 ? 1.7 : 0],
  ] as const) {
    const copy = buffer.slice();
    for (let i = 0; i < buffer.length; i += 1) {
      const t = (2 * Math.PI * i) / SAMPLE_RATE;
      const back = depth * (1.1 + Math.sin(t * rate + turn) * 0.8 + Math.sin(t * rate * 2.73 + turn) * 0.2);
      const at = i - back;
      const whole = Math.floor(at);
      const part = at - whole;
      const wet = at < 0 ? 0 : (copy[whole] ?? 0) * (1 - part) + (copy[whole + 1] ?? 0) * part;
      buffer[i] = (copy[i] ?? 0) * dry + wet * (1 - dry * 0.4);
    }
  }
}

/** Reduces bit depth and sample rate. */
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

/** Distortion followed by a loudspeaker's frequency response. */
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

/** Ducks the sound for the kick: down to 1 - depth at each of `times` (samples), back after `seconds`. */
export function duck(sound: Stereo, times: readonly number[], depth: number, seconds: number): void {
  const length = Math.round(seconds * SAMPLE_RATE);
  const soon = Math.round(0.006 * SAMPLE_RATE);
  for (const [index, time] of times.entries()) {
    const start = Math.round(time);
    const end = Math.min(start + length, Math.round(times[index + 1] ?? Infinity), sound.left.length);
    for (let i = Math.max(0, start); i < end; i += 1) {
      const t = (i - start) / length;
      const back = 1 - (1 - t) ** 2;
      const gain = 1 - depth * (1 - back) * Math.min(1, (i - start) / soon);
      sound.left[i] = (sound.left[i] ?? 0) * gain;
      sound.right[i] = (sound.right[i] ?? 0) * gain;
    }
  }
}
