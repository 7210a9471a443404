import { describe, expect, it } from 'vitest';
import { runForLeader, type LeaderPorts } from './leader.ts';

/** Web Locks of one browser: one holder, a line behind it, and theft. */
function lockManager() {
  let holder: { reject(error: unknown): void } | null = null;
  const line: (() => void)[] = [];
  const request = (_name: string, options: LockOptions, hold: (lock: Lock | null) => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        if (options.signal?.aborted) return line.shift()?.();
        const me = { reject };
        holder = me;
        void hold(null).then(() => {
          if (holder !== me) return;
          holder = null;
          resolve();
          line.shift()?.();
        });
      };
      options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (options.steal) {
        holder?.reject(new DOMException('stolen', 'AbortError'));
        enter();
      } else if (holder) line.push(enter);
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
  it('[SY-17] is one tab at a time, and goes on to the next when it closes', async () => {
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

  it('[SY-17] is taken over from a leader that froze before its first word, or whose word is of a clock set back', async () => {
    for (const beat of [null, 1e9]) {
      const asked: LockOptions[] = [];
      let now = 0;
      const callbacks: (() => void)[] = [];
      const request = (_name: string, options: LockOptions | LockGrantedCallback<unknown>) => {
        if (typeof options === 'object') asked.push(options);
        return new Promise<never>(() => undefined);
      };
      const stop = runForLeader(
        {
          locks: { request },
          lockName: 'sync:me',
          readBeat: () => Promise.resolve(beat),
          writeBeat: () => Promise.resolve(),
          now: () => now,
          isVisible: () => true,
          every: (_ms, callback) => {
            callbacks.push(callback);
            return () => undefined;
          },
        },
        () => () => undefined,
      );
      now = 16_000;
      for (const callback of callbacks) callback();
      await new Promise((resolve) => setImmediate(resolve));
      expect(
        asked.map((options) => options.steal ?? false),
        `a beat of ${beat}`,
      ).toEqual([false, true]);
      stop();
    }
  });

  it('[SY-17] stands in line again after a while, not at once, when the browser refuses the lock', async () => {
    let asked = 0;
    const callbacks: (() => void)[] = [];
    const request = () => Promise.reject<void>(new DOMException(`refused ${++asked}`, 'InvalidStateError'));
    const stop = runForLeader(
      {
        locks: { request },
        lockName: 'sync:me',
        readBeat: () => Promise.resolve(null),
        writeBeat: () => Promise.resolve(),
        now: () => 0,
        isVisible: () => false,
        every: (_ms, callback) => {
          callbacks.push(callback);
          return () => undefined;
        },
      },
      () => () => undefined,
    );
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect(asked).toBe(1);
    for (const callback of callbacks) callback();
    await settle();
    expect(asked).toBe(2);
    stop();
  });
});
