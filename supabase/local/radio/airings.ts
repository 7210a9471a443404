import type { Choice } from './chooser.ts';
import type { Clock } from './clock.ts';
import type { RadioTrack } from './rotation.ts';

/** One track on the timeline of the station. */
export interface Airing {
  readonly number: number;
  readonly track: RadioTrack;
  readonly path: string;
  /** Where in its file it fades out, in milliseconds; null where it plays to its end (S-55). */
  readonly untilMs: number | null;
  /** On the monotonic clock, in milliseconds. */
  startedAt: number;
  durationMs: number;
  /** Unix time in milliseconds. */
  playedAt: number;
}

/** How many tracks before the present one the station remembers. */
const HISTORY = 10;

/** The one timeline of the station: what was, is and is about to be on air. */
export class Airings {
  #list: Airing[] = [];
  #last = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ track, path, durationMs, isCut }: Choice, startedAt: number): Airing {
    this.#last += 1;
    const untilMs = isCut ? durationMs : null;
    const airing = { number: this.#last, track, path, untilMs, startedAt, durationMs, playedAt: 0 };
    this.#list.push(airing);
    this.begin(airing, startedAt);
    // The present one and one that is about to follow are not history.
    this.#list = this.#list.slice(-(HISTORY + 2));
    return airing;
  }

  /** Sets when an airing begins, or began; what is before it ends there at the latest. */
  begin(airing: Airing, startedAt: number): void {
    for (const one of this.#list.slice(0, this.#list.indexOf(airing))) {
      one.durationMs = Math.max(0, Math.min(one.durationMs, startedAt - one.startedAt));
    }
    airing.startedAt = startedAt;
    airing.playedAt = this.#clock.wall() + startedAt - this.#clock.now();
  }

  remove(airing: Airing): void {
    this.#list = this.#list.filter((one) => one !== airing);
  }

  /** The station was held, with the machine, for so many milliseconds: what was on air goes on where it was. */
  shift(ms: number): void {
    for (const airing of this.#list) airing.startedAt += ms;
  }

  /** When what is known ends; null when there is nothing. */
  endsAt(): number | null {
    const last = this.#list.at(-1);
    return last ? last.startedAt + last.durationMs : null;
  }

  /** What was on air at a moment, or the first one after it. */
  at(moment: number): Airing | null {
    return this.#list.find((one) => one.startedAt + one.durationMs > moment) ?? null;
  }

  after(airing: Airing): Airing | null {
    return this.#list[this.#list.indexOf(airing) + 1] ?? null;
  }

  /** What the live edge plays, what follows as far as it is settled, and what came before, the newest first. */
  look(): { readonly current: Airing | null; readonly next: Airing | null; readonly history: readonly Airing[] } {
    const now = this.#clock.now();
    const begun = this.#list.filter((one) => one.startedAt <= now);
    return {
      current: begun.at(-1) ?? null,
      next: this.#list.find((one) => one.startedAt > now) ?? null,
      history: begun.slice(0, -1).reverse().slice(0, HISTORY),
    };
  }
}
