/**
 * The server's time, as far as this device can tell. What is shown beside the server's times, and what is said to the server, goes
 * by it; waits go by the device's own clock.
 */
export interface ServerClock {
  /** ms since the epoch */
  now(): number;
  /**
   * An answer carries its server's time.
   * @param time in ms since the epoch; what is none is no time
   * @param askedAt when it was asked for, in ms since the epoch by the device's clock
   */
  heard(time: number, askedAt: number): void;
  /** Reads again what another tab has heard. */
  recall(): void;
  /** Tells when the time has jumped. */
  subscribe(onChange: () => void): () => void;
}

/** Where the difference rests while the device's clock is wrong. */
export const SERVER_CLOCK_TEXT = 'undercurrent-clock';

/** A smaller difference is the line's doing, and nobody sees it. */
const TOLERANCE_MS = 5_000;

export interface ServerClockInput {
  /** The device's clock, in ms since the epoch. */
  now(): number;
  /** Null where nothing is kept. */
  texts: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void } | null;
}

/** Follows the device's clock until an answer of the server shows that it is wrong. */
export function createServerClock({ now, texts }: ServerClockInput): ServerClock {
  const listeners = new Set<() => void>();
  let aheadMs = 0;

  const move = (to: number) => {
    if (to === aheadMs) return;
    aheadMs = to;
    for (const listener of [...listeners]) listener();
  };
  const keep = () => {
    try {
      if (aheadMs === 0) texts?.remove(SERVER_CLOCK_TEXT);
      else texts?.set(SERVER_CLOCK_TEXT, `${aheadMs} ${now() + aheadMs}`);
    } catch {
      // Without it the next visit learns it again.
    }
  };
  const recall = () => {
    const [kept = NaN, heardAt = NaN] = (texts?.get(SERVER_CLOCK_TEXT) ?? '').split(' ').map(Number);
    if (Number.isNaN(kept) || Number.isNaN(heardAt)) return move(0);
    // Time does not go back: the device's clock was set right, or wrong in another way, since.
    move(now() + kept >= heardAt ? kept : Math.max(0, heardAt - now()));
  };
  recall();

  return {
    now: () => now() + aheadMs,
    heard(time, askedAt) {
      const tripMs = now() - askedAt;
      const found = Math.round(time - askedAt - tripMs / 2);
      // The clock was set while the answer was on its way.
      if (Number.isNaN(found) || tripMs < 0) return;
      const doubtMs = TOLERANCE_MS + tripMs / 2;
      if (Math.abs(found - aheadMs) <= doubtMs) return;
      move(Math.abs(found) <= doubtMs ? 0 : found);
      keep();
    },
    recall,
    subscribe(onChange) {
      // A wrapper, so that the same function given twice is two subscriptions.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
