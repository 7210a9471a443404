import { Random } from '../random.ts';
import { chordsOf, type Chord, type Key, type ScaleName } from './harmony.ts';
import { SAMPLE_RATE, silence, type Stereo } from './sound.ts';

export type Form = readonly (readonly [section: string, bars: number])[];

/** Each track chooses within these ranges by its seed. */
export interface SongPlan {
  readonly bpm: readonly [number, number];
  /** The first step's share of a pair of steps: 0.5 is straight, 0.66 a shuffle. */
  readonly swing: number;
  /** Steps per bar; swing delays every second step. */
  readonly swingGrid: 8 | 16;
  readonly scales: readonly ScaleName[];
  readonly progressions: readonly (readonly number[])[];
  readonly chordNotes: 3 | 4 | 5;
  readonly barsPerChord: number;
  readonly form: Form;
}

export interface Bar {
  readonly index: number;
  readonly section: string;
  readonly indexInSection: number;
  readonly sectionLength: number;
  readonly chord: Chord;
  readonly nextChord: Chord;
}

const TAIL_SECONDS = 2.6;

export class Song {
  readonly random: Random;
  readonly bpm: number;
  readonly key: Key;
  readonly bars: readonly Bar[];
  /** Samples in a bar of four beats; may be fractional. */
  readonly barLength: number;
  /** Samples in the piece. */
  readonly length: number;
  /** Times of kicks, in samples, for the ducking. */
  readonly kicks: number[] = [];
  readonly buses = new Map<string, Stereo>();
  readonly #plan: SongPlan;
  readonly #seconds: number;

  /** `seconds` ends the piece early, for tests. */
  constructor(seed: string, plan: SongPlan, seconds = Infinity) {
    this.#plan = plan;
    this.random = new Random(`song ${seed}`);
    this.bpm = Math.round(this.random.between(plan.bpm[0], plan.bpm[1]));
    this.key = { tonic: this.random.int(0, 11), scale: this.random.pick(plan.scales) };
    const barSeconds = 240 / this.bpm;
    this.barLength = barSeconds * SAMPLE_RATE;
    const sections = fitForm(plan.form, barSeconds, this.random.between(40, 47));
    const chords = chordsOf(this.key, this.random.pick(plan.progressions), plan.chordNotes);
    const chordAt = (bar: number) => {
      const chord = chords[Math.floor(bar / plan.barsPerChord) % chords.length];
      if (chord === undefined) throw new Error('A progression has no chord');
      return chord;
    };
    const bars: Bar[] = [];
    for (const [section, sectionLength] of sections) {
      for (let indexInSection = 0; indexInSection < sectionLength; indexInSection += 1) {
        const index = bars.length;
        bars.push({
          index,
          section,
          indexInSection,
          sectionLength,
          chord: chordAt(index),
          nextChord: chordAt(index + 1),
        });
      }
    }
    this.bars = bars;
    this.#seconds = Math.min(seconds, bars.length * barSeconds + TAIL_SECONDS);
    this.length = Math.round(this.#seconds * SAMPLE_RATE);
  }

  get beat(): number {
    return this.barLength / 4;
  }

  /** Returns the sample at a position (0 to 1) in a bar, with swing. */
  time(bar: number, position: number): number {
    const pairs = this.#plan.swingGrid / 2;
    const pairIndex = Math.floor(position * pairs + 1e-9);
    const positionInPair = position * pairs - pairIndex;
    const swing = this.#plan.swing;
    const swungPosition =
      positionInPair < 0.5 ? positionInPair * 2 * swing : swing + (positionInPair - 0.5) * 2 * (1 - swing);
    return (bar + (pairIndex + swungPosition) / pairs) * this.barLength;
  }

  /** The first sample of a section; if the piece lacks the section, the end of the piece. */
  startOf(section: string): number {
    const bar = this.bars.find((candidate) => candidate.section === section);
    return bar === undefined ? this.length : bar.index * this.barLength;
  }

  bus(name: string): Stereo {
    let bus = this.buses.get(name);
    if (bus === undefined) {
      bus = silence(this.length);
      this.buses.set(name, bus);
    }
    return bus;
  }
}

/** Scales the form to about `seconds`. At a fast tempo, sections change by pairs of bars. */
function fitForm(form: Form, barSeconds: number, seconds: number): Form {
  const unit = barSeconds > 2.4 ? 1 : 2;
  const targetBars = Math.round(seconds / barSeconds / unit) * unit;
  const total = form.reduce((sum, [, bars]) => sum + bars, 0);
  const sized = form.map(([section, bars]) => {
    const exact = (bars * targetBars) / total;
    return { section, exact, bars: Math.max(unit, Math.round(exact / unit) * unit) };
  });
  for (let missing = targetBars - sized.reduce((sum, entry) => sum + entry.bars, 0); missing !== 0;) {
    const step = missing > 0 ? unit : -unit;
    const adjustable = sized.filter((entry) => entry.bars + step >= unit);
    const next = adjustable.sort((a, b) => (b.exact - b.bars) * step - (a.exact - a.bars) * step)[0];
    if (next === undefined) break;
    next.bars += step;
    missing -= step;
  }
  return sized.map(({ section, bars }) => [section, bars] as const);
}
