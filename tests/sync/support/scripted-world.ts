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
import { waiting } from './waiting.ts';

/** What the server says to a push: how many actions it took, or why none. */
type PushAnswer = number | Failure;
/** And to a pull: a page, or why there is none. */
type PullAnswer = Partial<PullResponse> | Failure;

interface World {
  /** One for each batch that waits. */
  pushes?: PushAnswer[];
  /** The last one stays. */
  pulls?: PullAnswer[];
  renewals?: Awaited<ReturnType<SessionPort['renew']>>[];
  /** What each look finds; then nothing. */
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
/** More calls than any turn here needs: an engine that finds no rest fails instead of going on for ever. */
const ENOUGH = 300;

/** An engine in a world that answers as it is told; it says what it asked and told, in its order. */
export function setup({
  pushes = [],
  pulls = [{}],
  renewals = [],
  awaiting = [],
  nextAttemptAt = null,
  change,
}: World = {}) {
  /** What was asked and told, in its order. */
  const log: string[] = [];
  const timers: { ms: number; callback(): void; isOff: boolean }[] = [];
  let now = 0;
  const say = (what: string) => {
    log.push(what);
    if (log.length > ENOUGH) throw new Error('the engine finds no rest');
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
    breathe: () => Promise.resolve(),
    session: {
      renew: () => {
        say('renew');
        return Promise.resolve(renewals.shift() ?? 'renewed');
      },
    },
    transport: {
      push: (actions) => {
        const answer = pushes.shift() ?? 0;
        say(`push ${actions.length}`);
        if (typeof answer !== 'number') return Promise.resolve({ ok: false, failure: answer });
        const results = actions.map(({ id }) => ({ id, status: 'applied' as const, result: {} }));
        return Promise.resolve({ ok: true, value: { results, server_time: '' } });
      },
      pull: () => {
        const answer = (pulls.length > 1 ? pulls.shift() : pulls[0]) ?? {};
        say('pull');
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
      claim: (_now, limit) => {
        const answer = pushes[0];
        const count = answer === undefined ? 0 : typeof answer === 'number' ? answer : limit;
        return Promise.resolve(Array.from({ length: Math.min(count, limit) }, (_, at) => action(at)));
      },
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: (limit): Promise<Awaiting> => {
        // A pull asks for as many as it can acknowledge, the engine for one.
        if (limit === 1) say('more?');
        return Promise.resolve({ ids: limit === 1 ? (awaiting.shift() ?? []) : [], answered: [] });
      },
      nextAttemptAt: () => Promise.resolve(nextAttemptAt),
      cursor: () => Promise.resolve(firstCursor),
      commit: (_cursor, _judged, acks) => Promise.resolve(acks.map((ack) => ({ ack, record: action(0) }))),
      adopt: () => Promise.resolve(true),
      startRebuild: (from) => {
        say('rebuilding');
        return Promise.resolve(from);
      },
    },
    report: {
      busy: (since) => say(since === null ? 'rest' : `busy at ${since}`),
      network: (state) => say(state),
      pulled: () => undefined,
      acknowledged: () => undefined,
      storage: (state) => say(`storage ${state}`),
      updateRequired: () => say('update'),
    },
  };
  change?.(ports);
  const engine = createEngine(ports);
  return {
    engine,
    ports,
    log,
    /** Pokes and lets the engine come to rest; answers what it did. */
    async turn(poke: () => void): Promise<string[]> {
      poke();
      await settle();
      return log.splice(0);
    },
    /** The waits that are still on. */
    waits: () => timers.filter(({ isOff }) => !isOff).map(({ ms }) => ms),
    /** Every wait that was ever begun, since this was last asked. */
    begun: () => timers.splice(0).map(({ ms }) => ms),
    /** Lets time pass until the wait that is on is over. */
    ring(): void {
      const timer = timers.findLast(({ isOff }) => !isOff);
      if (!timer) throw new Error('nothing waits');
      timer.isOff = true;
      now += timer.ms;
      timer.callback();
    },
    pass: (ms: number) => (now += ms),
  };
}

const action = (seq: number): InFlightRecord => ({
  ...waiting(seq, 'play.record', { track_id: 't', progress_ms: 30_000, is_manual: true }),
  state: inFlight(),
});
export const settle = () => new Promise((resolve) => setImmediate(resolve));
