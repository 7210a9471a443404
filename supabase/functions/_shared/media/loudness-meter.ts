/** The loudness of a whole track by EBU R128. */
export interface MeasuredLoudness {
  /** Integrated loudness, in LUFS. */
  readonly lufs: number;
  /** True peak of the louder channel, in dBTP. */
  readonly truePeakDbtp: number;
}

export interface LoudnessMeter {
  /** Both channels have the same length. A mono track passes its channel twice, because both speakers play it. */
  push(left: Float32Array, right: Float32Array): void;
  /** Null for silence, and for less than 400 ms. */
  result(): MeasuredLoudness | null;
}

/** A step between two blocks, in seconds. Blocks of 400 ms overlap by 75 %. */
const STEP_S = 0.1;
const STEPS_PER_BLOCK = 4;
/** Quieter blocks never count, in LUFS. */
const ABSOLUTE_GATE = -70;
/** In LU, relative to the mean of the blocks above the absolute gate: quieter blocks do not count. */
const RELATIVE_GATE = -10;
const OVERSAMPLING = 4;
const TAPS = 49;
/** Samples that the interpolation of one sample needs. */
const HISTORY = Math.ceil(TAPS / OVERSAMPLING);
const PEAK_CHUNK = 64;

/**
 * Measures integrated loudness and true peak by EBU R128 (ITU-R BS.1770-4), part by part, in memory that hardly depends on the
 * duration. Plain JavaScript, because the app's Content-Security-Policy forbids WebAssembly, and device and server must agree.
 *
 * @param sampleRate hertz
 */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const weighting = [createWeighting(sampleRate), createWeighting(sampleRate)] as const;
  const peaks = [createPeakMeter(), createPeakMeter()] as const;
  const stepSamples = Math.round(STEP_S * sampleRate);
  /** Sum of squares of each complete step, over both channels. */
  const steps: number[] = [];
  let open = 0;
  let openSamples = 0;
  return {
    push(left, right) {
      for (let from = 0; from < left.length;) {
        const to = Math.min(left.length, from + stepSamples - openSamples);
        open += weighting[0](left, from, to) + weighting[1](right, from, to);
        openSamples += to - from;
        from = to;
        if (openSamples < stepSamples) continue;
        steps.push(open);
        open = 0;
        openSamples = 0;
      }
      peaks[0].push(left);
      peaks[1].push(right);
    },
    result() {
      const lufs = integrate(steps, stepSamples);
      const peak = Math.max(peaks[0].peak(), peaks[1].peak());
      return lufs === null || peak === 0 ? null : { lufs: round(lufs), truePeakDbtp: round(20 * Math.log10(peak)) };
    },
  };
}

function integrate(steps: readonly number[], stepSamples: number): number | null {
  const blocks: number[] = [];
  for (let first = 0; first + STEPS_PER_BLOCK <= steps.length; first += 1) {
    let sum = 0;
    for (let i = 0; i < STEPS_PER_BLOCK; i += 1) sum += steps[first + i] ?? 0;
    blocks.push(sum / (STEPS_PER_BLOCK * stepSamples));
  }
  const audible = blocks.filter((power) => power > powerOf(ABSOLUTE_GATE));
  if (audible.length === 0) return null;
  const gate = mean(audible) * 10 ** (RELATIVE_GATE / 10);
  return -0.691 + 10 * Math.log10(mean(audible.filter((power) => power > gate)));
}

const powerOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number) => Math.round(value * 100) / 100;

/** The K-weighting of one channel: returns the sum of the squares of the weighted samples from `from` to before `to`. */
function createWeighting(rate: number): (samples: Float32Array, from: number, to: number) => number {
  const { b0, b1, b2, a1, a2 } = shelf(rate);
  const { c1, c2 } = highPass(rate);
  // Two biquads in transposed direct form II.
  let s1 = 0;
  let s2 = 0;
  let p1 = 0;
  let p2 = 0;
  return (samples, from, to) => {
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const x = finite(samples[i]);
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + p1;
      p1 = -2 * y - c1 * z + p2;
      p2 = y - c2 * z;
      sum += z * z;
    }
    // In long silence the states shrink to denormal numbers, which are slow.
    [s1, s2, p1, p2] = [flush(s1), flush(s2), flush(p1), flush(p2)];
    return sum;
  };
}

/** Damaged frames decode to any value, also to NaN and values that no speaker plays. */
const finite = (sample = 0) => (sample > -8 && sample < 8 ? sample : 0);
const flush = (state: number) => (Math.abs(state) < 1e-30 ? 0 : state);

/** The first stage: a high shelf that models the head, for any sample rate. */
function shelf(rate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The second stage: a high-pass filter, whose numerator is 1, -2, 1. */
function highPass(rate: number) {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { c1: (2 * (k * k - 1)) / a0, c2: (1 - k / q + k * k) / a0 };
}

/** Interpolates three values between each two samples by a windowed sinc. */
const phases = Array.from({ length: OVERSAMPLING - 1 }, (_, i) =>
  Float64Array.from({ length: HISTORY }, (_tap, k) => {
    const at = i + 1 + k * OVERSAMPLING;
    if (at >= TAPS) return 0;
    const x = (Math.PI * (at - (TAPS - 1) / 2)) / OVERSAMPLING;
    return (x === 0 ? 1 : Math.sin(x) / x) * 0.5 * (1 - Math.cos((2 * Math.PI * at) / (TAPS - 1)));
  }),
);
/** No interpolated value exceeds its samples by more than this factor. */
const MAX_OVERSHOOT = Math.max(...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));

function createPeakMeter() {
  let peak = 0;
  let tail = new Float32Array(HISTORY - 1);
  return {
    peak: () => peak,
    push(samples: Float32Array): void {
      const all = new Float32Array(tail.length + samples.length);
      all.set(tail);
      for (let i = 0; i < samples.length; i += 1) {
        const sample = finite(samples[i]);
        all[tail.length + i] = sample;
        if (sample > peak) peak = sample;
        else if (-sample > peak) peak = -sample;
      }
      for (let from = tail.length; from < all.length; from += PEAK_CHUNK)
        peak = interpolatedPeak(all, from, Math.min(all.length, from + PEAK_CHUNK), peak);
      tail = all.slice(Math.max(0, all.length - tail.length));
    },
  };
}

function interpolatedPeak(samples: Float32Array, from: number, to: number, known: number): number {
  let highest = 0;
  for (let i = from - HISTORY + 1; i < to; i += 1) highest = Math.max(highest, Math.abs(samples[i] ?? 0));
  if (highest * MAX_OVERSHOOT <= known) return known;
  let peak = known;
  for (const taps of phases) {
    for (let i = from; i < to; i += 1) {
      let sum = 0;
      for (let k = 0; k < HISTORY; k += 1) sum += (taps[k] ?? 0) * (samples[i - k] ?? 0);
      if (sum > peak) peak = sum;
      else if (-sum > peak) peak = -sum;
    }
  }
  return peak;
}
