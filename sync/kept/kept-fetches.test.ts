import { describe, expect, it, vi } from 'vitest';
import { audio, heldNetwork, setup, track } from '../../tests/sync/support/kept.ts';
import { createLocks } from '../../tests/sync/support/locks.ts';
import { cacheStorage } from '../../tests/sync/support/page.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a fetch', () => {
  it('[S-34] shows the received bytes, and the size that the host declares, or else that of the row', async () => {
    const network = heldNetwork();
    const { kept, states } = setup({
      fetch: network.fetch,
      track: (id) => Promise.resolve({ ...track(id), audio_bytes: id === 't0' ? 0 : 10 }),
    });
    await kept.keepAll(['t0', 't1']);
    await network.open('t0', 't1');
    const state = (receivedBytes: number, totalBytes: number | null) => ({
      kind: 'fetching',
      receivedBytes,
      totalBytes,
      asked: true,
    });
    expect([...states.get().values()]).toEqual([state(0, null), state(0, 10)]);
    const cuts: (() => void)[] = [];
    const send = (headers: Record<string, string>) => {
      const start = (stream: ReadableStreamDefaultController) => {
        stream.enqueue(new Uint8Array(200_000));
        cuts.push(() => stream.error(new TypeError('network error')));
      };
      network.next()?.answer(new Response(new ReadableStream({ start }), { headers }));
    };
    send({ 'content-length': '400000' });
    send({});
    await waitFor(() => expect([...states.get().values()]).toEqual([state(200_000, 400_000), state(200_000, 10)]));
    for (const cut of cuts) cut();
    await kept.close();
  });

  it('[S-34] of a requested track resolves the call of `keep` when the fetch ends, and not before', async () => {
    const network = heldNetwork();
    const { kept, settled } = setup({ fetch: network.fetch });
    await kept.keepAll(['t1', 't2']);
    const ended = vi.fn<() => void>();
    void kept.keep('t3').then(ended);
    await settled('t1 fetching', 't2 fetching', 't3 waiting turn');
    network.next()?.answer(audio());
    await settled('t1 kept', 't2 fetching', 't3 fetching');
    expect(ended).not.toHaveBeenCalled();
    network.next();
    network.next()?.answer(audio());
    await settled('t1 kept', 't2 fetching', 't3 kept');
    await waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
    await kept.close();
  });

  it('locks only its own track, and only for its own person', async () => {
    const locks = createLocks();
    const network = heldNetwork();
    const first = setup({ fetch: network.fetch, locks });
    await first.kept.keepAll(['t1']);
    await network.open('t1');
    const second = setup({ locks }, { index: new Map(), caches: first.caches });
    await second.kept.keepAll(['t1', 't2']);
    await second.settled('t1 waiting turn', 't2 kept');
    const other = setup({ locks, cacheName: 'kept-audio:you' });
    await other.kept.keep('t1');
    expect(other.kinds()).toEqual(['t1 kept']);
    for (const { kept } of [first, second, other]) await kept.close();
  });

  it('is taken over by another page when the page that began it is closed', async () => {
    const locks = createLocks();
    const network = heldNetwork();
    const first = setup({ fetch: network.fetch, locks });
    await first.kept.keepAll(['t1']);
    await network.open('t1');
    const second = setup({ locks }, first.device);
    await second.settled('t1 waiting turn');
    await first.kept.close();
    second.kept.setIndex([...first.index.values()]);
    await second.settled('t1 kept');
  });

  it('does not begin for a request that another page has removed or fulfilled', async () => {
    const onDisk = new Map<string, KeptRecord>();
    const reads: string[] = [];
    const { kept, kinds, asked, settled } = setup({
      index: {
        all: () => Promise.resolve([]),
        get: async (id) => {
          reads.push(id);
          return onDisk.get(id);
        },
        put: async (records) => {
          // At once, another page removes the first request, and fulfils the second.
          for (const record of records)
            if (record.trackId === 't2') onDisk.set('t2', { ...record, url: 'u', bytes: 9 });
        },
        delete: () => Promise.resolve(),
      },
    });
    await kept.keepAll(['t1']);
    await settled();
    await kept.keepAll(['t2']);
    await settle();
    await settle();
    await settled('t2 kept');
    expect([kinds(), asked, reads]).toEqual([['t2 kept'], [], ['t1', 't2']]);
    await kept.close();
  });

  it.each(['keep', 'keepPlayed'] as const)('stores nothing if its track is removed first (%s)', async (how) => {
    const known = gate();
    const { kept, kinds, asked, index, cached } = setup({ track: (id) => known.opened.then(() => track(id)) });
    void kept[how]('t1');
    await settle();
    const removed = kept.remove('t1');
    known.open();
    await removed;
    expect([kinds(), asked, [...index.keys()], cached()]).toEqual([[], [], [], []]);
  });

  it.each(['removeAll', 'cancelAll'] as const)(
    'that is cancelled while its file is being written deletes the file (%s)',
    async (how) => {
      const written = gate();
      const isWriting = vi.fn<() => void>();
      const stored = new Map<string, Map<string, Response>>();
      const caches = cacheStorage(stored, async () => {
        isWriting();
        await written.opened;
        return false;
      });
      const { kept, kinds, index } = setup({ caches });
      void kept.keep('t1');
      await waitFor(() => expect(isWriting).toHaveBeenCalled());
      const removed = kept[how](['t1']);
      await settle();
      written.open();
      await removed;
      expect([kinds(), [...index.keys()], stored.get('kept-audio:me')?.size]).toEqual([[], [], 0]);
    },
  );

  it('[SY-22] of a played track fails without a trace, and does not hold up the requested ones', async () => {
    for (const answer of [offline, () => Promise.resolve(new Response('', { status: 404 }))]) {
      let isPlaying = true;
      const { kept, kinds, index } = setup({ fetch: () => (isPlaying ? answer() : Promise.resolve(audio())) });
      await kept.keepPlayed('t1');
      expect([kinds(), [...index.keys()]]).toEqual([[], []]);
      isPlaying = false;
      await kept.keep('t2');
      expect(kinds()).toEqual(['t2 kept']);
    }
  });

  it('is not begun again for a play of a track that is being fetched or waits for its turn', async () => {
    const network = heldNetwork();
    const { kept, asked, settled } = setup({ fetch: network.fetch });
    const first = kept.keepPlayed('t1');
    await network.open('t1');
    const second = kept.keepPlayed('t1');
    network.next()?.answer(audio());
    await Promise.all([first, second]);
    await kept.keepAll(['t2', 't3', 't4']);
    await network.open('t2', 't3');
    await kept.keepPlayed('t4');
    expect(asked).toEqual(['t1', 't2', 't3']);
    await settled('t1 kept', 't2 fetching', 't3 fetching', 't4 waiting turn');
    await kept.close();
  });
});

describe('a kept track', () => {
  it('[S-34] that broke twice and was requested again may break once more', async () => {
    const { kept, asked, settled } = setup();
    await kept.keep('t1');
    await kept.reportBroken('t1');
    await settled('t1 kept');
    await kept.reportBroken('t1');
    await settled('t1 failed broken');
    await kept.keep('t1');
    await kept.reportBroken('t1');
    await settled('t1 kept');
    expect(asked).toEqual(['t1', 't1 anew', 't1', 't1 anew']);
  });

  it('[S-34] that was only played becomes a requested one without a second fetch, also if the disk refuses that', async () => {
    const stored = new Map<string, KeptRecord>();
    let isRefusing = false;
    const { kept, states, asked } = setup({
      index: {
        all: () => Promise.resolve([...stored.values()]),
        get: (id) => Promise.resolve(stored.get(id)),
        put: async (records) => {
          if (isRefusing) throw new DOMException('no room', 'QuotaExceededError');
          for (const record of records) stored.set(record.trackId, record);
        },
        delete: async (ids) => ids.forEach((id) => stored.delete(id)),
      },
    });
    for (const id of ['t1', 't2']) await kept.keepPlayed(id);
    await kept.keep('t1');
    isRefusing = true;
    await kept.keepAll(['t2', 't3']);
    await waitFor(() => expect(states.get().get('t3')).toEqual({ kind: 'failed', reason: 'full' }));
    expect([states.get().get('t1'), states.get().get('t2')]).toMatchObject([
      { kind: 'kept', asked: true },
      { kind: 'kept', asked: true },
    ]);
    expect(asked).toEqual(['t1', 't2']);
  });

  it('is not fetched again when it is requested again', async () => {
    const { kept, asked, index } = setup();
    await kept.keep('t1');
    const before = index.get('t1');
    await kept.keepAll(['t1', 't1']);
    expect([asked, index.get('t1')]).toEqual([['t1'], before]);
  });

  it('[S-34] in a group is requested once, however often the group lists it', async () => {
    const { kept, asked, settled } = setup();
    await kept.keepAll(['t1', 't2', 't1']);
    await settled('t1 kept', 't2 kept');
    expect(asked).toEqual(['t1', 't2']);
  });
});

it('[S-34] the network’s return starts nothing unless the network failed', async () => {
  const { kept, asked, settled } = setup({ fetch: offline });
  kept.resume();
  await kept.keep('t1');
  kept.resume();
  await waitFor(() => expect(asked).toEqual(['t1', 't1']));
  await settled('t1 waiting network');
  await kept.close();
  expect(asked).toEqual(['t1', 't1']);
});
