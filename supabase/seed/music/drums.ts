import { Random } from '../random.ts';
import { applyBiquad, bandPass, highPass, lowPass } from './filter.ts';
import { SAMPLE_RATE, saturate } from './sound.ts';

export type Drum =
  'kick' | 'snare' | 'clap' | 'rim' | 'hat' | 'openHat' | 'ride' | 'crash' | 'shaker' | 'tom' | 'conga' | 'bell';

export type Kit = Readonly<Record<Drum, Float32Array>>;

/** Times are seconds, frequencies hertz. */
export interface KitOptions {
  readonly kickLow: number;
  readonly kickHigh: number;
  readonly kickDecay: number;
  readonly kickClick: number;
  readonly kickDrive: number;
  readonly snareTone: number;
  readonly snareDecay: number;
  /** From 0, the membrane's tone alone, to 1, the wires' noise alone. */
  readonly snareNoise: number;
  readonly hatTone: number;
  readonly hatDecay: number;
  /** Low-pass cutoff, for the sound of an old recording; 20000 disables it. */
  readonly cutoff: number;
}

const defaults: KitOptions = {
  kickLow: 48,
  kickHigh: 190,
  kickDecay: 0.32,
  kickClick: 0.4,
  kickDrive: 0.4,
  snareTone: 190,
  snareDecay: 0.2,
  snareNoise: 0.65,
  hatTone: 8500,
  hatDecay: 0.05,
  cutoff: 20_000,
};

/** Synthesises mono samples, each with a peak near 1. */
export function makeKit(seed: string, changes: Partial<KitOptions>): Kit {
  const options = { ...defaults, ...changes };
  const random = new Random(`kit ${seed}`);
  const kit: Kit = {
    kick: kick(options, random),
    snare: snare(options, random),
    clap: clap(random),
    rim: rim(options, random),
    hat: metal(random, options.hatTone, options.hatDecay, 0.35),
    openHat: metal(random, options.hatTone * 0.92, options.hatDecay * 6, 0.35),
    ride: metal(random, 5200, 0.5, 0.55),
    crash: metal(random, 4200, 1.6, 0.3),
    shaker: shaker(random),
    tom: membrane(random, options.kickLow * 2.1, 1.7, 0.34),
    conga: membrane(random, 262, 1.16, 0.2),
    bell: bell(),
  };
  if (options.cutoff < 20_000) for (const sound of Object.values(kit)) applyBiquad(sound, lowPass(options.cutoff));
  for (const sound of Object.values(kit)) normalise(sound);
  return kit;
}

function silentSample(seconds: number): Float32Array {
  return new Float32Array(Math.ceil(seconds * SAMPLE_RATE));
}

function kick(options: KitOptions, random: Random): Float32Array {
  const sound = silentSample(options.kickDecay * 2.2);
  let phase = 0;
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    const frequency =
      options.kickLow +
      (options.kickHigh - options.kickLow) * Math.exp(-t * 42) +
      420 * options.kickClick * Math.exp(-t * 320);
    phase += (2 * Math.PI * frequency) / SAMPLE_RATE;
    const body = Math.sin(phase) * Math.exp((-3 * t) / options.kickDecay);
    const click = random.noise() * options.kickClick * 0.5 * Math.exp(-t * 420);
    sound[i] = saturate((body + click) * (1 + options.kickDrive * 3)) * Math.min(1, (sound.length - i) / 400);
  }
  return sound;
}

function snare(options: KitOptions, random: Random): Float32Array {
  const sound = silentSample(options.snareDecay * 2);
  const wires = silentSample(options.snareDecay * 2);
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    const pitch = options.snareTone * (1 + 0.5 * Math.exp(-t * 90));
    const skins = Math.sin(2 * Math.PI * pitch * t) * 0.7 + Math.sin(2 * Math.PI * pitch * 1.59 * t) * 0.4;
    sound[i] = skins * (1 - options.snareNoise) * Math.exp((-5 * t) / options.snareDecay);
    wires[i] = random.noise() * options.snareNoise * Math.exp((-3.4 * t) / options.snareDecay);
  }
  applyBiquad(wires, highPass(1100));
  applyBiquad(wires, bandPass(3900, 0.4));
  for (let i = 0; i < sound.length; i += 1) sound[i] = saturate(((sound[i] ?? 0) + (wires[i] ?? 0) * 2.2) * 1.8);
  return sound;
}

function clap(random: Random): Float32Array {
  const sound = silentSample(0.34);
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    let level = Math.exp(-Math.max(0, t - 0.028) * 22) * (t > 0.028 ? 1 : 0);
    for (const onset of [0, 0.0095, 0.0185]) if (t >= onset) level = Math.max(level, Math.exp(-(t - onset) * 260));
    sound[i] = random.noise() * level;
  }
  applyBiquad(sound, bandPass(1350, 0.9));
  applyBiquad(sound, highPass(500));
  return sound;
}

function rim(options: KitOptions, random: Random): Float32Array {
  const sound = silentSample(0.09);
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    const wood =
      Math.sin(2 * Math.PI * options.snareTone * 4.1 * t) + 0.6 * Math.sin(2 * Math.PI * options.snareTone * 8.7 * t);
    sound[i] = (wood * 0.6 + random.noise() * 0.35) * Math.exp(-t * 75);
  }
  applyBiquad(sound, highPass(420));
  return sound;
}

function metal(random: Random, tone: number, decay: number, ring: number): Float32Array {
  const sound = silentSample(decay * 1.8 + 0.03);
  const partials = [1, 1.483, 1.932, 2.546, 2.63, 3.897].map((ratio) => ratio * 412 * random.between(0.96, 1.04));
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    let squares = 0;
    for (let n = 0; n < partials.length; n += 1) squares += (t * (partials[n] ?? 0)) % 1 < 0.5 ? 1 : -1;
    const level = Math.exp((-3.2 * t) / decay) * (0.75 + 0.25 * Math.exp(-t * 60));
    sound[i] = ((squares / 6) * ring + random.noise() * (1 - ring)) * level * Math.min(1, (sound.length - i) / 300);
  }
  applyBiquad(sound, highPass(tone * 0.8));
  applyBiquad(sound, highPass(tone * 0.55));
  return sound;
}

function shaker(random: Random): Float32Array {
  const sound = silentSample(0.11);
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    sound[i] = random.noise() * Math.min(1, t / 0.018) * Math.exp(-Math.max(0, t - 0.018) * 55);
  }
  applyBiquad(sound, bandPass(6800, 0.9));
  return sound;
}

function membrane(random: Random, pitch: number, bend: number, decay: number): Float32Array {
  const sound = silentSample(decay * 2);
  let phase = 0;
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    phase += (2 * Math.PI * pitch * (1 + (bend - 1) * Math.exp(-t * 26))) / SAMPLE_RATE;
    const slap = random.noise() * 0.4 * Math.exp(-t * 210);
    sound[i] = (Math.sin(phase) + 0.25 * Math.sin(phase * 1.52) + slap) * Math.exp((-3.2 * t) / decay);
  }
  return sound;
}

function bell(): Float32Array {
  const sound = silentSample(0.3);
  for (let i = 0; i < sound.length; i += 1) {
    const t = i / SAMPLE_RATE;
    const squares = ((t * 562) % 1 < 0.5 ? 1 : -1) + ((t * 845) % 1 < 0.5 ? 1 : -1);
    sound[i] = squares * (0.6 * Math.exp(-t * 60) + 0.4 * Math.exp(-t * 13));
  }
  applyBiquad(sound, bandPass(1900, 0.6));
  return sound;
}

function normalise(sound: Float32Array): void {
  let peak = 0;
  for (let i = 0; i < sound.length; i += 1) peak = Math.max(peak, Math.abs(sound[i] ?? 0));
  if (peak > 0) for (let i = 0; i < sound.length; i += 1) sound[i] = ((sound[i] ?? 0) / peak) * 0.95;
}
