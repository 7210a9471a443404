import { describe, expect, it } from 'vitest';
import { runForLeader, type LeaderPorts } from './leader.ts';

function lockManager() {
  let holder: { reject(error: unknown): void } | null = null;
  const queue: (() => void)[] = [];
  const request = (_name: string, options: LockOptions, hold: (lock: Lock | null) => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        if (options.signal?.aborted) return queue.shift()?.();
        const me = { reject };
        holder = me;
        void hold(null).then(() => {
          if (holder !== me) return;
          holder = null;
          resolve();
          queue.shift()?.();
        });
      };
      options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (options.steal) {
        holder?.reject(new DOMException('stolen', 'AbortError'));
        enter();
      } else if (holder) queue.push(enter);
      else enter();
    });
  return { request } as unknown as NonNullable<LeaderPorts['locks']>;
}

function browser() {
  const locks = lockManager();
  let now = 0;
  let beat: number | null = null;
  const tab = (name: string, log: string[]) => {
    const callbacks = new Map<number, () => void>();
    let isAwake = true;
    const stop = runForLeader(
      {
        locks,
        lockName: 'sync:me',
        readBeat: () => Promise.resolve(beat),
        writeBeat: (at) => Promise.resolve(void (beat = at)),
        now: () => now,
        isVisible: () => true,
        every: (ms, callback) => {
          callbacks.set(ms, callback);
          return () => callbacks.delete(ms);
        },
      },
      () => {
        log.push(`${name} leads`);
        return () => log.push(`${name} stops`);
      },
    );
    return {
      stop,
      sleep: () => (isAwake = false),
      tick: () => {
        if (isAwake) for (const callback of [...callbacks.values()]) callback();
      },
    };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { tab, settle, pass: (ms: number) => (now += ms) };
}

describe('leading', () => {
  it('[SY-17] is done by one tab at a time, and passes to the next tab when the leader closes', async () => {
    const { tab, settle } = browser();
    const log: string[] = [];
    const a = tab('a', log);
    const b = tab('b', log);
    await settle();
    expect(log).toEqual(['a leads']);
    a.stop();
    await settle();
    expect(log).toEqual(['a leads', 'a stops', 'b leads']);
    b.stop();
  });

  it('[SY-17] is taken over by a visible tab when the leader has slept', async () => {
    const { tab, settle, pass } = browser();
    const log: string[] = [];
    const a = tab('a', log);
    const b = tab('b', log);
    await settle();
    pass(10_000);
    a.tick();
    b.tick();
    await settle();
    expect(log).toEqual(['a leads']);
    a.sleep();
    pass(20_000);
    b.tick();
    await settle();
    expect(log.toSorted()).toEqual(['a leads', 'a stops', 'b leads']);
    a.stop();
    b.stop();
  });
});

function page(change: Partial<LeaderPorts> = {}) {
  const requests: { options: LockOptions; grant(): Promise<void>; refuse(): void }[] = [];
  const timers = new Set<{ ms: number; callback(): void }>();
  const log: string[] = [];
  let now = 1_000_000;
  const request = (name: string, options: LockOptions, hold: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      expect(name).toBe('sync:me');
      const grant = () => {
        const held = hold();
        held.then(resolve, reject);
        return held;
      };
      requests.push({ options, grant, refuse: () => reject(new DOMException('taken away', 'AbortError')) });
    });
  const stop = runForLeader(
    {
      locks: { request } as unknown as NonNullable<LeaderPorts['locks']>,
      lockName: 'sync:me',
      readBeat: () => Promise.resolve(now),
      writeBeat: (at) => Promise.resolve(void log.push(`beat ${at - 1_000_000}`)),
      now: () => now,
      isVisible: () => true,
      every: (ms, callback) => {
        const timer = { ms, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      ...change,
    },
    () => {
      log.push('leads');
      return () => log.push('stops');
    },
  );
  return {
    stop,
    requests,
    log,
    at: (index: number) => {
      const found = requests[index];
      if (!found) throw new Error(`${requests.length} requests were made`);
      return found;
    },
    steals: () => requests.map(({ options }) => options.steal === true),
    timers: () => [...timers].map(({ ms }) => ms),
    async pass(ms: number, intervalMs: number) {
      now += ms;
      for (const timer of [...timers]) if (timer.ms === intervalMs) timer.callback();
      await settle();
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a page that may lead', () => {
  it('[SY-17] leads at once without Web Locks, and stops once', async () => {
    const { log, timers, pass, stop } = page({ locks: null });
    expect([log, timers()]).toEqual([['leads', 'beat 0'], [5_000]]);
    await pass(5_000, 5_000);
    stop();
    stop();
    expect([log, timers()]).toEqual([['leads', 'beat 0', 'beat 5000', 'stops'], []]);
  });

  it('[SY-17] leads with the lock, beats every 5 s, and releases the lock when it stops', async () => {
    const { log, at, timers, pass, stop } = page();
    expect([log, timers()]).toEqual([[], [10_000]]);
    const held = at(0).grant();
    await pass(5_000, 5_000);
    expect([log, timers()]).toEqual([
      ['leads', 'beat 0', 'beat 5000'],
      [10_000, 5_000],
    ]);
    stop();
    await held;
    expect([log.at(-1), timers()]).toEqual(['stops', []]);
  });

  it("[SY-17] leaves the lock's queue when it stops, and does not lead with a lock granted too late", async () => {
    const { log, at, stop } = page();
    stop();
    expect(at(0).options.signal?.aborted).toBe(true);
    await at(0).grant();
    expect(log).toEqual([]);
  });

  it('[SY-17] stops when the lock is stolen, and requests it again after a pause', async () => {
    const { log, at, requests, steals, timers, pass } = page();
    void at(0).grant();
    at(0).refuse();
    await settle();
    expect([log, timers(), requests.length]).toEqual([['leads', 'beat 0', 'stops'], [10_000], 1]);
    await pass(10_000, 10_000);
    expect([steals(), at(1).options.signal?.aborted]).toEqual([[false, false], false]);
    await pass(10_000, 10_000);
    expect(requests.length, 'once').toBe(2);
  });

  it('[SY-17] requests the lock again after a pause when the browser refuses it', async () => {
    const { at, requests, pass } = page({ isVisible: () => false });
    at(0).refuse();
    await settle();
    expect(requests.length).toBe(1);
    await pass(10_000, 10_000);
    expect(requests.length).toBe(2);
  });

  it('[SY-17] steals the lock when the last beat lies over 15 s in the past or the future, or none came for 15 s', async () => {
    const beats: [at: number | null, passed: number, isStolen: boolean][] = [
      [1_000_000, 15_000, false],
      [1_000_000, 15_001, true],
      [null, 15_000, false],
      [null, 15_001, true],
      [1_025_000, 10_000, false],
      [1_025_001, 10_000, true],
    ];
    for (const [beat, passed, isStolen] of beats) {
      const { at, steals, pass } = page({ readBeat: () => Promise.resolve(beat) });
      await pass(passed, 10_000);
      expect(steals(), `${beat}, ${passed} ms`).toEqual(isStolen ? [false, true] : [false]);
      expect(at(0).options.signal?.aborted, 'a request that steals leaves the queue').toBe(isStolen);
    }
  });

  it('[SY-17] leads with a lock that it has stolen, whatever happens to its queued request', async () => {
    const { log, at, pass } = page({ readBeat: () => Promise.resolve(0) });
    await pass(0, 10_000);
    void at(1).grant();
    at(0).refuse();
    await settle();
    expect(log).toEqual(['leads', 'beat 0']);
  });

  it('[SY-17] steals nothing while hidden or leading, or if it became the leader or stopped while it read the beat', async () => {
    const hidden = page({ readBeat: () => Promise.resolve(0), isVisible: () => false });
    await hidden.pass(0, 10_000);
    expect(hidden.steals()).toEqual([false]);

    let reads = 0;
    const leading = page({ readBeat: () => Promise.resolve(reads++) });
    void leading.at(0).grant();
    await leading.pass(0, 10_000);
    expect([leading.steals(), reads]).toEqual([[false], 0]);

    for (const meanwhile of ['leads', 'stops']) {
      let answer: (beat: number) => void = () => undefined;
      const slow = page({ readBeat: () => new Promise((resolve) => (answer = resolve)) });
      await slow.pass(0, 10_000);
      if (meanwhile === 'leads') void slow.at(0).grant();
      else slow.stop();
      answer(0);
      await settle();
      expect(slow.steals(), meanwhile).toEqual([false]);
    }
  });

  it('[SY-17] continues when its beat cannot be stored or read', async () => {
    const unreadable = page({ readBeat: () => Promise.reject(new Error('closed')) });
    await unreadable.pass(20_000, 10_000);
    expect(unreadable.steals()).toEqual([false]);
    const unwritten = page({ writeBeat: () => Promise.reject(new Error('closed')) });
    void unwritten.at(0).grant();
    await unwritten.pass(5_000, 5_000);
    expect(unwritten.log).toEqual(['leads']);
  });
});
