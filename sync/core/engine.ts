import { PENDING_LIMIT, PUSH_LIMIT } from '../model/wire.ts';
import type { EnginePorts, Failure } from './ports.ts';
import { pullCycle, rebuildIfLost } from './pull.ts';
import { pushBatch, type BatchSize } from './push.ts';
import { isWaitOn, retryDelayMs } from './retry.ts';
import { storageState } from './storage-failure.ts';

export interface Engine {
  /** Push and pull soon; many pokes at once are one turn (SY-18). */
  poke(): void;
  /**
   * A change of this transaction was told (SY-18). A poke, unless a finished cycle has brought it already, as it has what this
   * device has just sent. What is told during a turn is looked at behind it.
   */
  pokeFor(transaction: bigint): void;
  /** Like `poke`, and does not wait for the delay of an earlier failure: the person asked, or the network came back. */
  pokeNow(): void;
  /** The minute of a page that is looked at (SY-18): tries a network that was away, spares a server that was busy (SY-16). */
  pokeByTheMinute(): void;
  /** Resolves when no turn is under way any more; nothing starts after it. */
  stop(): Promise<void>;
}

/**
 * Batches after which a long queue waits for a pull: as many actions as one can acknowledge, so that its effects come in one
 * page (SY-13) and the queue is short again.
 */
const BATCHES_A_PULL = PENDING_LIMIT / PUSH_LIMIT;

/** What one turn leaves for the next. */
interface Memory extends BatchSize {
  /** The generation that was begun because a replica was lost. */
  rebuilt: number | null;
  /**
   * The last request found no network. Until one does, nothing is handed to a request that would only be lost: what this
   * device alone has seen can still be edited and taken back.
   */
  isCutOff: boolean;
  /**
   * Turns that failed since one went well. Those without a network are counted apart, and since the server was last reached, so
   * that neither the first busy answer after a long time offline nor the first lost one is a wait of minutes (SY-16).
   */
  failures: { network: number; other: number };
}

/** How a turn ended: in a failure, or in rest until the next attempt is due (in ms; null when only a poke brings one). */
type TurnEnd = Failure | { kind: 'rest'; nextInMs: number | null };

/** A failure that the server said nothing of. */
const ownFailure = (message: string): Failure => ({ kind: 'busy', retryAfterMs: null, message });

/**
 * Pushes, then pulls, whenever poked, one turn at a time (SY-13, SY-16). Runs in the leading tab; a second engine over the
 * same stores is wasteful and harmless (SY-17).
 */
export function createEngine(ports: EnginePorts): Engine {
  const memory: Memory = {
    limit: PUSH_LIMIT,
    rebuilt: null,
    isCutOff: false,
    failures: { network: 0, other: 0 },
  };
  let running: Promise<void> | null = null;
  let poked = false;
  let stopped = false;
  let cancelTimer: (() => void) | null = null;
  /**
   * While set, plain pokes wait for the timer. `isCutOff`: the network is away. `notBefore`: the server named a time
   * (`Retry-After`, ms since the epoch), before which nobody is served.
   */
  let backoff: { isCutOff: boolean; notBefore: number } | null = null;
  /** The person asked while a turn was under way: its failure does not make them wait. */
  let urgent = false;
  /** The latest transaction that was told of and not looked at yet. */
  let told: bigint | null = null;

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
        return ownFailure(String(error));
      });
      ports.report.busy(null);
      if (end.kind === 'rest') {
        memory.failures = { network: 0, other: 0 };
        schedule(end.nextInMs);
        continue;
      }
      const asked = end.kind === 'busy' ? end.retryAfterMs : null;
      if (urgent && asked === null) continue;
      const isCutOff = end.kind === 'network';
      const count = (memory.failures[isCutOff ? 'network' : 'other'] += 1);
      backoff = { isCutOff, notBefore: ports.now() + retryDelayMs(1, 0, asked) };
      schedule(retryDelayMs(count, ports.random(), asked));
      return;
    }
  };

  const lookAtTold = async () => {
    while (running) await running;
    const transaction = told;
    told = null;
    // A cycle reads all that its first page's floor lies above (SY-6).
    const isHere = await ports.outbox.cursor().then(
      ({ since }) => transaction !== null && transaction < BigInt(since),
      () => false,
    );
    if (!isHere && !backoff) start();
  };

  return {
    poke() {
      if (!backoff) start();
    },
    pokeFor(transaction) {
      const isLookedAt = told !== null;
      if (told === null || transaction > told) told = transaction;
      if (!isLookedAt) void lookAtTold();
    },
    pokeNow() {
      if (backoff && isWaitOn(backoff.notBefore, ports.now())) return;
      backoff = null;
      urgent = true;
      start();
    },
    pokeByTheMinute() {
      if (backoff?.isCutOff) backoff = null;
      if (!backoff) start();
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
  const noteReached = () => {
    memory.failures.network = 0;
    ports.report.network('online');
  };
  /** 401: renew once a turn, then start over (SY-16). */
  const afterAuthFailure = async (): Promise<TurnEnd | null> => {
    if (renewed) return ownFailure('session');
    renewed = true;
    const outcome = await ports.session.renew();
    if (outcome === 'renewed') return null;
    if (outcome === 'unreachable') return { kind: 'network' };
    return { kind: 'rest', nextInMs: null };
  };

  // Before anything is sent: without a network it is missed too.
  memory.rebuilt = await rebuildIfLost(ports, memory.rebuilt);
  let batches = 0;
  for (;;) {
    const wasCutOff = memory.isCutOff;
    const pushed = wasCutOff ? ({ kind: 'idle' } as const) : await pushBatch(ports, memory);
    if (pushed.kind === 'sent') batches += 1;
    const isMoreToSend = pushed.kind === 'sent' || pushed.kind === 'split';
    if (isMoreToSend) noteReached();
    if (isMoreToSend && batches < BATCHES_A_PULL) continue;
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
      // A deadlock says nothing against a pull; a server that named a time is left alone until then.
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
      else noteReached();
      return pulled.failure;
    }
    noteReached();
    ports.report.storage('ok');
    if (wasCutOff || isMoreToSend) continue;
    // A cycle of several pages leaves acknowledgements behind, and one cycle asks for some of a long queue (SY-5).
    const isMoreLikely = !pulled.isWhole || pulled.acknowledged > 0;
    if (isMoreLikely && (await ports.outbox.awaiting(1)).ids.length > 0) continue;
    const nextAt = await ports.outbox.nextAttemptAt(ports.now());
    return { kind: 'rest', nextInMs: nextAt === null ? null : Math.max(0, nextAt - ports.now()) };
  }
}
