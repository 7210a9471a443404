import { describe, expect, it } from 'vitest';
import { audio, heldNetwork, setup } from '../../tests/sync/support/kept.ts';
import { cacheStorage } from '../../tests/sync/support/page.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { PLAYED_LIMIT } from './kept-store.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const addressOf = (id: string) => `https://backend.test/${id}.mp3`;
const record = (trackId: string, change: Partial<KeptRecord> = {}): KeptRecord => ({
  trackId,
  url: addressOf(trackId),
  bytes: 10,
  asked: true,
  usedAt: 0,
  ...change,
});

/** A device with these records, and with the files of those that have a size. */
function deviceWith(...records: KeptRecord[]) {
  const files = records.filter(({ bytes }) => bytes !== null).map(({ url }) => [new URL(url).href, audio()] as const);
  return {
    index: new Map(records.map((stored) => [stored.trackId, stored])),
    caches: new Map(files.length > 0 ? [['kept-audio:me', new Map(files)]] : []),
  };
}
const estimate = (quota?: number, usage?: number) => ({
  storage: {
    estimate: () =>
      Promise.resolve({ ...(quota === undefined ? {} : { quota }), ...(usage === undefined ? {} : { usage }) }),
  },
});

describe('the room for kept tracks', () => {
  it.each([
    ['a requested track', 'keep', 990, ['t1']],
    ['a requested track', 'keep', 991, []],
    ['a played track, which leaves a tenth free', 'keepPlayed', 890, ['t1']],
    ['a played track, which leaves a tenth free', 'keepPlayed', 891, []],
  ] as const)('[S-34] [SY-22] for %s (%s), with %i of 1000 bytes used, holds %j', async (_name, how, usage, stored) => {
    const { kept, cached } = setup(estimate(1_000, usage));
    await kept[how]('t1');
    expect(cached()).toEqual(stored);
  });

  it.each([
    ['has no quota', estimate(undefined, 1_000)],
    ['has no usage', estimate(1)],
    ['fails', { storage: { estimate: () => Promise.reject(new Error('no estimate')) } }],
  ])('[SY-22] is found out by storing the file if the browser’s estimate %s', async (_name, environment) => {
    const { kept, kinds } = setup(environment, deviceWith(record('t1', { asked: false })));
    await kept.keep('t9');
    expect(kinds()).toEqual(['t1 kept', 't9 kept']);
  });

  it('[SY-22] excludes the space that running fetches need', async () => {
    const network = heldNetwork();
    const { kept, settled } = setup({ fetch: network.fetch, ...estimate(1_000, 985) });
    await kept.keepAll(['t1', 't2']);
    await settled('t1 fetching', 't2 failed full');
    network.next()?.answer(audio());
    await settled('t1 kept', 't2 failed full');
  });

  it('[SY-22] is made by dropping as few played tracks as needed, the longest unused first, and no requested ones', async () => {
    const device = deviceWith(
      record('requested', { usedAt: 1 }),
      record('t3', { asked: false, usedAt: 4 }),
      record('t2', { asked: false, usedAt: 3 }),
      record('t1', { asked: false, usedAt: 2 }),
    );
    const { kept, kinds } = setup(estimate(1_000, 1_000), device);
    await kept.keep('t9');
    expect(kinds()).toEqual(['requested kept', 't3 kept', 't2 kept', 't9 kept']);
  });

  it('[SY-22] is not made for a track that would not fit even then', async () => {
    const device = deviceWith(record('t1', { asked: false }));
    const { kept, kinds, asked } = setup(estimate(1_000, 1_001), device);
    await kept.keep('t9');
    expect([kinds(), asked]).toEqual([['t1 kept', 't9 failed full'], []]);
  });

  it('[SY-22] is not made for a played track by dropping another when the disk is full', async () => {
    const caches = new Map<string, Map<string, Response>>();
    const isFull = () => (caches.get('kept-audio:me')?.size ?? 0) > 0;
    const { kept, kinds } = setup({ caches: cacheStorage(caches, isFull), ...estimate() });
    await kept.keepPlayed('t1');
    await kept.keepPlayed('t2');
    expect(kinds()).toEqual(['t1 kept']);
  });

  it('[SY-22] is not made by dropping played tracks if the disk fails for another reason', async () => {
    const failing = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
    const device = deviceWith(record('t1', { asked: false }));
    const { kept, kinds } = setup({ caches: cacheStorage(device.caches, failing), ...estimate() }, device);
    await kept.keep('t9');
    expect(kinds()).toEqual(['t1 kept', 't9 failed unavailable']);
  });

  it('[SY-22] is not made by dropping a played track that is being fetched', async () => {
    const network = heldNetwork();
    const caches = new Map<string, Map<string, Response>>();
    const { kept, settled } = setup({ fetch: network.fetch, caches: cacheStorage(caches, () => true), ...estimate() });
    void kept.keepPlayed('t1');
    await network.open('t1');
    await kept.keepAll(['t2']);
    await network.open('t1', 't2');
    network.next();
    network.next()?.answer(audio());
    await settled('t1 fetching', 't2 failed full');
    await kept.close();
  });

  it('[S-34] holds the latest played tracks, up to their limit', async () => {
    const played = Array.from({ length: PLAYED_LIMIT + 2 }, (_, at) => record(`t${at}`, { asked: false, usedAt: at }));
    const { kept, index } = setup(estimate(1e9, 0), deviceWith(...[...played].reverse()));
    await kept.keep('t100');
    const latest = played.slice(2).map(({ trackId }) => trackId);
    await waitFor(() => expect([...index.keys()].sort()).toEqual([...latest, 't100'].sort()));
  });
});

describe('the index of kept tracks, at the start', () => {
  it('[SY-22] loses a played track whose file was not stored, and keeps a request that was not fetched', async () => {
    const device = deviceWith(
      record('t2', { bytes: null, url: '' }),
      record('t1', { asked: false, bytes: null }),
      record('t3', { bytes: null }),
      record('t4', { asked: false }),
    );
    const { settled, index } = setup({ saveData: () => true }, device);
    await settled('t2 waiting data', 't3 waiting data', 't4 kept');
    await waitFor(() => expect([...index.keys()]).toEqual(['t2', 't3', 't4']));
  });

  it('[SY-22] finds a file under the address as the browser writes it', async () => {
    const { settled, asked } = setup({}, deviceWith(record('t1', { url: 'https://backend.test/night bus.mp3' })));
    await settled('t1 kept');
    expect(asked).toEqual([]);
  });

  it('[SY-22] takes the files as lost in a browser that now blocks caches', async () => {
    const { settled } = setup({ caches: null, saveData: () => true }, deviceWith(record('t1')));
    await settled('t1 waiting data');
  });
});

it('[SY-19] the removal of a request that was never fetched creates no cache', async () => {
  const { kept, kinds, caches } = setup({ saveData: () => true }, deviceWith(record('t1', { url: '', bytes: null })));
  await kept.remove('t1');
  expect([kinds(), [...caches.keys()]]).toEqual([[], []]);
});
