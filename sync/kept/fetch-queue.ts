import type { KeptState } from '../api.ts';
import { retryDelayMs } from '../core/retry.ts';
import type { KeptRecord } from '../outbox/database.ts';

/** Delay of a track that another page fetches, or that the device does not know. */
const POSTPONED_MS = 30_000;
/** Tries after which an unknown track counts as missing: earlier, it may be unknown only because the replica is still being filled. */
const UNKNOWN_TRIES = 3;

type Reason = Extract<KeptState, { kind: 'failed' }>['reason'];

export interface FetchQueueEnvironment {
  random(): number;
  /** Whether the browser's data saver is on: then only tracks requested in this visit are fetched (SY-22). */
  saveData(): boolean;
}

/** Decides which requested track is fetched next, and when. */
export interface FetchQueue {
  /** The person requested the track in this visit: earlier failures are forgotten. */
  request(trackId: string, how: 'single' | 'group'): void;
  isRequested(trackId: string): boolean;
  isOffline(): boolean;
  failure(trackId: string): Reason | undefined;
  fail(trackId: string, reason: Reason): void;
  forgetFailure(trackId: string): void;
  /** A file was removed: tracks that did not fit are ready again. */
  forgetFull(): void;
  succeed(trackId: string): void;
  failNetwork(trackId: string): void;
  /** The device does not know the track, which counts as missing after `UNKNOWN_TRIES`. */
  failUnknown(trackId: string): void;
  /** Another page fetches the track. */
  postponeForOther(trackId: string): void;
  /** The index has changed, so tracks postponed for another page are ready again. */
  recheckOthers(): void;
  startRemoval(trackIds: readonly string[]): void;
  endRemoval(trackId: string): void;
  next(records: Iterable<KeptRecord>, isRunning: (trackId: string) => boolean): KeptRecord | undefined;
  /** Ends the delay after a lost network. */
  endDelay(): void;
  /** Makes later delays after a lost network short again. @returns whether a delay is running */
  resetDelay(): boolean;
  close(): void;
}

export function createFetchQueue({ random, saveData }: FetchQueueEnvironment, onReady: () => void): FetchQueue {
  const failed = new Map<string, Reason>();
  const requested = new Map<string, 'single' | 'group'>();
  const removing = new Set<string>();
  const postponed = new Map<string, { why: 'elsewhere' | 'unknown'; timer: ReturnType<typeof setTimeout> }>();
  /** Consecutive failures by track id, which rank a track behind others. `unknown` counts those while the device did not know the track. */
  const failures = new Map<string, { all: number; unknown: number }>();
  let networkFailures = 0;
  let networkTimer: ReturnType<typeof setTimeout> | undefined;

  const postpone = (trackId: string, why: 'elsewhere' | 'unknown') => {
    const end = () => postponed.delete(trackId) && onReady();
    postponed.set(trackId, { why, timer: setTimeout(end, POSTPONED_MS) });
  };

  const endPostponement = (trackId: string) => {
    clearTimeout(postponed.get(trackId)?.timer);
    postponed.delete(trackId);
  };

  const clearNetworkTimer = () => {
    clearTimeout(networkTimer);
    networkTimer = undefined;
  };

  const countFailure = (trackId: string, isUnknown: boolean): number => {
    const { all, unknown } = failures.get(trackId) ?? { all: 0, unknown: 0 };
    const counted = { all: all + 1, unknown: unknown + (isUnknown ? 1 : 0) };
    failures.set(trackId, counted);
    return counted.unknown;
  };

  /** Single requests before groups, then the fewest failures. */
  const rank = ({ trackId }: KeptRecord) =>
    (requested.get(trackId) === 'single' ? 0 : 1e6) + (failures.get(trackId)?.all ?? 0);

  const isReady = ({ trackId, asked, bytes }: KeptRecord) =>
    asked &&
    bytes === null &&
    !failed.has(trackId) &&
    !postponed.has(trackId) &&
    !removing.has(trackId) &&
    (requested.has(trackId) || !saveData());

  return {
    request(trackId, how) {
      failed.delete(trackId);
      failures.delete(trackId);
      endPostponement(trackId);
      requested.set(trackId, how);
    },
    isRequested: (trackId) => requested.has(trackId),
    isOffline: () => networkTimer !== undefined,
    failure: (trackId) => failed.get(trackId),
    fail: (trackId, reason) => void failed.set(trackId, reason),
    forgetFailure: (trackId) => void failed.delete(trackId),
    forgetFull() {
      for (const [trackId, reason] of failed) if (reason === 'full') failed.delete(trackId);
    },
    succeed(trackId) {
      failures.delete(trackId);
      networkFailures = 0;
    },
    failNetwork(trackId) {
      countFailure(trackId, false);
      networkFailures += 1;
      networkTimer ??= setTimeout(
        () => {
          networkTimer = undefined;
          onReady();
        },
        retryDelayMs(networkFailures + 2, random()),
      );
    },
    failUnknown(trackId) {
      if (countFailure(trackId, true) < UNKNOWN_TRIES) postpone(trackId, 'unknown');
      else failed.set(trackId, 'missing');
    },
    postponeForOther: (trackId) => postpone(trackId, 'elsewhere'),
    recheckOthers() {
      for (const [trackId, { why }] of postponed) if (why === 'elsewhere') endPostponement(trackId);
    },
    startRemoval(trackIds) {
      for (const trackId of trackIds) {
        removing.add(trackId);
        requested.delete(trackId);
      }
    },
    endRemoval: (trackId) => void removing.delete(trackId),
    next: (records, isRunning) =>
      [...records]
        .filter((record) => isReady(record) && !isRunning(record.trackId))
        .sort((a, b) => rank(a) - rank(b) || a.usedAt - b.usedAt)[0],
    endDelay() {
      clearNetworkTimer();
      onReady();
    },
    resetDelay() {
      networkFailures = 0;
      return networkTimer !== undefined;
    },
    close() {
      clearNetworkTimer();
      for (const trackId of postponed.keys()) endPostponement(trackId);
    },
  };
}
