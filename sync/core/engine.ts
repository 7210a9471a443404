import { PENDING_LIMIT, PUSH_LIMIT } from '../model/wire.ts';
import type { EnginePorts, Failure } from './ports.ts';
import { pullCycle, rebuildIfLost } from './pull.ts';
import { pushBatch, type NextBatch } from './push.ts';
import { isDelayRunning, retryDelayMs } from './retry.ts';
import { storageState } from './storage-failure.ts';

export interface Engine {
  /**
   * Requests a push and a pull. Requests during a turn together start one more turn (SY-18). Ends the delay after a lost network, because a
   * message of the server may have caused the poke: then the network is back. Does not end the delay after a busy server (SY-16).
   */
  poke(): void;
  /** Pokes unless a finished cycle has already pulled the transaction, as for this device's own actions (SY-18). */
  pokeFor(transaction: bigint): void;
  /**
   * Pokes, and ends the delay after any failure, but not before the end of a `Retry-After`. @param endsBusyDelays also ends the delays of
   * actions with `may_hasten`, at the next push: true if the person or the browser asks, or if the server may have restarted
   */
  pokeNow(endsBusyDelays?: boolean): void;
  stop(): Promise<void>;
}

/** Maximum number of batches pushed before a pull, which can acknowledge all their actions (SY-13). */
const BATCHES_PER_PULL = PENDING_LIMIT / PUSH_LIMIT;

interface Memory extends NextBatch {
  /** The generation that was started because the replica was lost. */
  rebuilt: number | null;
  /**
   * Whether the last request found no network. Then the next request is a pull: a push would mark actions as sent, and they could no
   * longer be edited.
   */
  isCutOff: boolean;
  /**
   * Consecutive failures of the network are counted apart from others (SY-16): after many failures of the network, the first busy answer
   * must not cause a delay of minutes.
   */
  failures: { network: number; other: number };
}

/** `nextInMs` is null if only a poke starts the next turn. */
type TurnEnd = Failure | { kind: 'rest'; nextInMs: number | null };

const localFailure = (message: string): Failure => ({ kind: 'busy', retryAfterMs: null, message });

/** Pushes, then pulls, whenever poked (SY-13, SY-16). A second engine over the same stores is wasteful but harmless (SY-17). */
export function createEngine(ports: EnginePorts): Engine {
  const memory: Memory = {
    limit: PUSH_LIMIT,
    endsBusyDelays: false,
    rebuilt: null,
    isCutOff: false,
    failures: { network: 0, other: 0 },
  };
  let running: Promise<void> | null = null;
  let poked = false;
  let stopped = false;
  let cancelTimer: (() => void) | null = null;
  /** The delay after a failure, while its timer runs. `notBefore` is the end of the `Retry-After`, in ms since the epoch. */
  let backoff: { isCutOff: boolean; notBefore: number } | null = null;
  /** Whether `pokeNow` was called during the turn. */
  let urgent = false;
  /** The latest transaction given to `pokeFor`, until it is decided whether to poke for it; else null. */
  let reported: bigint | null = null;

  const schedule = (ms: number | null) => {
    cancelTimer?.();
    cancelTimer = null;
    if (ms === null || stopped) return;
    cancelTimer = ports.timer(ms, () => {
      backoff = null;
      start();
    });
  };

  const start = () => {
    if (stopped) return;
    poked = true;
    running ??= run().finally(() => {
      running = null;
      if (poked && !backoff) start();
    });
  };

  const run = async () => {
    while (poked && !stopped) {
      poked = false;
      urgent = false;
      schedule(null);
      ports.report.busy(ports.now());
      const end = await turn(ports, memory, () => poked || stopped).catch((error: unknown): TurnEnd => {
        ports.report.storage(storageState(error));
        return localFailure(String(error));
      });
      ports.report.busy(null);
      if (end.kind === 'rest') {
        memory.failures = { network: 0, other: 0 };
        schedule(end.nextInMs);
        continue;
      }
      const retryAfterMs = end.kind === 'busy' ? end.retryAfterMs : null;
      const isCutOff = end.kind === 'network';
      // A poke that came during the failed turn may mean that the network is back.
      if ((urgent || (isCutOff && poked)) && retryAfterMs === null) continue;
      const count = (memory.failures[isCutOff ? 'network' : 'other'] += 1);
      backoff = { isCutOff, notBefore: ports.now() + retryDelayMs(1, 0, retryAfterMs) };
      schedule(retryDelayMs(count, ports.random(), retryAfterMs));
      return;
    }
  };

  const decideOnReported = async () => {
    while (running) await running;
    const transaction = reported;
    reported = null;
    // A finished cycle has read every transaction below its first page's floor (SY-6).
    const isPulled = await ports.outbox.cursor().then(
      ({ since }) => transaction !== null && transaction < BigInt(since),
      () => false,
    );
    if (!isPulled) poke();
  };

  const poke = () => {
    if (backoff?.isCutOff) backoff = null;
    if (!backoff) start();
  };

  return {
    poke,
    pokeFor(transaction) {
      const isDecisionPending = reported !== null;
      if (reported === null || transaction > reported) reported = transaction;
      if (!isDecisionPending) void decideOnReported();
    },
    pokeNow(endsBusyDelays = false) {
      memory.endsBusyDelays ||= endsBusyDelays;
      if (backoff && isDelayRunning(backoff.notBefore, ports.now())) return;
      backoff = null;
      urgent = true;
      start();
    },
    async stop() {
      stopped = true;
      cancelTimer?.();
      await running;
    },
  };
}

async function turn(ports: EnginePorts, memory: Memory, interrupted: () => boolean): Promise<TurnEnd> {
  let renewed = false;
  const reportReachable = () => {
    memory.failures.network = 0;
    ports.report.network('online');
  };
  /** Renews the session, once a turn. Null if it was renewed: the turn then starts over (SY-16). */
  const afterAuthFailure = async (): Promise<TurnEnd | null> => {
    if (renewed) return localFailure('session');
    renewed = true;
    const outcome = await ports.session.renew();
    if (outcome === 'renewed') return null;
    if (outcome === 'unreachable') return { kind: 'network' };
    return { kind: 'rest', nextInMs: null };
  };

  // A lost replica must be noticed without a network too.
  memory.rebuilt = await rebuildIfLost(ports, memory.rebuilt);
  let batches = 0;
  for (;;) {
    const wasCutOff = memory.isCutOff;
    const pushed = wasCutOff ? ({ kind: 'idle' } as const) : await pushBatch(ports, memory);
    if (pushed.kind === 'sent') batches += 1;
    const hasMoreToSend = pushed.kind === 'sent' || pushed.kind === 'split';
    if (hasMoreToSend) reportReachable();
    if (hasMoreToSend && batches < BATCHES_PER_PULL) continue;
    batches = 0;
    if (pushed.kind === 'failed') {
      if (pushed.failure.kind === 'auth') {
        const end = await afterAuthFailure();
        if (end) return end;
        continue;
      }
      if (pushed.failure.kind === 'network') {
        memory.isCutOff = true;
        ports.report.network('offline');
        return pushed.failure;
      }
      // A pull may still succeed, for example after a deadlock. After a `Retry-After`, no request is allowed.
      if (pushed.failure.retryAfterMs !== null) return pushed.failure;
    }
    const pulled = await pullCycle(ports, interrupted);
    memory.isCutOff = pulled.kind === 'failed' && pulled.failure.kind === 'network';
    if (pulled.kind === 'interrupted') return { kind: 'rest', nextInMs: 0 };
    if (pulled.kind === 'update') {
      ports.report.updateRequired();
      return { kind: 'rest', nextInMs: null };
    }
    if (pulled.kind === 'failed') {
      if (pulled.failure.kind === 'auth') {
        const end = await afterAuthFailure();
        if (end) return end;
        continue;
      }
      if (pulled.failure.kind === 'network') ports.report.network('offline');
      else reportReachable();
      return pulled.failure;
    }
    reportReachable();
    ports.report.storage('ok');
    if (wasCutOff || hasMoreToSend || pulled.hasMoreCounts) continue;
    // A cycle of several pages acknowledges only refusals, and each cycle asks for a limited number of actions (SY-5).
    const isMoreLikely = !pulled.isSinglePage || pulled.acknowledged > 0;
    if (isMoreLikely && (await ports.outbox.awaiting(1)).ids.length > 0) continue;
    const nextAt = await ports.outbox.nextAttemptAt(ports.now());
    return { kind: 'rest', nextInMs: nextAt === null ? null : Math.max(0, nextAt - ports.now()) };
  }
}
