import { describe, expect, it, vi } from 'vitest';
import { audio, setup } from '../../tests/sync/support/kept.ts';
import { cacheStorage } from '../../tests/sync/support/page.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

describe('kept audio', () => {
  it('[S-34] is stored whole under its address, as a plain 200 with length and type', async () => {
    const { kept, states, caches } = setup({
      fetch: () => Promise.resolve(audio('0123456789', { 'content-length': '10', etag: '"first"' })),
    });
    await kept.keep('t1');
    const stored = caches.get('kept-audio:me')?.get('https://backend.test/t1.mp3');
    expect({
      status: stored?.status,
      length: stored?.headers.get('content-length'),
      type: stored?.headers.get('content-type'),
      tag: stored?.headers.get('etag'),
      ranges: stored?.headers.get('accept-ranges'),
      body: await stored?.text(),
    }).toEqual({
      status: 200,
      length: '10',
      type: 'audio/mpeg',
      tag: '"first"',
      ranges: 'bytes',
      body: '0123456789',
    });
    expect(states.get().get('t1')).toEqual({ kind: 'kept', bytes: 10, asked: true, usedAt: expect.any(Number) });
  });

  it('[S-34] uses a cached 206 that covers the whole file, and bypasses the cache otherwise', async () => {
    const part = (body: string, range: string) =>
      new Response(body, { status: 206, headers: { 'content-type': 'audio/mpeg', 'content-range': range } });
    for (const { stored, asks } of [
      { stored: () => part('0123456789', 'bytes 0-9/10'), asks: ['default'] },
      { stored: () => part('01234', 'bytes 0-4/10'), asks: ['default', 'no-store'] },
      { stored: () => part('56789', 'bytes 5-9/10'), asks: ['default', 'no-store'] },
    ]) {
      const asked: (RequestCache | undefined)[] = [];
      const { kept, kinds, caches } = setup({
        fetch: (_url, init) => {
          asked.push(init?.cache);
          return Promise.resolve(init?.cache === 'default' ? stored() : audio());
        },
      });
      await kept.keep('t1');
      const file = caches.get('kept-audio:me')?.get('https://backend.test/t1.mp3');
      expect([kinds(), asked, file?.status, await file?.text()]).toEqual([['t1 kept'], asks, 200, '0123456789']);
    }
  });

  it('contains no file whose body was shorter than its Content-Length', async () => {
    const { kept, kinds, cached } = setup({ fetch: () => Promise.resolve(audio('01234')) });
    await kept.keep('t1');
    expect([kinds(), cached()]).toEqual([['t1 waiting network'], []]);
    await kept.close();
  });

  it('fails for a missing track, and waits after a failure of the network or a busy server', async () => {
    const missing = setup({ fetch: () => Promise.resolve(new Response('', { status: 404 })) });
    await missing.kept.keep('t1');
    expect(missing.kinds()).toEqual(['t1 failed missing']);
    for (const status of [408, 429, 503]) {
      const busy = setup({ fetch: () => Promise.resolve(new Response('', { status })) });
      await busy.kept.keep('t1');
      expect(busy.kinds()).toEqual(['t1 waiting network']);
      await busy.kept.close();
    }
    const cut = setup({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await cut.kept.keep('t1');
    expect(cut.kinds()).toEqual(['t1 waiting network']);
    await cut.kept.close();
    const partial = setup({ fetch: () => Promise.resolve(new Response('01', { status: 206 })) });
    await partial.kept.keep('t1');
    expect(partial.kinds()).toEqual(['t1 waiting network']);
    await partial.kept.close();
  });

  it('[S-34] contains the last 20 played tracks, and all requested ones', async () => {
    const { kept, index, cached } = setup({ storage: { estimate: () => Promise.resolve({ quota: 1e9, usage: 0 }) } });
    await kept.keep('t0');
    for (let played = 1; played <= 22; played++) await kept.keepPlayed(`t${played}`);
    // t3 is played again, so it is not among the oldest.
    await kept.keepPlayed('t3');
    await kept.keepPlayed('t23');
    expect([...index.keys()]).toEqual(['t0', 't3', ...Array.from({ length: 19 }, (_, at) => `t${at + 5}`)]);
    expect(cached()).toHaveLength(21);
  });

  it('[S-34] contains a played track only if a tenth of the storage stays free, but a requested one also if less stays free', async () => {
    const { kept, states, index } = setup({
      storage: { estimate: () => Promise.resolve({ quota: 1_000, usage: 895 }) },
    });
    await kept.keepPlayed('t1');
    expect([...index.keys()]).toEqual([]);
    expect(states.get().get('t1')).toBeUndefined();
    await kept.keep('t1');
    expect([...index.keys()]).toEqual(['t1']);
  });

  it('[SY-19] finishes writing before it closes, and creates no cache afterwards', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const isWriting = vi.fn();
    const stored = new Map<string, Map<string, Response>>();
    const caches = cacheStorage(stored, async () => {
      isWriting();
      await finished;
      return false;
    });
    const { kept } = setup({ caches });
    void kept.keepPlayed('t1');
    await waitFor(() => expect(isWriting).toHaveBeenCalled());
    const closed = vi.fn();
    const closing = kept.close().then(closed);
    await kept.reportBroken('t1');
    expect(closed).not.toHaveBeenCalled();
    finish();
    await closing;
    await caches.delete('kept-audio:me');
    await kept.keepPlayed('t2');
    expect([...stored.keys()]).toEqual([]);
  });

  it('[SY-22] drops played tracks to make room, and asks the browser to persist once', async () => {
    let asked = 0;
    let isFull = true;
    const caches = new Map<string, Map<string, Response>>();
    const full = cacheStorage(caches, () => isFull && (caches.get('kept-audio:me')?.size ?? 0) > 0);
    const { kept, states } = setup({
      caches: full,
      storage: {
        estimate: () => Promise.resolve({}),
        persist: () => {
          asked += 1;
          return Promise.resolve(true);
        },
      },
    });
    await kept.keepPlayed('t1');
    await kept.keep('t2');
    expect([...states.get()]).toEqual([['t2', { kind: 'kept', bytes: 10, asked: true, usedAt: expect.any(Number) }]]);
    await kept.keep('t3');
    expect(states.get().get('t3')).toEqual({ kind: 'failed', reason: 'full' });
    isFull = false;
    await kept.keep('t3');
    expect(asked).toBe(1);
    expect(states.get().get('t3')).toEqual({ kind: 'kept', bytes: 10, asked: true, usedAt: expect.any(Number) });
  });

  it('creates no cache before something is kept', async () => {
    const { kept, caches } = setup();
    await kept.cancelAll([]);
    expect([...caches.keys()]).toEqual([]);
  });

  it('is deleted from the device when the person removes it', async () => {
    const { kept, states, index, cached } = setup();
    await kept.keep('t1');
    await kept.remove('t1');
    expect([states.get().size, index.size, cached()]).toEqual([0, 0, []]);
  });

  it('[SY-22] can be kept again after the disk refused to delete it', async () => {
    const stored = new Map<string, KeptRecord>();
    const { kept, asked, settled } = setup({
      index: {
        all: () => Promise.resolve([...stored.values()]),
        get: (id) => Promise.resolve(stored.get(id)),
        put: (records) => Promise.resolve(records.forEach((record) => stored.set(record.trackId, record))),
        delete: () => Promise.reject(new Error('refused')),
      },
    });
    await kept.keep('t1');
    await expect(kept.remove('t1')).rejects.toThrow('refused');
    void kept.keep('t1');
    await settled('t1 kept');
    expect(asked).toEqual(['t1', 't1']);
  });
});

describe('a broken or evicted copy', () => {
  it('[S-34] is fetched again past the browser’s cache, and fails when it is broken again', async () => {
    const { kept, kinds, settled, asked, cached } = setup();
    await kept.keep('t1');
    expect(await kept.reportBroken('t1')).toBe(true);
    await settled('t1 kept');
    expect(asked).toEqual(['t1', 't1 anew']);
    expect(await kept.reportBroken('t1')).toBe(true);
    expect([kinds(), cached(), asked.length]).toEqual([['t1 failed broken'], [], 2]);
    expect(await kept.reportBroken('t1')).toBe(false);
    await kept.keep('t1');
    expect(kinds()).toEqual(['t1 kept']);
  });

  it('[S-34] is deleted if it was stored only because it was played', async () => {
    const { kept, kinds, cached } = setup();
    await kept.keepPlayed('t1');
    expect(await kept.reportBroken('t1')).toBe(true);
    expect([kinds(), cached(), await kept.reportBroken('t2')]).toEqual([[], [], false]);
  });

  it('[SY-22] is fetched again at the next start if the browser evicted it and the person had requested it', async () => {
    const first = setup();
    await first.kept.keep('t1');
    await first.kept.keep('t2');
    await first.kept.keepPlayed('t3');
    await first.kept.close();
    const cache = first.caches.get('kept-audio:me');
    for (const id of ['t1', 't3']) cache?.delete(`https://backend.test/${id}.mp3`);
    cache?.set('https://backend.test/orphan.mp3', audio());
    const second = setup({}, first.device);
    await second.settled('t1 kept', 't2 kept');
    expect([second.asked, second.cached()]).toEqual([['t1'], ['t2', 't1']]);
  });

  it('[SY-22] is noticed as missing and fetched again when it is played after the browser evicted it', async () => {
    const { kept, settled, asked, caches } = setup();
    await kept.keep('t1');
    await kept.keepPlayed('t2');
    caches.get('kept-audio:me')?.clear();
    await kept.keepPlayed('t1');
    await kept.keepPlayed('t2');
    await settled('t1 kept', 't2 kept');
    expect(asked).toEqual(['t1', 't2', 't1', 't2']);
  });
});
