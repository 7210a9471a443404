/** So many in so long, for each name that is counted. */
export interface Rate {
  readonly most: number;
  readonly seconds: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Names that are remembered before those whose time is over are thrown out. */
const SWEEP_AT = 10_000;

/** Counts what each name (an address, an e-mail) did, in memory, in windows that begin with the first. */
export class RateCount {
  readonly #windows = new Map<string, Window>();

  constructor(private readonly rate: Rate) {}

  /** Counts one more. @returns null, or the seconds to wait when the name has had all of its window */
  take(name: string): number | null {
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

  /** Takes one back that turned out not to count. */
  giveBack(name: string): void {
    const open = this.#windows.get(name);
    if (open) open.count = Math.max(0, open.count - 1);
  }

  forget(name: string): void {
    this.#windows.delete(name);
  }

  #sweep(now: number): void {
    for (const [name, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(name);
  }
}
