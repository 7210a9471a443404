import type { KeptState } from '../api.ts';
import { retryDelayMs } from '../core/retry.ts';
import type { KeptRecord } from '../outbox/database.ts';

/** After this long, what another page was fetching, or what this device knew nothing of, is looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;
/** A track that is not known after as many looks is not there: the replica may be arriving still. */
const LOOKS = 3;

type Reason = Extract<KeptState, { kind: 'failed' }>['reason'];

export interface TurnsEnvironment {
  random(): number;
  /** The browser was asked to save data: only what the person asks for in this visit is fetched (SY-23). */
  saveData(): boolean;
}

/** Which of the tracks that are wanted is fetched next, and what became of those that were tried. */
export interface Turns {
  /** The person asks for it in this visit: what was known of its failures is forgotten. */
  ask(trackId: string, how: 'single' | 'group'): void;
  isAsked(trackId: string): boolean;
  /** No network was found; nothing is tried before a while has passed or a sign of it. */
  isCutOff(): boolean;
  failure(trackId: string): Reason | undefined;
  fail(trackId: string, reason: Reason): void;
  forgetFailure(trackId: string): void;
  succeed(trackId: string): void;
  /** The network was lost while it was fetched. */
  cutOff(trackId: string): void;
  /** Another page fetches it. */
  leaveToOthers(trackId: string): void;
  /** What another page did is known now. */
  lookAfterOthers(): void;
  /** The device does not know this track: it is looked for again, and missing after a few times. */
  missed(trackId: string): void;
  /** These are taken back: they have no turn until `left` says that they are gone. */
  leave(trackIds: readonly string[]): void;
  left(trackId: string): void;
  next(records: Iterable<KeptRecord>, isRunning: (trackId: string) => boolean): KeptRecord | undefined;
  /** Whoever waits for the network tries now. */
  tryAgain(): void;
  /** The network is back: the waits begin small again. @returns whether anybody waited for it */
  comeBack(): boolean;
  close(): void;
}

/** @param onTurn called when something that waited may be tried */
export function createTurns({ random, saveData }: TurnsEnvironment, onTurn: () => void): Turns {
  const failed = new Map<string, Reason>();
  /** Asked for in this visit, the single ones first. */
  const asked = new Map<string, 'single' | 'group'>();
  const leaving = new Set<string>();
  const postponed = new Map<string, { why: 'elsewhere' | 'unknown'; timer: ReturnType<typeof setTimeout> }>();
  const tries = new Map<string, number>();
  let failures = 0;
  let networkTimer: ReturnType<typeof setTimeout> | null = null;

  const postpone = (trackId: string, why: 'elsewhere' | 'unknown') => {
    const look = () => postponed.delete(trackId) && onTurn();
    postponed.set(trackId, { why, timer: setTimeout(look, LOOK_AGAIN_MS) });
  };

  const lookAgain = (trackId: string) => {
    clearTimeout(postponed.get(trackId)?.timer);
    postponed.delete(trackId);
  };

  const stopWaiting = () => {
    if (networkTimer) clearTimeout(networkTimer);
    networkTimer = null;
  };

  const countTry = (trackId: string): number => {
    const count = (tries.get(trackId) ?? 0) + 1;
    tries.set(trackId, count);
    return count;
  };

  /** Single ones before groups, what failed less often first. */
  const rank = ({ trackId }: KeptRecord) =>
    (asked.get(trackId) === 'single' ? 0 : 1e6) + (tries.get(trackId) ?? 0) * 1e3;

  const hasTurn = ({ trackId, asked: isWanted, bytes }: KeptRecord) =>
    isWanted &&
    bytes === null &&
    !failed.has(trackId) &&
    !postponed.has(trackId) &&
    !leaving.has(trackId) &&
    (asked.has(trackId) || !saveData());

  return {
    ask(trackId, how) {
      failed.delete(trackId);
      tries.delete(trackId);
      lookAgain(trackId);
      asked.set(trackId, how);
    },
    isAsked: (trackId) => asked.has(trackId),
    isCutOff: () => networkTimer !== null,
    failure: (trackId) => failed.get(trackId),
    fail: (trackId, reason) => void failed.set(trackId, reason),
    forgetFailure: (trackId) => void failed.delete(trackId),
    succeed(trackId) {
      tries.delete(trackId);
      failures = 0;
    },
    cutOff(trackId) {
      countTry(trackId);
      failures += 1;
      networkTimer ??= setTimeout(
        () => {
          networkTimer = null;
          onTurn();
        },
        retryDelayMs(failures + 2, random()),
      );
    },
    leaveToOthers: (trackId) => postpone(trackId, 'elsewhere'),
    lookAfterOthers() {
      for (const [trackId, { why }] of postponed) if (why === 'elsewhere') lookAgain(trackId);
    },
    missed(trackId) {
      if (countTry(trackId) < LOOKS) postpone(trackId, 'unknown');
      else failed.set(trackId, 'missing');
    },
    leave(trackIds) {
      for (const trackId of trackIds) {
        leaving.add(trackId);
        asked.delete(trackId);
      }
    },
    left: (trackId) => void leaving.delete(trackId),
    next: (records, isRunning) =>
      [...records]
        .filter((record) => hasTurn(record) && !isRunning(record.trackId))
        .sort((a, b) => rank(a) - rank(b) || a.usedAt - b.usedAt)[0],
    tryAgain() {
      stopWaiting();
      onTurn();
    },
    comeBack() {
      failures = 0;
      return networkTimer !== null;
    },
    close() {
      stopWaiting();
      for (const trackId of postponed.keys()) lookAgain(trackId);
    },
  };
}
