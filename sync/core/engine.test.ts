import { describe, expect, it } from 'vitest';
import { inFlight } from '../../tests/sync/support/states.ts';
import { createEngine } from './engine.ts';
import { type EnginePorts, type Failure, firstCursor } from './ports.ts';
import { newRecord, type InFlightRecord } from './records.ts';

/** An engine with nothing to send, whose pulls fail; timers are kept and never run. */
function setup(failure: Failure | ((pull: number) => Failure), change: (ports: EnginePorts) => void = () => undefined) {
  let pulls = 0;
  const delays: number[] = [];
  const nothing = () => undefined;
  const ports: EnginePorts = {
    tables: [],
    now: () => 0,
    random: () => 1,
    timer: (ms) => {
      delays.push(ms);
      return nothing;
    },
    breathe: () => Promise.resolve(),
    session: { renew: () => Promise.resolve('renewed') },
    transport: {
      push: () => Promise.reject(new Error('nothing to push')),
      pull: () => {
        pulls += 1;
        return Promise.resolve({ ok: false, failure: typeof failure === 'function' ? failure(pulls) : failure });
      },
    },
    replica: {
      isEmpty: () => Promise.resolve(false),
      has: () => false,
      read: () => Promise.resolve(new Map()),
      write: () => Promise.resolve([]),
    },
    outbox: {
      claim: () => Promise.resolve([]),
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: () => Promise.resolve({ ids: [], answered: [] }),
      nextAttemptAt: () => Promise.resolve(null),
      cursor: () => Promise.resolve(firstCursor),
      commit: () => Promise.resolve([]),
      adopt: () => Promise.resolve(true),
      startRebuild: (from) => Promise.resolve(from),
    },
    report: {
      busy: nothing,
      network: nothing,
      pulled: nothing,
      acknowledged: nothing,
      rebuilding: nothing,
      storage: nothing,
      updateRequired: nothing,
      locked: nothing,
    },
  };
  change(ports);
  const engine = createEngine(ports);
  const turn = async (poke: () => void) => {
    poke();
    await new Promise((resolve) => setImmediate(resolve));
    return pulls;
  };
  return { engine, turn, delays };
}

describe('the minute of a page that is looked at', () => {
  it('[SY-18] tries a network that was away, whatever the delay has grown to', async () => {
    const { engine, turn, delays } = setup({ kind: 'network' });
    expect(await turn(engine.poke)).toBe(1);
    expect(await turn(engine.poke), 'a poke waits for the delay').toBe(1);
    expect(await turn(engine.pokeByTheMinute)).toBe(2);
    expect(await turn(engine.pokeByTheMinute)).toBe(3);
    expect(await turn(engine.poke)).toBe(3);
    expect(delays).toEqual([1_000, 2_000, 4_000]);
  });

  it('[SY-16] spares a server that is busy', async () => {
    const { engine, turn } = setup({ kind: 'busy', retryAfterMs: null, message: 'HTTP 503' });
    expect(await turn(engine.poke)).toBe(1);
    expect(await turn(engine.pokeByTheMinute)).toBe(1);
    expect(await turn(engine.pokeNow)).toBe(2);
  });
});

describe('the delay after a failed turn', () => {
  it('[SY-16] keeps the time that the server named, also when the person asks in the middle of the turn', async () => {
    const { engine, turn } = setup({ kind: 'busy', retryAfterMs: 1_500, message: 'HTTP 429' });
    engine.poke();
    expect(await turn(engine.pokeNow)).toBe(1);
    expect(await turn(engine.pokeNow)).toBe(1);
  });

  it('[SY-16] begins anew with the first busy answer after a long time offline', async () => {
    const { engine, turn, delays } = setup((pull) =>
      pull <= 8 ? { kind: 'network' } : { kind: 'busy', retryAfterMs: 1_500, message: 'the server is starting' },
    );
    for (let at = 1; at <= 8; at++) await turn(engine.pokeByTheMinute);
    expect(delays.splice(0)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    await turn(engine.pokeByTheMinute);
    expect(delays.splice(0), 'what the server asked for, not minutes').toEqual([1_500]);
  });
});

describe('a long queue', () => {
  it('[SY-13] is pulled after as many actions as one pull can acknowledge', async () => {
    const calls: string[] = [];
    let left = 520;
    const { engine, turn } = setup({ kind: 'network' }, (ports) => {
      ports.outbox.claim = (_now, limit) => {
        const count = Math.min(limit, left);
        left -= count;
        return Promise.resolve(Array.from({ length: count }, (_, at) => action(left + at)));
      };
      ports.transport.push = (actions) => {
        calls.push(`push ${actions.length}`);
        const results = actions.map(({ id }) => ({ id, status: 'applied' as const, result: {} }));
        return Promise.resolve({ ok: true, value: { results, server_time: '' } });
      };
      ports.transport.pull = () => {
        calls.push('pull');
        const page = { epoch: 'e', floor: '9', rows: [], gone: [], acks: [], next: null, server_time: '' };
        return Promise.resolve({ ok: true, value: page });
      };
    });
    await turn(engine.poke);
    const four = ['push 50', 'push 50', 'push 50', 'push 50', 'pull'];
    expect(calls).toEqual([...four, ...four, 'push 50', 'push 50', 'push 20', 'pull']);
  });
});

const action = (seq: number): InFlightRecord => ({
  ...newRecord({
    id: `a${seq}`,
    user_id: 'me',
    device_id: 'd',
    lane: `lane ${seq}`,
    kind: 'play.record',
    v: 1,
    payload: {},
    deps: [],
    created_at: 0,
    occurred_at: '',
  }),
  seq,
  state: inFlight(),
});
