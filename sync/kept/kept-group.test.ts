import { describe, expect, it, vi } from 'vitest';
import { track, audio, setup, heldNetwork } from '../../tests/sync/support/kept.ts';
import type { KeptEnvironment } from './kept-audio.ts';
import { keptProgress } from './progress.ts';

describe('a group that is kept', () => {
  it('[S-34] is fetched two at a time in order, a single track before the rest, and reports its progress', async () => {
    const network = heldNetwork();
    const { kept, states, kinds, settled } = setup({ fetch: network.fetch });
    await kept.keepAll(['t1', 't2', 't3', 't4']);
    await network.open('t1', 't2');
    expect(kinds()).toEqual(['t1 fetching', 't2 fetching', 't3 waiting turn', 't4 waiting turn']);
    const single = kept.keep('t9');
    network.next()?.answer(audio());
    await network.open('t2', 't9');
    const tracks = ['t1', 't2', 't3', 't5'].map((id) => ({ id, audio_bytes: 10 }));
    expect(keptProgress(states.get(), tracks)).toEqual({
      tracks: 4,
      kept: 1,
      pending: 2,
      failed: 0,
      bytes: 10,
      totalBytes: 40,
    });
    for (const remaining of [['t9', 't3'], ['t3', 't4'], ['t4'], []]) {
      network.next()?.answer(audio());
      await network.open(...remaining);
    }
    await single;
    await settled('t1 kept', 't2 kept', 't3 kept', 't4 kept', 't9 kept');
  });

  it('[S-34] continues by itself after a reload', async () => {
    const network = heldNetwork();
    const first = setup({ fetch: network.fetch });
    await first.kept.keepAll(['t1', 't2', 't3']);
    await network.open('t1', 't2');
    network.next()?.answer(audio());
    await network.open('t2', 't3');
    await first.kept.close();
    const second = setup({}, first.device);
    await second.settled('t1 kept', 't2 kept', 't3 kept');
    expect(second.asked).toEqual(['t2', 't3']);
  });

  it('[SY-23] waits in a later visit while the browser’s data saver is on, until it is requested again', async () => {
    const first = setup({ fetch: heldNetwork().fetch });
    await first.kept.keepAll(['t1', 't2']);
    await first.kept.close();
    const second = setup({ saveData: () => true }, first.device);
    await second.settled('t1 waiting data', 't2 waiting data');
    await second.kept.keepPlayed('t3');
    expect(second.asked).toEqual([]);
    await second.kept.keepAll(['t2']);
    await second.settled('t1 waiting data', 't2 kept');
  });

  it('[S-34] waits for the network with all its tracks, and continues when it returns', async () => {
    let isOffline = true;
    const { kept, settled, asked } = setup({
      fetch: () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(audio())),
    });
    await kept.keepAll(['t1', 't2', 't3', 't4']);
    await settled('t1 waiting network', 't2 waiting network', 't3 waiting network', 't4 waiting network');
    expect(asked).toEqual(['t1', 't2']);
    isOffline = false;
    kept.resume();
    await settled('t1 kept', 't2 kept', 't3 kept', 't4 kept');
    // Tracks that were not tried yet come before those that failed.
    expect(asked.slice(2)).toEqual(['t3', 't4', 't1', 't2']);
  });

  it('is retried automatically after a while', async () => {
    vi.useFakeTimers();
    let isOffline = true;
    const { kept, kinds } = setup({
      fetch: () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(audio())),
    });
    await kept.keepAll(['t1']);
    await vi.advanceTimersByTimeAsync(0);
    expect(kinds()).toEqual(['t1 waiting network']);
    isOffline = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(kinds()).toEqual(['t1 kept']);
    vi.useRealTimers();
  });

  it('[SY-22] waits for tracks that are missing in an incomplete replica, and gives each up after three tries', async () => {
    vi.useFakeTimers();
    let isKnown = false;
    const { kept, kinds, index } = setup({ track: (id) => Promise.resolve(isKnown && id !== 't2' ? track(id) : null) });
    await kept.keepAll(['t1', 't2']);
    await vi.advanceTimersByTimeAsync(0);
    kept.setIndex([...index.values()]);
    kept.setIndex([...index.values()]);
    await vi.advanceTimersByTimeAsync(0);
    expect(kinds()).toEqual(['t1 waiting turn', 't2 waiting turn']);
    isKnown = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(kinds()).toEqual(['t1 kept', 't2 waiting turn']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(kinds()).toEqual(['t1 kept', 't2 failed missing']);
    vi.useRealTimers();
  });

  it('drops tracks that are not stored yet when it is cancelled', async () => {
    const network = heldNetwork();
    const { kept, settled, index, cached } = setup({ fetch: network.fetch });
    await kept.keepAll(['t1', 't2', 't3', 't4']);
    await network.open('t1', 't2');
    network.next()?.answer(audio());
    await network.open('t2', 't3');
    await kept.cancelAll(['t1', 't2', 't3']);
    await settled('t1 kept', 't4 fetching');
    expect([[...index.keys()], cached()]).toEqual([['t1', 't4'], ['t1']]);
    await kept.removeAll(['t1', 't4']);
    await settled();
    expect([[...index.keys()], cached()]).toEqual([[], []]);
  });

  it('[S-34] does not include tracks fetched because they were played', async () => {
    const network = heldNetwork();
    const { kept, states, kinds, settled } = setup({ fetch: network.fetch });
    const playing = kept.keepPlayed('t1');
    await network.open('t1');
    expect(keptProgress(states.get(), [{ id: 't1', audio_bytes: 10 }])).toMatchObject({ kept: 0, pending: 0 });
    await kept.cancelAll(['t1']);
    expect(kinds()).toEqual(['t1 fetching']);
    // The person requests the track during the fetch.
    await kept.keepAll(['t1']);
    network.next()?.answer(audio());
    await playing;
    await settled('t1 kept');
    expect(states.get().get('t1')).toMatchObject({ asked: true });
  });

  it('[SY-22] replaces played tracks, and refuses a track that cannot fit before fetching it', async () => {
    let usage = 0;
    const { kept, settled, asked } = setup({
      storage: { estimate: () => Promise.resolve({ quota: 1_000, usage }) },
    });
    for (const id of ['t1', 't2', 't3']) await kept.keepPlayed(id);
    await kept.keepPlayed('t1');
    usage = 985;
    await kept.keepAll(['t7', 't8', 't9']);
    // The 15 free bytes hold one track. The played tracks that were unused for longest make room for the others.
    await settled('t1 kept', 't7 kept', 't8 kept', 't9 kept');
    usage = 995;
    await kept.keepAll(['t4', 't5']);
    await settled('t7 kept', 't8 kept', 't9 kept', 't4 kept', 't5 failed full');
    expect(asked).toEqual(['t1', 't2', 't3', 't7', 't8', 't9', 't4']);
    usage = 0;
    await kept.keep('t5');
    expect(asked.at(-1)).toBe('t5');
  });

  it('[SY-22] fails as `unavailable`, not `full`, in a browser without storage', async () => {
    const { kept, kinds } = setup({ caches: null });
    await kept.keep('t1');
    expect(kinds()).toEqual(['t1 failed unavailable']);
    const refused = setup({
      index: {
        all: () => Promise.resolve([]),
        get: () => Promise.resolve(undefined),
        put: () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')),
        delete: () => Promise.resolve(),
      },
    });
    await refused.kept.keep('t1');
    expect(refused.kinds()).toEqual(['t1 failed unavailable']);
  });

  it('is fetched by only one of two pages', async () => {
    const held = new Set<string>();
    const locks: KeptEnvironment['locks'] = {
      request: async (name: string, _options: unknown, work: (lock: Lock | null) => unknown) => {
        if (held.has(name)) return work(null);
        held.add(name);
        try {
          return await work({ name, mode: 'exclusive' });
        } finally {
          held.delete(name);
        }
      },
    } as unknown as LockManager;
    const network = heldNetwork();
    const first = setup({ fetch: network.fetch, locks });
    await first.kept.keepAll(['t1']);
    await network.open('t1');
    const second = setup({ locks }, first.device);
    await second.settled('t1 waiting turn');
    network.next()?.answer(audio());
    await first.settled('t1 kept');
    second.kept.setIndex([...first.index.values()]);
    await second.settled('t1 kept');
    expect(second.asked).toEqual([]);
  });
});
