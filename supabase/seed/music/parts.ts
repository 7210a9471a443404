import type { Random } from '../random.ts';
import type { Chord } from './harmony.ts';
import { pitchOf, safeDegrees } from './harmony.ts';
import { mixIn, SAMPLE_RATE, type Stereo } from './sound.ts';
import type { Bar, Song } from './song.ts';
import { type Note, patch, playTone } from './tone.ts';

const velocities: Readonly<Record<string, number>> = { X: 1, x: 0.8, o: 0.58, g: 0.3 };

/** Positions and lengths are fractions of a bar. */
export interface Stroke {
  readonly position: number;
  readonly length: number;
  readonly velocity: number;
  readonly symbol: string;
}

const parsedPatterns = new Map<string, readonly Stroke[]>();

/**
 * Parses a bar whose characters divide it into equal steps: '.' is a rest, '_' extends the note, 'X', 'x', 'o' and 'g'
 * are strokes of decreasing velocity. Other characters have a meaning only to the caller, e.g. the digits of `bassPitch`.
 */
export function parseStrokes(pattern: string): readonly Stroke[] {
  const cached = parsedPatterns.get(pattern);
  if (cached !== undefined) return cached;
  const result: Stroke[] = [];
  for (let i = 0; i < pattern.length; i += 1) {
    const symbol = pattern.charAt(i);
    if (symbol === '.' || symbol === '_') continue;
    let length = 1;
    while (pattern.charAt(i + length) === '_') length += 1;
    result.push({
      position: i / pattern.length,
      length: length / pattern.length,
      velocity: velocities[symbol] ?? 0.8,
      symbol,
    });
  }
  parsedPatterns.set(pattern, result);
  return result;
}

export interface DrumPart {
  readonly bus?: string;
  readonly gain?: number;
  readonly pan?: number;
  /** Random deviation, in milliseconds. */
  readonly jitter?: number;
  /** Constant delay, in milliseconds. */
  readonly late?: number;
}

export function playDrum(song: Song, bar: Bar, sound: Float32Array, pattern: string, part: DrumPart = {}): void {
  const bus = song.bus(part.bus ?? 'drums');
  for (const { position, velocity } of parseStrokes(pattern)) {
    const offsetMs = song.random.noise() * (part.jitter ?? 0) + (part.late ?? 0);
    const at = song.time(bar.index, position) + (offsetMs / 1000) * SAMPLE_RATE;
    const variation = 1 + song.random.noise() * 0.06;
    mixIn(bus, sound, at, velocity * variation * (part.gain ?? 1), part.pan ?? 0);
  }
}

export function playKick(song: Song, bar: Bar, sound: Float32Array, pattern: string, part: DrumPart = {}): void {
  for (const { position } of parseStrokes(pattern)) song.kicks.push(song.time(bar.index, position));
  playDrum(song, bar, sound, pattern, { bus: 'kick', ...part });
}

export type Instrument = (bus: Stereo, note: Note) => void;

export interface PitchedPart {
  readonly bus: string;
  readonly gain?: number;
  /** Semitones. */
  readonly shift?: number;
  /** Sounding fraction of a note's written length. */
  readonly gate?: number;
  /** Milliseconds between the notes of a chord, from low to high. */
  readonly strum?: number;
  /** Random deviation, in milliseconds. */
  readonly jitter?: number;
  /** Notes are panned from -width to width. */
  readonly width?: number;
}

export function playChords(song: Song, bar: Bar, pattern: string, instrument: Instrument, part: PitchedPart): void {
  for (const stroke of parseStrokes(pattern)) playChord(song, bar, stroke, bar.chord.pitches, instrument, part);
}

export function playChord(
  song: Song,
  bar: Bar,
  stroke: Stroke,
  pitches: readonly number[],
  instrument: Instrument,
  part: PitchedPart,
): void {
  const bus = song.bus(part.bus);
  const offset = ((song.random.noise() * (part.jitter ?? 0)) / 1000) * SAMPLE_RATE;
  for (const [index, pitch] of pitches.entries()) {
    const panPosition = pitches.length < 2 ? 0 : (index / (pitches.length - 1)) * 2 - 1;
    instrument(bus, {
      at: Math.max(
        0,
        song.time(bar.index, stroke.position) + offset + (index * (part.strum ?? 0) * SAMPLE_RATE) / 1000,
      ),
      length: stroke.length * song.barLength * (part.gate ?? 0.95),
      pitch: pitch + (part.shift ?? 0),
      velocity: stroke.velocity * (part.gain ?? 1) * (1 + song.random.noise() * 0.05),
      pan: panPosition * (part.width ?? 0),
    });
  }
}

const bassIntervals: Readonly<Record<string, number>> = { '1': 0, '5': 7, '4': 5, '8': 12, '7': 10, '2': 2, '0': -12 };

/** A digit is an interval from the chord's root ('3' its minor or major third), 'n' a semitone below the next root. */
export function bassPitch(chord: Chord, next: Chord, symbol: string): number {
  if (symbol === 'n') return next.root - 1 < chord.root - 7 ? next.root + 11 : next.root - 1;
  if (symbol === '3') {
    const third = chord.pitches.find((pitch) => [3, 4].includes((pitch - chord.root + 120) % 12));
    return chord.root + (third === undefined ? 3 : (third - chord.root + 120) % 12);
  }
  return chord.root + (bassIntervals[symbol] ?? 0);
}

export function playBass(song: Song, bar: Bar, pattern: string, instrument: Instrument, part: PitchedPart): void {
  for (const stroke of parseStrokes(pattern)) {
    const pitch = bassPitch(bar.chord, bar.nextChord, stroke.symbol);
    playChord(song, bar, stroke, [pitch], instrument, part);
  }
}

/**
 * Four bars: an idea, its variation, the idea again, and an answer. The answer's last note is the allowed degree nearest to the tonic at or
 * around `low`.
 */
export type Phrase = readonly (readonly { readonly stroke: Stroke; readonly degree: number }[])[];

/** Writes a melody in the pentatonic degrees between `low` and `high`. */
export function writePhrase(song: Song, rhythms: readonly string[], low: number, high: number): Phrase {
  const { random } = song;
  const degrees = degreesBetween(safeDegrees(song.key), low, high);
  const writeBar = (rhythm: string, from: number) => {
    let index = from;
    return parseStrokes(rhythm).map((stroke) => {
      const degree = degrees[index] ?? 0;
      const leap = random.chance(0.2) ? random.pick([-3, 3, 2]) : random.pick([-1, -1, 1, 1, 0, 2, -2]);
      index = Math.max(0, Math.min(degrees.length - 1, index + leap));
      return { stroke, degree };
    });
  };
  const middle = Math.floor(degrees.length / 2);
  const idea = writeBar(random.pick(rhythms), random.int(Math.max(0, middle - 1), middle + 1));
  const variation = idea.map((note, i) =>
    i >= idea.length - 2 ? { ...note, degree: nearest(degrees, note.degree + random.pick([-2, 1, 2])) } : note,
  );
  const answer = writeBar(random.pick(rhythms), middle);
  const last = answer.length - 1;
  const resolvedAnswer = answer.map((note, i) =>
    i === last ? { ...note, degree: nearest(degrees, Math.round(low / 7) * 7) } : note,
  );
  return [idea, variation, idea, resolvedAnswer];
}

function degreesBetween(safe: readonly number[], low: number, high: number): number[] {
  const result: number[] = [];
  for (let degree = low; degree <= high; degree += 1) if (safe.includes(((degree % 7) + 7) % 7)) result.push(degree);
  return result;
}

function nearest(degrees: readonly number[], degree: number): number {
  return [...degrees].sort((a, b) => Math.abs(a - degree) - Math.abs(b - degree))[0] ?? degree;
}

export function playPhrase(song: Song, bar: Bar, phrase: Phrase, instrument: Instrument, part: PitchedPart): void {
  for (const { stroke, degree } of phrase[bar.indexInSection % phrase.length] ?? []) {
    playChord(song, bar, stroke, [pitchOf(song.key, degree)], instrument, part);
  }
}

/** Plays the chord's notes one after another over two octaves, `steps` per bar. */
export function playArpeggio(
  song: Song,
  bar: Bar,
  order: 'up' | 'down' | 'upDown' | 'random',
  steps: number,
  instrument: Instrument,
  part: PitchedPart,
): void {
  const notes = [...bar.chord.pitches, ...bar.chord.pitches.map((pitch) => pitch + 12)];
  const cycle =
    order === 'upDown' ? [...notes, ...notes.slice(1, -1).reverse()] : order === 'down' ? notes.reverse() : notes;
  for (let i = 0; i < steps; i += 1) {
    const pitch = order === 'random' ? song.random.pick(cycle) : cycle[i % cycle.length];
    if (pitch === undefined) continue;
    const velocity = i % 4 === 0 ? 0.85 : 0.6;
    playChord(song, bar, { position: i / steps, length: 1 / steps, velocity, symbol: 'x' }, [pitch], instrument, part);
  }
}

/** Plays noise that rises over `bars` bars, the last of which is `bar`. */
export function playRise(song: Song, bar: Bar, bars: number, gain: number): void {
  const length = song.barLength * bars;
  const rise = patch({
    wave: 'sine',
    noise: 1,
    attack: length / SAMPLE_RATE,
    release: 0.05,
    cutoff: 400,
    resonance: 0.55,
    gain,
  });
  const at = (bar.index + 1) * song.barLength - length;
  if (at < 0) return;
  playTone(
    song.bus('effects'),
    { ...rise, wobble: 4.5, wobbleRate: SAMPLE_RATE / length / 2 },
    {
      at,
      length,
      pitch: 20,
      velocity: 0.7,
    },
  );
}

export function playImpact(song: Song, bar: Bar, gain: number): void {
  const boom = patch({
    wave: 'sine',
    noise: 0.35,
    attack: 0.002,
    decay: 1.2,
    sustain: 0,
    release: 0.3,
    cutoff: 900,
    glide: 0.5,
    gain,
  });
  playTone(song.bus('effects'), boom, {
    at: song.time(bar.index, 0),
    length: SAMPLE_RATE * 1.6,
    pitch: 30,
    from: 44,
    velocity: 1,
  });
}

/** Plays the hiss and crackle of a record through the whole song. */
export function playCrackle(song: Song, random: Random, gain: number): void {
  const { left, right } = song.bus('dust');
  let hiss = 0;
  for (let i = 0; i < left.length; i += 1) {
    hiss += (random.noise() - hiss) * 0.35;
    left[i] = hiss * 0.012 * gain;
    right[i] = hiss * 0.012 * gain;
  }
  for (let at = 0; at < left.length - 40; at += Math.ceil(random.between(200, 9000))) {
    const size = random.next() ** 4 * 0.35 * gain;
    const pan = random.next();
    for (let i = 0; i < 24; i += 1) {
      const value = size * random.noise() * Math.exp(-i / 5);
      left[at + i] = (left[at + i] ?? 0) + value * pan;
      right[at + i] = (right[at + i] ?? 0) + value * (1 - pan);
    }
  }
}
