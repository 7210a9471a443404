import { hertz, panGains, SAMPLE_RATE, saturate, sine, type Stereo } from './sound.ts';

export type Wave = 'sine' | 'triangle' | 'saw' | 'square';

/**
 * The sound of a subtractive synthesiser. Times are seconds, frequencies hertz, levels 0 to 1; `filterEnvelope` and
 * `wobble` shift the cutoff by octaves.
 */
export interface Patch {
  readonly wave: Wave;
  /** Number of oscillators, detuned by up to `detune` cents and panned by up to `spread`. */
  readonly voices: number;
  readonly detune: number;
  readonly spread: number;
  /** Level of a sine one octave below. */
  readonly sub: number;
  readonly noise: number;
  readonly attack: number;
  readonly decay: number;
  readonly sustain: number;
  readonly release: number;
  readonly cutoff: number;
  /** 0 to below 1; near 1 the filter whistles. */
  readonly resonance: number;
  readonly filterEnvelope: number;
  readonly filterDecay: number;
  readonly wobble: number;
  readonly wobbleRate: number;
  /** Depth in semitones, rate in hertz. */
  readonly vibrato: number;
  readonly vibratoRate: number;
  readonly drive: number;
  readonly glide: number;
  readonly gain: number;
}

export interface Note {
  /** In samples; `length` is the time until the key is released. */
  readonly at: number;
  readonly length: number;
  /** MIDI pitches. The note slides from `from`. */
  readonly pitch: number;
  readonly from?: number | undefined;
  readonly velocity: number;
  readonly pan?: number | undefined;
  /** Overrides the patch's rate, in hertz. */
  readonly wobbleRate?: number | undefined;
}

const defaults: Patch = {
  wave: 'saw',
  voices: 1,
  detune: 0,
  spread: 0,
  sub: 0,
  noise: 0,
  attack: 0.004,
  decay: 0.2,
  sustain: 0.7,
  release: 0.12,
  cutoff: 18_000,
  resonance: 0.1,
  filterEnvelope: 0,
  filterDecay: 0.2,
  wobble: 0,
  wobbleRate: 0,
  vibrato: 0,
  vibratoRate: 5,
  drive: 0,
  glide: 0.06,
  gain: 1,
};

export function patch(changes: Partial<Patch>): Patch {
  return { ...defaults, ...changes };
}

/** In samples. Pitch and filter change once per block. */
const BLOCK = 32;
let scratchLeft = new Float32Array(SAMPLE_RATE * 4);
let scratchRight = new Float32Array(SAMPLE_RATE * 4);

export function playTone(target: Stereo, p: Patch, note: Note): void {
  const start = Math.round(note.at);
  const held = Math.max(1, Math.round(note.length));
  const count = Math.min(held + Math.ceil(p.release * SAMPLE_RATE), target.left.length - start);
  if (start < 0 || count <= 0) return;
  if (scratchLeft.length < count) {
    scratchLeft = new Float32Array(count * 2);
    scratchRight = new Float32Array(count * 2);
  }
  scratchLeft.fill(0, 0, count);
  scratchRight.fill(0, 0, count);
  addVoices(p, note, count);
  filterScratch(p, note, count);
  mixScratch(target, p, note, start, held, count);
}

function addVoices(p: Patch, note: Note, count: number): void {
  const level = 1 / Math.sqrt(p.voices);
  for (let voice = 0; voice < p.voices; voice += 1) {
    const position = p.voices === 1 ? 0 : (voice / (p.voices - 1)) * 2 - 1;
    // Golden-ratio steps, because equal phases would start every chord with a click.
    const phase = p.voices === 1 ? 0 : (voice * 0.618034 + note.at * 0.37) % 1;
    addOscillator(p.wave, p, note, count, 2 ** ((position * p.detune) / 1200), phase, position * p.spread, level);
  }
  if (p.sub > 0) addOscillator('sine', p, note, count, 0.5, 0, 0, p.sub);
  if (p.noise > 0) {
    let seed = (Math.round(note.at) * 2654435761) >>> 0 || 1;
    for (let i = 0; i < count; i += 1) {
      seed ^= seed << 13;
      seed ^= seed >>> 17;
      seed ^= seed << 5;
      scratchLeft[i] = (scratchLeft[i] ?? 0) + (seed / 2147483648) * p.noise;
      scratchRight[i] = (scratchRight[i] ?? 0) + ((seed << 11) / 2147483648) * p.noise;
    }
  }
}

function addOscillator(
  wave: Wave,
  p: Patch,
  note: Note,
  count: number,
  ratio: number,
  firstPhase: number,
  pan: number,
  level: number,
): void {
  const [gainLeft, gainRight] = panGains(pan);
  const [left, right] = [gainLeft * level, gainRight * level];
  let phase = firstPhase;
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(count, from + BLOCK);
    const seconds = from / SAMPLE_RATE;
    const slide = note.from === undefined ? 0 : (note.from - note.pitch) * Math.exp(-seconds / (p.glide / 3));
    // Vibrato fades in, as musicians play it.
    const vibrato =
      p.vibrato * Math.min(1, seconds / 0.4) * Math.sin(2 * Math.PI * p.vibratoRate * seconds + note.at * 0.001);
    const step = (hertz(note.pitch + slide + vibrato) * ratio) / SAMPLE_RATE;
    for (let i = from; i < to; i += 1) {
      let value: number;
      if (wave === 'sine') value = sine(phase);
      else if (wave === 'saw') value = 2 * phase - 1 - polyBlep(phase, step);
      else if (wave === 'square') {
        const shifted = phase >= 0.5 ? phase - 0.5 : phase + 0.5;
        value = (phase < 0.5 ? 1 : -1) + polyBlep(phase, step) - polyBlep(shifted, step);
      } else value = 1 - 4 * Math.abs(phase - 0.5);
      scratchLeft[i] = (scratchLeft[i] ?? 0) + value * left;
      scratchRight[i] = (scratchRight[i] ?? 0) + value * right;
      phase += step;
      if (phase >= 1) phase -= 1;
    }
  }
}

/** Smooths a wave's jump against aliasing. */
function polyBlep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

function filterScratch(p: Patch, note: Note, count: number): void {
  const damping = 2 - 1.95 * p.resonance;
  const rate = note.wobbleRate ?? p.wobbleRate;
  const envelopeOctaves = p.filterEnvelope * (0.5 + 0.5 * note.velocity);
  let [lowL, bandL, lowR, bandR] = [0, 0, 0, 0];
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(count, from + BLOCK);
    const seconds = from / SAMPLE_RATE;
    const wobbleOctaves = p.wobble > 0 ? p.wobble * (0.5 - 0.5 * Math.cos(2 * Math.PI * rate * seconds)) : 0;
    const octaves = envelopeOctaves * Math.exp((-3 * seconds) / p.filterDecay) + wobbleOctaves;
    const cutoff = Math.min(18_500, Math.max(30, p.cutoff * 2 ** octaves));
    const gain = Math.tan((Math.PI * cutoff) / SAMPLE_RATE);
    const scale = 1 / (1 + gain * (gain + damping));
    for (let i = from; i < to; i += 1) {
      const highL = ((scratchLeft[i] ?? 0) - (gain + damping) * bandL - lowL) * scale;
      const bandNowL = gain * highL + bandL;
      const lowNowL = gain * bandNowL + lowL;
      bandL = gain * highL + bandNowL;
      lowL = gain * bandNowL + lowNowL;
      scratchLeft[i] = lowNowL;
      const highR = ((scratchRight[i] ?? 0) - (gain + damping) * bandR - lowR) * scale;
      const bandNowR = gain * highR + bandR;
      const lowNowR = gain * bandNowR + lowR;
      bandR = gain * highR + bandNowR;
      lowR = gain * bandNowR + lowNowR;
      scratchRight[i] = lowNowR;
    }
  }
}

function mixScratch(target: Stereo, p: Patch, note: Note, start: number, held: number, count: number): void {
  const { left, right } = target;
  const [panLeft, panRight] = panGains(note.pan ?? 0);
  const gain = p.gain * note.velocity;
  const drive = p.drive * 4 + 1;
  const makeUp = p.drive > 0 ? 1 / (1 + p.drive) : 1;
  const attackStep = 1 / Math.max(1, p.attack * SAMPLE_RATE);
  const decayFactor = Math.exp(-3 / Math.max(1, p.decay * SAMPLE_RATE));
  const releaseFactor = Math.exp(-5 / Math.max(1, p.release * SAMPLE_RATE));
  let envelope = 0;
  let attacking = true;
  for (let i = 0; i < count; i += 1) {
    if (i >= held) envelope *= releaseFactor;
    else if (attacking) {
      envelope += attackStep;
      if (envelope >= 1) {
        envelope = 1;
        attacking = false;
      }
    } else envelope = p.sustain + (envelope - p.sustain) * decayFactor;
    // The envelope may end above zero, so fade the last samples.
    const amplitude = envelope * gain * Math.min(1, (count - i) / 64);
    let l = scratchLeft[i] ?? 0;
    let r = scratchRight[i] ?? 0;
    if (drive > 1) {
      l = saturate(l * drive) * makeUp;
      r = saturate(r * drive) * makeUp;
    }
    left[start + i] = (left[start + i] ?? 0) + l * amplitude * panLeft;
    right[start + i] = (right[start + i] ?? 0) + r * amplitude * panRight;
  }
}
