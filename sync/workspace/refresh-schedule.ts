/** Shortest time between two refreshes, in milliseconds. */
const INTERVAL_MS = 50;
/** Longest time that a refresh is held back for an acknowledgement, in milliseconds. */
const LONGEST_HOLD_MS = 1_000;

/**
 * - `idle`: the next request refreshes at once.
 * - `interval`: requests are collected until `INTERVAL_MS` after the last refresh.
 * - `held`: rows arrived whose acknowledgement is still missing.
 * - `settling`: the acknowledgement arrived, the last rows of its page may follow.
 */
type Phase = 'idle' | 'interval' | 'held' | 'settling';

/**
 * Decides when the overlays are recomputed: rarely while many rows arrive, and not between a row and its acknowledgement, if that
 * follows within a second and nothing else requests a refresh (SY-13).
 */
export interface RefreshSchedule {
  /** Refreshes now. */
  now(): void;
  /** Refreshes now when idle, and at the end of the interval; while held or settling, does the same as `settle`. */
  request(): void;
  /** Requests a refresh together with the acknowledgement of the rows that arrived. */
  hold(): void;
  /** The acknowledgement is here: refreshes after `INTERVAL_MS` without another call, at the latest after `LONGEST_HOLD_MS`. */
  settle(): void;
  close(): void;
}

export function createRefreshSchedule(refresh: () => void): RefreshSchedule {
  let phase: Phase = 'idle';
  let isRequested = false;
  /** How often `settle` has postponed the refresh. */
  let delays = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const enter = (next: Phase, ms: number) => {
    phase = next;
    clearTimeout(timer);
    timer = setTimeout(endPhase, ms);
  };
  const endPhase = () => {
    phase = 'idle';
    delays = 0;
    if (isRequested) now();
  };
  const now = () => {
    if (isClosed) return;
    isRequested = false;
    if (phase === 'idle') enter('interval', INTERVAL_MS);
    refresh();
  };
  const settle = () => {
    isRequested = true;
    if (isClosed || delays >= LONGEST_HOLD_MS / INTERVAL_MS) return;
    delays += 1;
    enter('settling', INTERVAL_MS);
  };

  return {
    now,
    settle,
    request() {
      isRequested = true;
      if (phase === 'idle') now();
      else if (phase !== 'interval') settle();
    },
    hold() {
      isRequested = true;
      if (isClosed || phase === 'held') return;
      if (phase === 'settling') settle();
      else enter('held', LONGEST_HOLD_MS);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
