/** Interval of the leader's heartbeat (SY-17). */
const BEAT_MS = 5_000;
/** Age of the heartbeat beyond which a visible tab takes over. */
const STALE_MS = 15_000;

export interface LeaderPorts {
  /** Null without Web Locks: every tab then leads, which is wasteful and harmless. */
  locks: Pick<LockManager, 'request'> | null;
  lockName: string;
  /** Time of the last heartbeat, in ms since the epoch; null before the first. */
  readBeat(): Promise<number | null>;
  writeBeat(at: number): Promise<void>;
  now(): number;
  isVisible(): boolean;
  every(ms: number, callback: () => void): () => void;
}

/**
 * Calls `lead` once this tab holds the lock. A frozen tab keeps its lock, so a visible tab steals the lock when the heartbeat is old.
 * @param lead returns the function that stops leading @returns a function that leaves the election
 */
export function runForLeader(ports: LeaderPorts, lead: () => () => void): () => void {
  let stopLeading: (() => void) | null = null;
  const start = () => {
    const stop = lead();
    const beat = () => {
      ports.writeBeat(ports.now()).catch(() => undefined);
    };
    beat();
    const cancel = ports.every(BEAT_MS, beat);
    stopLeading = () => {
      stopLeading = null;
      cancel();
      stop();
    };
  };

  const { locks } = ports;
  if (!locks) {
    start();
    return () => stopLeading?.();
  }

  let stopped = false;
  let releaseLock: (() => void) | null = null;
  let pendingRequest: AbortController | null = null;
  const since = ports.now();

  const hold = () =>
    new Promise<void>((resolve) => {
      if (stopped) return resolve();
      releaseLock = resolve;
      start();
    });

  const requestLock = (steal: boolean) => {
    pendingRequest?.abort();
    const controller = new AbortController();
    pendingRequest = controller;
    // The browser allows no signal together with `steal`.
    const request = steal
      ? locks.request(ports.lockName, { steal: true }, hold)
      : locks.request(ports.lockName, { signal: controller.signal }, hold);
    request.catch(() => {
      // If a newer request of this tab aborted this one, keep leading. Otherwise the lock was stolen or refused.
      if (pendingRequest !== controller) return;
      pendingRequest = null;
      stopLeading?.();
    });
  };

  const watch = async () => {
    if (stopLeading) return;
    // A lock that was refused, or stolen from this tab, is requested again only now: in WebKit, an immediate request by a closing page froze
    // the next page.
    if (!pendingRequest) requestLock(false);
    if (!ports.isVisible()) return;
    // A leader may freeze before its first heartbeat.
    const beat = (await ports.readBeat()) ?? since;
    // A heartbeat from the future was written before the clock was set back.
    if (Math.abs(ports.now() - beat) > STALE_MS && !stopLeading && !stopped) requestLock(true);
  };

  requestLock(false);
  const cancelWatch = ports.every(BEAT_MS * 2, () => {
    watch().catch(() => undefined);
  });
  return () => {
    stopped = true;
    cancelWatch();
    pendingRequest?.abort();
    stopLeading?.();
    releaseLock?.();
  };
}
