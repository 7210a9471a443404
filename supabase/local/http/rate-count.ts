/** At most `most` events in a window of `seconds`. */
export interface Rate {
  readonly most: number;
  readonly seconds: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Expired keys are removed at this number of keys. */
const SWEEP_AT = 10_000;

/** Fixed-window limiter in memory. A window starts with its first event. */
export class RateCount {
  readonly #windows = new Map<string, Window>();

  constructor(private readonly rate: Rate) {}

  /** Counts an event of a key. @returns null, or the seconds to wait when the key has used up its window */
  count(name: string): number | null {
    const now = Date.now();
    const open = this.#windows.get(name);
    if (open && open.endsAt > now) {
      if (open.count >= this.rate.most) return Math.ceil((open.endsAt - now) / 1000);
      open.count += 1;
      return null;
    }
    if (this.#windows.size >= SWEEP_AT) this.#sweep(now);
    this.#windows.set(name, { count: 1, endsAt: now + this.rate.seconds * 1000 });
    return null;
  }

  uncount(name: string): void {
    const open = this.#windows.get(name);
    if (open) open.count = Math.max(0, open.count - 1);
  }

  reset(name: string): void {
    this.#windows.delete(name);
  }

  #sweep(now: number): void {
    for (const [name, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(name);
  }
}
