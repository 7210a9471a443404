/**
 * The server's time, as far as the device knows it. It is used for times that are shown or sent; delays use the device's clock.
 */
export interface ServerClock {
  /** ms since the epoch */
  now(): number;
  /**
   * Corrects the clock by the time of an answer.
   * @param time in ms since the epoch; NaN is ignored
   * @param requestedAt when the request was sent, in ms since the epoch by the device's clock
   */
  observe(time: number, requestedAt: number): void;
  /** Reads the difference that another tab has stored. */
  recall(): void;
  /** Notifies when the time has jumped. */
  subscribe(onChange: () => void): () => void;
}

/** The key that stores the difference while the device's clock is wrong. */
export const SERVER_CLOCK_TEXT = 'undercurrent-clock';

/** A smaller difference comes from latency and is ignored. */
const TOLERANCE_MS = 5_000;

export interface ServerClockInput {
  /** The device's clock, in ms since the epoch. */
  now(): number;
  /** Null where nothing can be stored. */
  texts: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void } | null;
}

/** Equals the device's clock until an answer of the server shows that the clock is wrong. */
export function createServerClock({ now, texts }: ServerClockInput): ServerClock {
  const listeners = new Set<() => void>();
  let aheadMs = 0;

  const move = (to: number) => {
    if (to === aheadMs) return;
    aheadMs = to;
    for (const listener of [...listeners]) listener();
  };
  const store = () => {
    try {
      if (aheadMs === 0) texts?.remove(SERVER_CLOCK_TEXT);
      else texts?.set(SERVER_CLOCK_TEXT, `${aheadMs} ${now() + aheadMs}`);
    } catch {
      // If it cannot be stored, the next visit measures it again.
    }
  };
  const recall = () => {
    const [storedAheadMs = NaN, storedTime = NaN] = (texts?.get(SERVER_CLOCK_TEXT) ?? '').split(' ').map(Number);
    if (Number.isNaN(storedAheadMs) || Number.isNaN(storedTime)) return move(0);
    // The server's time never goes back, so the device's clock was changed meanwhile.
    move(now() + storedAheadMs >= storedTime ? storedAheadMs : Math.max(0, storedTime - now()));
  };
  recall();

  return {
    now: () => now() + aheadMs,
    observe(time, requestedAt) {
      const tripMs = now() - requestedAt;
      const offset = Math.round(time - requestedAt - tripMs / 2);
      // The clock was changed during the request.
      if (Number.isNaN(offset) || tripMs < 0) return;
      const uncertaintyMs = TOLERANCE_MS + tripMs / 2;
      if (Math.abs(offset - aheadMs) <= uncertaintyMs) return;
      move(Math.abs(offset) <= uncertaintyMs ? 0 : offset);
      store();
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
