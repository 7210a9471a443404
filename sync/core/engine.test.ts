import { describe, expect, it } from 'vitest';
import { auth, network, refused, settle, setup } from '../../tests/sync/support/scripted-world.ts';
import { PUSH_LIMIT } from '../model/wire.ts';
import { firstCursor } from './ports.ts';
import { StorageFailure } from './storage-failure.ts';

const pulled = ['busy at 0', 'pull', 'online', 'storage ok', 'rest'];

describe('a turn', () => {
  it('[SY-13] pulls when nothing waits to be sent, and rests until it is poked', async () => {
    const { engine, turn, waits } = setup();
    expect(await turn(engine.poke)).toEqual(pulled);
    expect(waits()).toEqual([]);
  });

  it('[SY-13] pushes first, then pulls the effects', async () => {
    const { engine, turn } = setup({ pushes: [3] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'push 3', 'online', 'pull', 'online', 'storage ok', 'rest']);
  });

  it('[SY-13] pulls, if the queue is long, after as many actions as one pull can acknowledge', async () => {
    const { engine, turn } = setup({ pushes: Array.from({ length: 10 }, () => PUSH_LIMIT) });
    const calls = (await turn(engine.poke)).filter((call) => call === 'pull' || call.startsWith('push'));
    const four = ['push 50', 'push 50', 'push 50', 'push 50', 'pull'];
    expect(calls).toEqual([...four, ...four, 'push 50', 'push 50', 'pull']);
  });

  it('[SY-16] halves a failing batch until one succeeds, before it pulls', async () => {
    const { engine, turn } = setup({ pushes: [refused, refused, refused, refused, refused, 50, 50] });
    const calls = (await turn(engine.poke)).filter((call) => call === 'pull' || call.startsWith('push'));
    expect(calls).toEqual(['push 50', 'push 25', 'push 13', 'push 7', 'push 4', 'push 2', 'push 4', 'pull']);
  });

  it('[SY-13] pulls again while acknowledgements are probably pending', async () => {
    const ack = { id: 'a', status: 'applied' as const, result: {} };
    const once = ['busy at 0', 'pull', 'online', 'storage ok', 'more?'];
    const again = ['pull', 'online', 'storage ok'];
    const several = setup({ pulls: [{ next: { xid: '7', id: 'a' } }, {}, {}], awaiting: [['a1'], []] });
    expect(await several.turn(several.engine.poke)).toEqual(['busy at 0', 'pull', ...once.slice(1), ...again, 'rest']);
    const long = setup({ pulls: [{ acks: [ack] }, { acks: [ack] }, {}], awaiting: [['a1'], []] });
    expect(await long.turn(long.engine.poke)).toEqual([...once, ...again, 'more?', 'rest']);
  });

  it('[SY-16] ends with a timer for the next attempt, if there is one', async () => {
    for (const [nextAttemptAt, wait] of [
      [700, 600],
      [95, 0],
    ] as const) {
      const { engine, turn, waits, ring, pass } = setup({ nextAttemptAt });
      pass(100);
      await turn(engine.poke);
      expect(waits()).toEqual([wait]);
      expect((await turn(ring))[0]).toBe(`busy at ${100 + wait}`);
    }
  });

  it('[SY-22] checks for a lost replica, and rebuilds it only once if it stays empty', async () => {
    let isEmpty = false;
    let generation = 0;
    const { engine, turn } = setup({
      change: ({ outbox, replica }) => {
        outbox.cursor = () => Promise.resolve({ ...firstCursor, generation, epoch: 'e', complete: true });
        const { startRebuild } = outbox;
        outbox.startRebuild = async (cursor) => {
          generation += 1;
          return { ...(await startRebuild(cursor)), generation };
        };
        replica.isEmpty = () => Promise.resolve(isEmpty);
      },
    });
    expect(await turn(engine.poke)).toEqual(pulled);
    isEmpty = true;
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'rebuilding', 'storage evicted', ...pulled.slice(1)]);
    expect(await turn(engine.poke)).toEqual(pulled);
  });

  it('[SY-22] notices a lost replica also offline', async () => {
    const { engine, turn } = setup({
      pushes: [network],
      change: ({ outbox, replica }) => {
        outbox.cursor = () => Promise.resolve({ ...firstCursor, epoch: 'e', complete: true });
        replica.isEmpty = () => Promise.resolve(true);
      },
    });
    const calls = await turn(engine.poke);
    expect(calls.slice(0, 3)).toEqual(['busy at 0', 'rebuilding', 'storage evicted']);
    expect(calls).toContain('offline');
  });

  it('[SY-8] reports that the app is too old, and does not retry by itself', async () => {
    const { engine, turn, waits } = setup({ pulls: [{ reset: 'update' }] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'pull', 'update', 'rest']);
    expect(waits()).toEqual([]);
  });

  it('[SY-22] reports a full device, and is retried', async () => {
    const { engine, ports, turn, ring } = setup();
    const { commit } = ports.outbox;
    ports.outbox.commit = () => Promise.reject(new StorageFailure('full', null));
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'pull', 'storage full', 'rest']);
    ports.outbox.commit = commit;
    expect(await turn(ring)).toEqual(['busy at 1000', 'pull', 'online', 'storage ok', 'rest']);
  });
});

describe('a session that has ended', () => {
  const [renewed, unreachable, rejected] = [['renewed'], ['unreachable'], ['rejected']] as const;

  it('[SY-16] is renewed once a turn, by a push or a pull, which is then repeated', async () => {
    const push = setup({ pushes: [auth, 2], renewals: [...renewed] });
    expect(await push.turn(push.engine.poke)).toEqual([
      'busy at 0',
      'push 50',
      'renew',
      'push 2',
      'online',
      ...pulled.slice(1),
    ]);
    const pull = setup({ pulls: [auth, {}], renewals: [...renewed] });
    expect(await pull.turn(pull.engine.poke)).toEqual(['busy at 0', 'pull', 'renew', ...pulled.slice(1)]);
  });

  it('[SY-16] is not renewed twice in a turn; the turn is retried later', async () => {
    for (const world of [{ pushes: [auth, auth] }, { pulls: [auth, auth, {}] }]) {
      const { engine, turn, waits } = setup(world);
      const calls = await turn(engine.poke);
      expect(calls.filter((call) => call === 'renew')).toHaveLength(1);
      expect([calls.at(-1), waits()]).toEqual(['rest', [1_000]]);
      // The network is reachable, so the delay stays.
      expect(await turn(engine.poke)).toEqual([]);
      expect((await turn(engine.pokeNow))[0]).toBe('busy at 0');
    }
  });

  it('[SY-16] [S-5] causes a new attempt at the next poke if the auth server is unreachable', async () => {
    const { engine, turn, waits } = setup({ pulls: [auth, {}], renewals: [...unreachable] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'pull', 'renew', 'rest']);
    expect(waits()).toEqual([1_000]);
    expect(await turn(engine.poke)).toEqual(pulled);
  });

  it('[SY-19] lets the engine rest until the next poke if its renewal is rejected', async () => {
    for (const world of [{ pushes: [auth] }, { pulls: [auth, {}] }]) {
      const { engine, turn, waits } = setup({ ...world, renewals: [...rejected] });
      expect((await turn(engine.poke)).slice(-2)).toEqual(['renew', 'rest']);
      expect(waits()).toEqual([]);
      expect(await turn(engine.poke)).toEqual(pulled);
    }
  });
});

describe('pokes', () => {
  it('[SY-18] start a turn, and all those during a turn together start one more', async () => {
    const { engine, log, turn } = setup();
    const first = await turn(() => {
      for (let at = 0; at < 5; at++) engine.poke();
    });
    expect(first).toEqual([...pulled, ...pulled]);
    expect(log).toEqual([]);
  });

  it('[SY-18] are not lost as a turn ends', async () => {
    const { engine, ports, turn } = setup();
    const { busy: reportBusy } = ports.report;
    let isFirst = true;
    ports.report.busy = (since) => {
      reportBusy(since);
      if (since === null && isFirst) queueMicrotask(engine.poke);
      if (since === null) isFirst = false;
    };
    expect(await turn(engine.poke)).toEqual([...pulled, ...pulled]);
  });

  it('[SY-18] interrupt a pull of several pages, and start the next turn at once', async () => {
    const { engine, turn, waits } = setup({ pulls: [{ next: { xid: '7', id: 'a' } }, {}], pushes: [] });
    const calls = await turn(() => {
      engine.poke();
      engine.poke();
    });
    expect(calls).toEqual(['busy at 0', 'pull', 'rest', ...pulled]);
    expect(waits()).toEqual([]);
  });

  it('[SY-18] replace the timer of the next attempt', async () => {
    const { engine, turn, waits } = setup({ nextAttemptAt: 700 });
    await turn(engine.poke);
    await turn(engine.poke);
    expect(waits()).toEqual([700]);
  });

  it('[SY-18] start a turn if nothing failed, whether the app or the person asks', async () => {
    const { engine, turn } = setup();
    expect(await turn(engine.poke)).toEqual(pulled);
    expect(await turn(engine.pokeNow)).toEqual(pulled);
  });

  it('[SY-16] end the delays of actions if the person asks, once', async () => {
    const { engine, turn } = setup();
    const [busy, ...others] = pulled;
    expect(await turn(() => engine.pokeNow(true))).toEqual([busy, 'delays ended', ...others]);
    expect(await turn(engine.pokeNow)).toEqual(pulled);
    expect(await turn(engine.poke)).toEqual(pulled);
  });
});

describe('a stopped engine', () => {
  it('[SY-19] ends its turn, begins no other, and waits for nothing', async () => {
    let answer: () => void = () => undefined;
    const { engine, ports, log, turn, waits } = setup({ nextAttemptAt: 700 });
    const { nextAttemptAt } = ports.outbox;
    ports.outbox.nextAttemptAt = async (now) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return nextAttemptAt(now);
    };
    await turn(engine.poke);
    engine.poke();
    let isStopped = false;
    const stopping = engine.stop().then(() => (isStopped = true));
    await settle();
    expect(isStopped, 'while a turn is under way').toBe(false);
    answer();
    await stopping;
    expect(log.splice(0)).toEqual(['rest']);
    for (const poke of [engine.poke, engine.pokeNow]) expect(await turn(poke)).toEqual([]);
    expect(waits()).toEqual([]);
  });

  it('[SY-19] cancels its timer', async () => {
    const { engine, turn, waits } = setup({ nextAttemptAt: 700 });
    await turn(engine.poke);
    await engine.stop();
    expect(waits()).toEqual([]);
    expect(await turn(engine.poke)).toEqual([]);
  });
});
