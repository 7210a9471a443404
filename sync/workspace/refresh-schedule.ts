/** Shortest time between two requested refreshes. Also the time that a refresh waits for further rows after an acknowledgement. */
const INTERVAL_MS = 50;
/** Longest wait of a refresh for an acknowledgement. */
const LONGEST_HOLD_MS = 1_000;

/** `held`: rows arrived without their acknowledgement. `settling`: the acknowledgement arrived, and its last rows may follow. */
type Phase = 'idle' | 'interval' | 'held' | 'settling';

/** Schedules the refreshes of the overlays: rarely while many rows arrive, and none between a row and its acknowledgement (SY-13). */
export interface RefreshSchedule {
  /** Refreshes at once, even while held or settling. */
  now(): void;
  /** Refreshes now when idle, else at the end of the interval. While held or settling, acts like `settle`. */
  request(): void;
  /** Waits for the acknowledgement of the rows that arrived. */
  hold(): void;
  /** The acknowledgement arrived. Refreshes after `INTERVAL_MS` without another call, at the latest after `LONGEST_HOLD_MS`. */
  settle(): void;
  close(): void;
}

export function createRefreshSchedule(refresh: () => void): RefreshSchedule {
  let phase: Phase = 'idle';
  let isRequested = false;
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
