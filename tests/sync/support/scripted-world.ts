import { createEngine } from '../../../sync/core/engine.ts';
import {
  type Awaiting,
  type EnginePorts,
  type Failure,
  firstCursor,
  type SessionPort,
} from '../../../sync/core/ports.ts';
import type { InFlightRecord } from '../../../sync/core/records.ts';
import type { PullResponse } from '../../../sync/model/wire.ts';
import { inFlight } from './states.ts';
import { queuedRecord } from './queued-record.ts';

type PushAnswer = number | Failure;
type PullAnswer = Partial<PullResponse> | Failure;

interface World {
  /** One answer per push: the number of actions that are sent and applied, or the failure of a full batch. */
  pushes?: PushAnswer[];
  /** One answer per pull; the last one repeats. */
  pulls?: PullAnswer[];
  renewals?: Awaited<ReturnType<SessionPort['renew']>>[];
  /** One result each time the engine looks for pending acknowledgements; then none. */
  awaiting?: string[][];
  nextAttemptAt?: number | null;
  change?(ports: EnginePorts): void;
}

export const network: Failure = { kind: 'network' };
export const auth: Failure = { kind: 'auth' };
export const busy = (retryAfterMs: number | null = null): Failure => ({
  kind: 'busy',
  retryAfterMs,
  message: 'HTTP 503',
});
export const refused: Failure = { kind: 'refused', code: 'XX000', message: 'cannot digest' };
/** Limit of logged calls; no turn needs so many. An engine that exceeds the limit fails instead of looping for ever. */
const LOG_LIMIT = 300;

export function setup({
  pushes = [],
  pulls = [{}],
  renewals = [],
  awaiting = [],
  nextAttemptAt = null,
  change,
}: World = {}) {
  const log: string[] = [];
  const timers: { ms: number; callback(): void; isOff: boolean }[] = [];
  let now = 0;
  const record = (entry: string) => {
    log.push(entry);
    if (log.length > LOG_LIMIT) throw new Error('the engine does not settle');
  };
  const ports: EnginePorts = {
    tables: [],
    now: () => now,
    random: () => 1,
    timer: (ms, callback) => {
      const timer = { ms, callback, isOff: false };
      timers.push(timer);
      return () => {
        timer.isOff = true;
      };
    },
    pauseBetweenPages: () => Promise.resolve(),
    session: {
      renew: () => {
        record('renew');
        return Promise.resolve(renewals.shift() ?? 'renewed');
      },
    },
    transport: {
      push: (actions) => {
        const answer = pushes.shift() ?? 0;
        record(`push ${actions.length}`);
        if (typeof answer !== 'number') return Promise.resolve({ ok: false, failure: answer });
        const results = actions.map(({ id }) => ({ id, status: 'applied' as const, result: {} }));
        return Promise.resolve({ ok: true, value: { results, server_time: '' } });
      },
      pull: () => {
        const answer = (pulls.length > 1 ? pulls.shift() : pulls[0]) ?? {};
        record('pull');
        if ('kind' in answer) return Promise.resolve({ ok: false, failure: answer });
        const page = { epoch: 'e', floor: '9', rows: [], gone: [], acks: [], next: null, server_time: '' };
        return Promise.resolve({ ok: true, value: { ...page, ...answer } });
      },
    },
    replica: {
      isEmpty: () => Promise.resolve(false),
      has: () => false,
      read: () => Promise.resolve(new Map()),
      write: () => Promise.resolve([]),
    },
    outbox: {
      claim: (_now, limit, endsBusyDelays) => {
        if (endsBusyDelays) record('delays ended');
        const answer = pushes[0];
        const count = answer === undefined ? 0 : typeof answer === 'number' ? answer : limit;
        return Promise.resolve(Array.from({ length: Math.min(count, limit) }, (_, at) => action(at)));
      },
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: (limit): Promise<Awaiting> => {
        // Only the engine's check for more work asks for a single id; a pull asks for many.
        if (limit === 1) record('more?');
        return Promise.resolve({ ids: limit === 1 ? (awaiting.shift() ?? []) : [], answered: [] });
      },
      nextAttemptAt: () => Promise.resolve(nextAttemptAt),
      cursor: () => Promise.resolve(firstCursor),
      commit: (_cursor, _sent, acks) => Promise.resolve(acks.map((ack) => ({ ack, record: action(0) }))),
      adopt: () => Promise.resolve(true),
      startRebuild: (from) => {
        record('rebuilding');
        return Promise.resolve(from);
      },
      changeStarts: () => Promise.resolve(null),
      advanceCounts: () => Promise.resolve(),
    },
    report: {
      busy: (since) => record(since === null ? 'rest' : `busy at ${since}`),
      network: (state) => record(state),
      pulled: () => undefined,
      acknowledged: () => undefined,
      storage: (state) => record(`storage ${state}`),
      updateRequired: () => record('update'),
    },
  };
  change?.(ports);
  const engine = createEngine(ports);
  return {
    engine,
    ports,
    log,
    /** Pokes, and returns the calls until the engine rests. */
    async turn(poke: () => void): Promise<string[]> {
      poke();
      await settle();
      return log.splice(0);
    },
    /** Delays of the timers that are active. */
    waits: () => timers.filter(({ isOff }) => !isOff).map(({ ms }) => ms),
    /** Delays of all timers that were set since the last call. */
    begun: () => timers.splice(0).map(({ ms }) => ms),
    /** Lets the newest active timer end. */
    ring(): void {
      const timer = timers.findLast(({ isOff }) => !isOff);
      if (!timer) throw new Error('no timer is active');
      timer.isOff = true;
      now += timer.ms;
      timer.callback();
    },
    /** Advances the clock, and ends no timer. */
    pass: (ms: number) => (now += ms),
  };
}

const action = (seq: number): InFlightRecord => ({
  ...queuedRecord(seq, 'play.record', { track_id: 't', progress_ms: 30_000, is_manual: true }),
  state: inFlight(),
});
export const settle = () => new Promise((resolve) => setImmediate(resolve));
