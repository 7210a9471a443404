import type { Choice } from './chooser.ts';
import type { Clock } from './clock.ts';
import type { RadioTrack } from './rotation.ts';

export interface Airing {
  readonly number: number;
  readonly track: RadioTrack;
  readonly path: string;
  /** Position in the file, in ms, where a cut or skipped airing ends; null for the end of the file (S-55). */
  untilMs: number | null;
  /** Monotonic clock, in milliseconds. */
  startedAt: number;
  durationMs: number;
  /** Unix time in milliseconds. */
  playedAt: number;
}

/** Past airings in the history. */
const HISTORY = 10;

export class Airings {
  #list: Airing[] = [];
  #lastNumber = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ track, path, durationMs, isCut }: Choice, startedAt: number): Airing {
    this.#lastNumber += 1;
    const untilMs = isCut ? durationMs : null;
    const airing = { number: this.#lastNumber, track, path, untilMs, startedAt, durationMs, playedAt: 0 };
    this.#list.push(airing);
    this.begin(airing, startedAt);
    // Besides the history, keep the current airing and the next one.
    this.#list = this.#list.slice(-(HISTORY + 2));
    return airing;
  }

  /** Sets the start of an airing, and shortens earlier ones to end then. */
  begin(airing: Airing, startedAt: number): void {
    for (const earlier of this.#list.slice(0, this.#list.indexOf(airing))) {
      earlier.durationMs = Math.max(0, Math.min(earlier.durationMs, startedAt - earlier.startedAt));
    }
    airing.startedAt = startedAt;
    airing.playedAt = this.#clock.wall() + startedAt - this.#clock.now();
  }

  /** Ends the current airing, and drops the next one. @returns the dropped one; null if none was chosen yet */
  endAll(): Airing | null {
    const now = this.#clock.now();
    const next = this.#list.find(({ startedAt }) => startedAt > now) ?? null;
    this.#list = this.#list.filter(({ startedAt }) => startedAt <= now);
    const last = this.#list.at(-1);
    if (last) last.durationMs = Math.min(last.durationMs, now - last.startedAt);
    return next;
  }

  remove(airing: Airing): void {
    this.#list = this.#list.filter((other) => other !== airing);
  }

  /** Delays all airings by the time for which the machine was suspended, so that the current one resumes where it stopped. */
  shift(ms: number): void {
    for (const airing of this.#list) airing.startedAt += ms;
  }

  endsAt(): number | null {
    const last = this.#list.at(-1);
    return last ? last.startedAt + last.durationMs : null;
  }

  /** The airing at `moment`, or the first one after it. */
  at(moment: number): Airing | null {
    return this.#list.find((airing) => airing.startedAt + airing.durationMs > moment) ?? null;
  }

  after(airing: Airing): Airing | null {
    return this.#list[this.#list.indexOf(airing) + 1] ?? null;
  }

  /** `next` is null while undecided. `history` is newest first. */
  state(): { readonly current: Airing | null; readonly next: Airing | null; readonly history: readonly Airing[] } {
    const now = this.#clock.now();
    const begun = this.#list.filter((airing) => airing.startedAt <= now);
    return {
      current: begun.at(-1) ?? null,
      next: this.#list.find((airing) => airing.startedAt > now) ?? null,
      history: begun.slice(0, -1).reverse().slice(0, HISTORY),
    };
  }
}
