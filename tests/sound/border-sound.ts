/** A border between two tracks that are cut from one sound, as it was recorded. */
export interface Border {
  /** Longest silence, in ms. */
  silentMs: number;
  /** Delay of the next track in ms; negative if it began before the end of the last one. */
  lateMs: number;
}

/** Length of the windows in which silence is searched. */
const WINDOW_S = 0.002;
/** Length of a window of the sine: several periods. The next window begins a step later. */
const SINE_WINDOW_S = 0.01;
const SINE_STEP_S = 0.001;
/** Silence of this length lowers the level of a window by STEADY_DB: a fifth of the power is 1 dB. */
const DISTURBED_S = SINE_WINDOW_S / 5;
/** Overlapping tracks shorten the sine by less than this. If more is missing, a whole track is. */
const MAX_MISSING_S = 1;
/** The level of a steady sine differs less than this from the median level. */
const STEADY_DB = 1;
/** A window is silent below this level, relative to the median level. */
const SILENCE_DB = -40;
/** Number of samples that are searched in the recording, on each side of a border and this far from it. */
const CHUNK = 4096;
const AWAY_S = 0.4;
/** The next track is searched this far before and after its expected place. */
const RANGE_S = 2;
/** Smallest correlation with the original that counts as found; encoded sound reaches 0.95 and more. */
const MIN_LIKENESS = 0.8;

/**
 * Finds the borders of a recording by comparing it with the original.
 *
 * @param cuts samples of the original at which the next track begins
 * @throws Error if the sound around a border is not in the recording
 */
export function findBorders(
  recorded: Float32Array,
  original: Float32Array,
  cuts: readonly number[],
  hz: number,
): Border[] {
  const away = Math.round(AWAY_S * hz);
  const range = Math.round(RANGE_S * hz);
  let from = 0;
  let to = recorded.length - CHUNK;
  return cuts.map((cut) => {
    const [before, after] = [cut - away - CHUNK, cut + away];
    const foundBefore = find(original.subarray(before, before + CHUNK), recorded, from, to);
    const expected = foundBefore + after - before;
    [from, to] = [Math.max(0, expected - range), Math.min(recorded.length - CHUNK, expected + range)];
    const foundAfter = find(original.subarray(after, after + CHUNK), recorded, from, to);
    [from, to] = [foundAfter, recorded.length - CHUNK];
    const late = foundAfter - expected;
    const between = recorded.subarray(foundBefore, foundAfter);
    return { silentMs: longestSilenceMs(between, hz), lateMs: (late / hz) * 1000 };
  });
}

/** The index of `chunk` in `samples`, searched from `from` to before `to`. @throws Error if it is not there */
function find(chunk: Float32Array, samples: Float32Array, from: number, to: number): number {
  let energy = 0;
  for (let i = 0; i < CHUNK; i += 1) energy += (samples[from + i] ?? 0) ** 2;
  const norm = Math.sqrt(chunk.reduce((sum, sample) => sum + sample * sample, 0));
  let best = { at: from, likeness: 0 };
  for (let at = from; at < to; at += 1) {
    let dot = 0;
    for (let i = 0; i < CHUNK; i += 1) dot += (samples[at + i] ?? 0) * (chunk[i] ?? 0);
    const likeness = dot / (norm * Math.sqrt(energy) + Number.EPSILON);
    if (likeness > best.likeness) best = { at, likeness };
    energy += (samples[at + CHUNK] ?? 0) ** 2 - (samples[at] ?? 0) ** 2;
  }
  if (best.likeness < MIN_LIKENESS) throw new Error(`The sound is not in the recording: likeness ${best.likeness}`);
  return best.at;
}

function longestSilenceMs(samples: Float32Array, hz: number): number {
  const powers = powersOf(samples, WINDOW_S * hz);
  const silence = median(powers) * 10 ** (SILENCE_DB / 10);
  let longest = 0;
  let run = 0;
  for (const power of powers) {
    run = power < silence ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest * WINDOW_S * 1000;
}

/**
 * Finds the disturbances in the recording of a steady sine, where its level changes: silence, or two sounds at once.
 *
 * @param soundS the sine's length
 * @returns the length of each disturbance, in ms; silence before and after the sine does not count
 * @throws Error if the recording ends before the sine
 */
export function disturbances(recorded: Float32Array, hz: number, soundS: number): number[] {
  const powers = powersOf(recorded, SINE_WINDOW_S * hz, SINE_STEP_S * hz);
  const level = median(powers.filter((power) => power > 0));
  const isSteady = powers.map((power) => Math.abs(10 * Math.log10(power / level)) < STEADY_DB);
  const places: number[] = [];
  const first = isSteady.indexOf(true);
  let last = first;
  for (let at = last + 1; at < isSteady.length; at += 1) {
    if (!isSteady[at]) continue;
    const disturbedS = (at - last - 1) * SINE_STEP_S - SINE_WINDOW_S + 2 * DISTURBED_S;
    if (at > last + 1) places.push(Math.max(0, disturbedS) * 1000);
    last = at;
  }
  const heardS = first < 0 ? 0 : (last - first) * SINE_STEP_S + SINE_WINDOW_S;
  if (heardS < soundS - MAX_MISSING_S) throw new Error(`Of ${soundS} s, ${heardS.toFixed(1)} s are in the recording`);
  return places;
}

function powersOf(samples: Float32Array, windowSamples: number, stepSamples = windowSamples): number[] {
  const [size, step] = [Math.round(windowSamples), Math.round(stepSamples)];
  return Array.from({ length: Math.floor((samples.length - size) / step) + 1 }, (_, index) =>
    samples.subarray(index * step, index * step + size).reduce((sum, sample) => sum + sample * sample, 0),
  );
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
