/** The server's time, for times that are shown or sent. Delays use the device's clock. */
export interface ServerClock {
  /** In ms since the epoch. */
  now(): number;
  /** Corrects the clock by an answer. @param time in ms since the epoch @param requestedAt by the device's clock, in ms since the epoch */
  observe(time: number, requestedAt: number): void;
  /** Reads the offset that another tab has stored. */
  recall(): void;
  /** Notifies when the time has jumped. */
  subscribe(onChange: () => void): () => void;
}

/** Storage key of the offset; absent if the device's clock is right. */
export const SERVER_CLOCK_KEY = 'undercurrent-clock';

/** A change of the offset by at most this plus half the request's duration is ignored: latency may cause it. */
const TOLERANCE_MS = 5_000;

export interface ServerClockInput {
  /** The device's clock, in ms since the epoch. */
  now(): number;
  texts: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };
}

/** Equals the device's clock until an answer shows that this clock is wrong. */
export function createServerClock({ now, texts }: ServerClockInput): ServerClock {
  const listeners = new Set<() => void>();
  /** Server time minus device time. */
  let offsetMs = 0;

  const setOffset = (to: number) => {
    if (to === offsetMs) return;
    offsetMs = to;
    for (const listener of [...listeners]) listener();
  };
  const store = () => {
    try {
      if (offsetMs === 0) texts.remove(SERVER_CLOCK_KEY);
      else texts.set(SERVER_CLOCK_KEY, `${offsetMs} ${now() + offsetMs}`);
    } catch {
      // If the offset cannot be stored, the next visit measures it again.
    }
  };
  const recall = () => {
    const [storedOffsetMs = NaN, storedTime = NaN] = (texts.get(SERVER_CLOCK_KEY) ?? '').split(' ').map(Number);
    if (Number.isNaN(storedOffsetMs) || Number.isNaN(storedTime)) return setOffset(0);
    // The server's time never goes back. If it seems to, the device's clock was changed: trust that clock, but not before `storedTime`.
    setOffset(now() + storedOffsetMs >= storedTime ? storedOffsetMs : Math.max(0, storedTime - now()));
  };
  recall();

  return {
    now: () => now() + offsetMs,
    observe(time, requestedAt) {
      const tripMs = now() - requestedAt;
      const measuredMs = Math.round(time - requestedAt - tripMs / 2);
      // The clock was changed during the request.
      if (Number.isNaN(measuredMs) || tripMs < 0) return;
      const uncertaintyMs = TOLERANCE_MS + tripMs / 2;
      if (Math.abs(measuredMs - offsetMs) <= uncertaintyMs) return;
      setOffset(Math.abs(measuredMs) <= uncertaintyMs ? 0 : measuredMs);
      store();
    },
    recall,
    subscribe(onChange) {
      // A new function for each subscription, because a set contains each function only once.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
