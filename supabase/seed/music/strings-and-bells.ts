import { hertz, mixIn, SAMPLE_RATE, sine, type Stereo } from './sound.ts';
import type { Note } from './tone.ts';

/** Two-operator FM: electric pianos, bells, marimbas. Times are seconds. */
export interface BellPatch {
  /** The modulator's frequency, in multiples of the note's. */
  readonly ratio: number;
  /** Modulation index at the strike, in radians. */
  readonly index: number;
  readonly indexDecay: number;
  readonly attack: number;
  readonly decay: number;
  readonly release: number;
  /** Auto-pan: depth from 0 to 1, rate in hertz. */
  readonly tremolo: number;
  readonly tremoloRate: number;
  readonly gain: number;
}

export const electricPiano: BellPatch = {
  ratio: 1,
  index: 1.3,
  indexDecay: 0.6,
  attack: 0.003,
  decay: 2.2,
  release: 0.25,
  tremolo: 0.25,
  tremoloRate: 4.6,
  gain: 0.5,
};
export const marimba: BellPatch = {
  ratio: 4,
  index: 0.9,
  indexDecay: 0.05,
  attack: 0.001,
  decay: 0.45,
  release: 0.2,
  tremolo: 0,
  tremoloRate: 1,
  gain: 0.7,
};
export const glassBell: BellPatch = {
  ratio: 3.51,
  index: 1.1,
  indexDecay: 1.2,
  attack: 0.002,
  decay: 3.2,
  release: 1.2,
  tremolo: 0.15,
  tremoloRate: 2.1,
  gain: 0.4,
};

export function playBell(target: Stereo, p: BellPatch, note: Note): void {
  const held = Math.round(note.length);
  const count = held + Math.round(p.release * SAMPLE_RATE);
  const sound = new Float32Array(count);
  const panned = new Float32Array(p.tremolo > 0 ? count : 0);
  const step = hertz(note.pitch) / SAMPLE_RATE;
  const attackSamples = Math.max(1, p.attack * SAMPLE_RATE);
  const fade = Math.exp(-3 / (p.decay * SAMPLE_RATE));
  const modulationFade = Math.exp(-3 / (p.indexDecay * SAMPLE_RATE));
  const releaseFade = Math.exp(-5 / Math.max(1, p.release * SAMPLE_RATE));
  const panStep = p.tremoloRate / SAMPLE_RATE;
  let level = p.gain * note.velocity;
  // A harder strike is brighter, a higher note purer.
  let modulation =
    (p.index / (2 * Math.PI)) * (0.4 + 0.8 * note.velocity) * Math.min(1.4, 2 ** ((60 - note.pitch) / 24));
  for (let i = 0; i < count; i += 1) {
    const begin = i < attackSamples ? i / attackSamples : 1;
    const end = Math.min(1, (count - i) / 64);
    const value = sine(step * i + modulation * sine(step * p.ratio * i)) * level * begin * end;
    sound[i] = value;
    if (p.tremolo > 0) panned[i] = value * p.tremolo * sine(panStep * (note.at + i));
    level *= i < held ? fade : releaseFade;
    modulation *= modulationFade;
    if (level < 2e-5) break;
  }
  mixIn(target, sound, note.at, 1, note.pan ?? 0);
  if (p.tremolo > 0) {
    const { left, right } = target;
    const start = Math.round(note.at);
    for (let i = 0; i < count && start + i < left.length; i += 1) {
      left[start + i] = (left[start + i] ?? 0) + (panned[i] ?? 0);
      right[start + i] = (right[start + i] ?? 0) - (panned[i] ?? 0);
    }
  }
}

/** A plucked string, by the Karplus-Strong algorithm. */
export interface StringPatch {
  /** Seconds, for a low note. */
  readonly sustain: number;
  /** 0 is dull, 1 is bright. */
  readonly brightness: number;
  /** Where the string is picked, as a fraction of its length: 0 to 0.5. */
  readonly pick: number;
  readonly muted?: boolean;
  readonly gain: number;
}

export const steelString: StringPatch = { sustain: 3, brightness: 0.75, pick: 0.13, gain: 0.8 };
export const nylonString: StringPatch = { sustain: 1.8, brightness: 0.35, pick: 0.24, gain: 0.9 };
export const bassString: StringPatch = { sustain: 2.4, brightness: 0.3, pick: 0.2, gain: 1.3 };
export const uprightString: StringPatch = { sustain: 1.1, brightness: 0.14, pick: 0.3, gain: 1.5 };

export function playString(target: Stereo, p: StringPatch, note: Note): void {
  const frequency = hertz(note.pitch);
  // The filter of the string delays by up to half a sample, the more the duller the string.
  const period = SAMPLE_RATE / frequency - 0.5;
  const size = Math.ceil(period) + 2;
  const line = new Float32Array(size);
  let seed = (Math.round(note.at) * 2654435761 + Math.round(note.pitch * 97)) >>> 0 || 1;
  let lowPassed = 0;
  const smoothing = Math.min(1, 0.12 + p.brightness * (0.5 + 0.4 * note.velocity));
  const pickDistance = Math.max(1, Math.round(p.pick * period));
  for (let i = 0; i < size; i += 1) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    lowPassed += (seed / 2147483648 - lowPassed) * smoothing;
    line[i] = lowPassed;
  }
  for (let i = size - 1; i >= pickDistance; i -= 1) line[i] = (line[i] ?? 0) - (line[i - pickDistance] ?? 0) * 0.8;

  const held = Math.round(note.length);
  const release = Math.round(SAMPLE_RATE * 0.09);
  const count = held + release;
  const sound = new Float32Array(count);
  const seconds = (p.muted ? 0.12 : p.sustain) * Math.min(1.3, 2 ** ((52 - note.pitch) / 30));
  const loss = 10 ** (-3 / (seconds * frequency));
  const lossAfter = 10 ** (-3 / (0.08 * frequency));
  const mix = 0.5 + 0.45 * p.brightness;
  const wholePeriod = Math.floor(period);
  const fraction = period - wholePeriod;
  let write = 0;
  let previous = 0;
  for (let i = 0; i < count; i += 1) {
    const readAt = write - wholePeriod;
    const newer = line[readAt >= 0 ? readAt : readAt + size] ?? 0;
    const older = line[readAt >= 1 ? readAt - 1 : readAt - 1 + size] ?? 0;
    const current = newer + (older - newer) * fraction;
    const next = (current * mix + previous * (1 - mix)) * (i < held ? loss : lossAfter);
    previous = current;
    line[write] = next;
    write = write + 1 === size ? 0 : write + 1;
    sound[i] = current * Math.min(1, (count - i) / 200);
  }
  mixIn(target, sound, note.at, p.gain * note.velocity * 1.6, note.pan ?? 0);
}
