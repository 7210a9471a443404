/** Input samples on each side of an output sample when upsampling; more when downsampling. */
const HALF_TAPS = 24;
/** Cutoff (-6 dB) as a share of the lower rate's Nyquist frequency, where the attenuation is about 27 dB. */
const CUTOFF = 0.94;
/** About 80 dB of stop-band attenuation. */
const KAISER_BETA = 8;

export interface Resampler {
  push(input: Float32Array): Float32Array;
  end(): Float32Array;
}

/** A windowed-sinc polyphase filter, with a row of taps for each possible position between two input samples. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (input) => input, end: () => new Float32Array(0) };
  const divisor = greatestCommonDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const half = Math.ceil(HALF_TAPS * Math.max(1, from / to));
  const rows = kernelRows(phases, half, Math.min(1, to / from) * CUTOFF);
  let buffered = new Float32Array(half - 1);
  let firstBuffered = -(half - 1);
  let received = 0;
  let produced = 0;

  const produce = (upTo: number): Float32Array => {
    const output = new Float32Array(Math.max(0, upTo - produced));
    const taps = 2 * half;
    for (let n = 0; n < output.length; n += 1) {
      const position = (produced + n) * step;
      const start = Math.floor(position / phases) - half + 1 - firstBuffered;
      const row = (position % phases) * taps;
      let sum = 0;
      for (let k = 0; k < taps; k += 1) sum += (buffered[start + k] ?? 0) * (rows[row + k] ?? 0);
      output[n] = sum;
    }
    produced += output.length;
    const needed = Math.floor((produced * step) / phases) - half + 1;
    buffered = buffered.slice(Math.max(0, needed - firstBuffered));
    firstBuffered = Math.max(firstBuffered, needed);
    return output;
  };
  const append = (input: Float32Array): void => {
    const more = new Float32Array(buffered.length + input.length);
    more.set(buffered);
    more.set(input, buffered.length);
    buffered = more;
  };
  return {
    push(input) {
      append(input);
      received += input.length;
      return produce(Math.ceil(((received - half) * phases) / step));
    },
    end() {
      append(new Float32Array(half));
      return produce(Math.round((received * phases) / step));
    },
  };
}

function kernelRows(phases: number, half: number, cutoff: number): Float32Array {
  const taps = 2 * half;
  const rows = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = Array.from({ length: taps }, (_, k) => {
      const distance = k - half + 1 - phase / phases;
      return sinc(distance * cutoff) * kaiser(distance / half);
    });
    const sum = row.reduce((total, tap) => total + tap, 0);
    row.forEach((tap, k) => (rows[phase * taps + k] = tap / sum));
  }
  return rows;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

function bessel(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
