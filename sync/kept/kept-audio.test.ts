import { describe, expect, it, vi } from 'vitest';
import { cacheStorage } from '../../tests/sync/support/page.ts';
import type { KeptState } from '../api.ts';
import type { TrackView } from '../view-types.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { createLive } from '../overlay/live.ts';
import { openKeptAudio, type KeptEnvironment } from './kept-audio.ts';
import { keptProgress } from './progress.ts';

function track(id: string): TrackView {
  return {
    id,
    rev: 1,
    user_id: 'artist',
    title: id,
    artist_name: 'Artist',
    credited_as: 'Artist',
    genre: 'House',
    audio_url: `${id}.mp3`,
    cover_url: null,
    duration_ms: 1,
    audio_bytes: 10,
    radio_opt_in: false,
    is_public: true,
    sponsored: false,
    sponsored_at: null,
    play_count: 0,
    total_votes: 0,
    average_vote_rating: 0,
    highlighted_until: null,
    created_at: '2027-01-01T00:00:00.000Z',
    audioSrc: `https://backend.test/${id}.mp3`,
    coverSrc: null,
    playedToday: false,
    myVote: null,
    myShare: { isShared: false, sharedAt: null, isPending: false },
    isEdited: false,
  };
}

const audio = (text = '0123456789', headers: Record<string, string> = { 'content-length': '10' }) =>
  new Response(text, { headers: { 'content-type': 'audio/mpeg', ...headers } });

interface Device {
  readonly index: Map<string, KeptRecord>;
  readonly caches: Map<string, Map<string, Response>>;
}

/** Addresses are those of `track`. */
const nameOf = (url: RequestInfo | URL) =>
  (url instanceof Request ? url.url : url.toString()).replace(/.*\/|\.mp3/g, '');

/** A page over what lies on a device; each page of it may be told otherwise. */
function setup(
  change: Partial<KeptEnvironment> = {},
  { index, caches }: Device = { index: new Map(), caches: new Map() },
) {
  const states = createLive<ReadonlyMap<string, KeptState>>(new Map());
  const asked: string[] = [];
  let now = 0;
  const own = change.fetch ?? (() => Promise.resolve(audio()));
  const kept = openKeptAudio(states, {
    caches: cacheStorage(caches),
    cacheName: 'kept-audio:me',
    storage: { estimate: () => Promise.resolve({ quota: 1_000, usage: 0 }) },
    locks: null,
    index: {
      all: () => Promise.resolve([...index.values()]),
      get: (id) => Promise.resolve(index.get(id)),
      put: (records) => Promise.resolve(records.forEach((record) => index.set(record.trackId, record))),
      delete: (id) => Promise.resolve(void index.delete(id)),
    },
    track: (id) => Promise.resolve(id.startsWith('t') ? track(id) : null),
    now: () => ++now,
    random: () => 1,
    saveData: () => false,
    ...change,
    fetch: (url, init) => {
      asked.push(`${nameOf(url)}${init?.cache === 'reload' ? ' anew' : ''}`);
      return own(url, init);
    },
  });
  kept.setIndex([...index.values()]);
  const cached = () => [...(caches.get('kept-audio:me')?.keys() ?? [])].map(nameOf);
  const kinds = () =>
    [...states.get()].map(([id, state]) => `${id} ${state.kind}${'reason' in state ? ` ${state.reason}` : ''}`);
  const settled = (...wanted: string[]) => vi.waitFor(() => expect(kinds()).toEqual(wanted));
  return { kept, states, index, caches, asked, cached, kinds, settled, device: { index, caches } };
}

/** A network that answers when it is told to. */
function heldNetwork() {
  const waiting: { name: string; answer: (response: Response) => void; fail: () => void }[] = [];
  const fetch: typeof globalThis.fetch = (url, init) =>
    new Promise<Response>((answer, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'));
      init?.signal?.addEventListener('abort', fail);
      waiting.push({ name: nameOf(url), answer, fail });
    });
  const names = () => waiting.map(({ name }) => name);
  return {
    fetch,
    open: (...wanted: string[]) => vi.waitFor(() => expect(names()).toEqual(wanted)),
    next: () => waiting.shift(),
  };
}

describe('kept audio', () => {
  it('[S-34] is the whole file under its address, as a plain 200 with length and type', async () => {
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
      body: await stored?.text(),
    }).toEqual({ status: 200, length: '10', type: 'audio/mpeg', tag: '"first"', body: '0123456789' });
    expect(states.get().get('t1')).toEqual({ kind: 'kept', bytes: 10, asked: true, usedAt: expect.any(Number) });
  });

  it('does not keep a body that is shorter than was said', async () => {
    const { kept, kinds, cached } = setup({ fetch: () => Promise.resolve(audio('01234')) });
    await kept.keep('t1');
    expect([kinds(), cached()]).toEqual([['t1 waiting network'], []]);
    kept.close();
  });

  it('tells a track that is not there from a network that is not there', async () => {
    const missing = setup({ fetch: () => Promise.resolve(new Response('', { status: 404 })) });
    await missing.kept.keep('t1');
    expect(missing.kinds()).toEqual(['t1 failed missing']);
    const cut = setup({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await cut.kept.keep('t1');
    expect(cut.kinds()).toEqual(['t1 waiting network']);
    cut.kept.close();
    const partial = setup({ fetch: () => Promise.resolve(new Response('01', { status: 206 })) });
    await partial.kept.keep('t1');
    expect(partial.kinds()).toEqual(['t1 waiting network']);
    partial.kept.close();
  });

  it('[S-34] keeps the last 20 played; what was asked for stays', async () => {
    const { kept, index, cached } = setup({ storage: { estimate: () => Promise.resolve({ quota: 1e9, usage: 0 }) } });
    await kept.keep('t0');
    for (let played = 1; played <= 22; played++) await kept.keepPlayed(`t${played}`);
    // Played again, so that t3 is not among the oldest.
    await kept.keepPlayed('t3');
    await kept.keepPlayed('t23');
    expect([...index.keys()]).toEqual(['t0', 't3', ...Array.from({ length: 19 }, (_, at) => `t${at + 5}`)]);
    expect(cached()).toHaveLength(21);
  });

  it('[S-34] keeps a played track only while there is room', async () => {
    const { kept, states, index } = setup({
      storage: { estimate: () => Promise.resolve({ quota: 1_000, usage: 895 }) },
    });
    await kept.keepPlayed('t1');
    expect([...index.keys()]).toEqual([]);
    expect(states.get().get('t1')).toBeUndefined();
    await kept.keep('t1');
    expect([...index.keys()]).toEqual(['t1']);
  });

  it('[SY-22] makes room with what was only played, and asks the browser to persist once', async () => {
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

  it('makes no cache before something is kept', async () => {
    const { kept, caches } = setup();
    await kept.cancelAll([]);
    expect([...caches.keys()]).toEqual([]);
  });

  it('leaves the device when the person removes it', async () => {
    const { kept, states, index, cached } = setup();
    await kept.keep('t1');
    await kept.remove('t1');
    expect([states.get().size, index.size, cached()]).toEqual([0, 0, []]);
  });
});

describe('a group that is kept', () => {
  it('[S-34] comes two at a time in its order, a single track before the rest, and says how far it is', async () => {
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
    for (const left of [['t9', 't3'], ['t3', 't4'], ['t4'], []]) {
      network.next()?.answer(audio());
      await network.open(...left);
    }
    await single;
    await settled('t1 kept', 't2 kept', 't3 kept', 't4 kept', 't9 kept');
  });

  it('[S-34] goes on after a reload, without being asked again', async () => {
    const network = heldNetwork();
    const first = setup({ fetch: network.fetch });
    await first.kept.keepAll(['t1', 't2', 't3']);
    await network.open('t1', 't2');
    network.next()?.answer(audio());
    await network.open('t2', 't3');
    first.kept.close();
    const second = setup({}, first.device);
    await second.settled('t1 kept', 't2 kept', 't3 kept');
    expect(second.asked).toEqual(['t2', 't3']);
  });

  it('[SY-23] waits in a later visit while the browser saves data, until it is asked for again', async () => {
    const first = setup({ fetch: heldNetwork().fetch });
    await first.kept.keepAll(['t1', 't2']);
    first.kept.close();
    const second = setup({ saveData: () => true }, first.device);
    await second.settled('t1 waiting data', 't2 waiting data');
    await second.kept.keepPlayed('t3');
    expect(second.asked).toEqual([]);
    await second.kept.keepAll(['t2']);
    await second.settled('t1 waiting data', 't2 kept');
  });

  it('[S-34] waits for the network as one, and goes on when it is back', async () => {
    let isCut = true;
    const { kept, settled, asked } = setup({
      fetch: () => (isCut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(audio())),
    });
    await kept.keepAll(['t1', 't2', 't3', 't4']);
    await settled('t1 waiting network', 't2 waiting network', 't3 waiting network', 't4 waiting network');
    expect(asked).toEqual(['t1', 't2']);
    isCut = false;
    kept.resume();
    await settled('t1 kept', 't2 kept', 't3 kept', 't4 kept');
    // What had not failed went first.
    expect(asked.slice(2)).toEqual(['t3', 't4', 't1', 't2']);
  });

  it('tries again by itself after a while', async () => {
    vi.useFakeTimers();
    let isCut = true;
    const { kept, kinds } = setup({
      fetch: () => (isCut ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(audio())),
    });
    await kept.keepAll(['t1']);
    await vi.advanceTimersByTimeAsync(0);
    expect(kinds()).toEqual(['t1 waiting network']);
    isCut = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(kinds()).toEqual(['t1 kept']);
    vi.useRealTimers();
  });

  it('[SY-22] waits for tracks that a replica which is arriving does not know yet', async () => {
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

  it('forgets what is not here yet when it is cancelled', async () => {
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

  it('[S-34] is not what is fetched because it was played', async () => {
    const network = heldNetwork();
    const { kept, states, kinds, settled } = setup({ fetch: network.fetch });
    const playing = kept.keepPlayed('t1');
    await network.open('t1');
    expect(keptProgress(states.get(), [{ id: 't1', audio_bytes: 10 }])).toMatchObject({ kept: 0, pending: 0 });
    await kept.cancelAll(['t1']);
    expect(kinds()).toEqual(['t1 fetching']);
    // Asked for in the middle, it is what the person keeps.
    await kept.keepAll(['t1']);
    network.next()?.answer(audio());
    await playing;
    await settled('t1 kept');
    expect(states.get().get('t1')).toMatchObject({ asked: true });
  });

  it('[SY-22] is refused before it is fetched where it cannot fit, and takes the place of what was only played', async () => {
    let usage = 0;
    const { kept, settled, asked } = setup({
      storage: { estimate: () => Promise.resolve({ quota: 1_000, usage }) },
    });
    for (const id of ['t1', 't2', 't3']) await kept.keepPlayed(id);
    await kept.keepPlayed('t1');
    usage = 985;
    await kept.keepAll(['t7', 't8', 't9']);
    // 15 bytes are free, which is one of them; the longest unused leave for the others.
    await settled('t1 kept', 't7 kept', 't8 kept', 't9 kept');
    usage = 995;
    await kept.keepAll(['t4', 't5']);
    await settled('t7 kept', 't8 kept', 't9 kept', 't4 kept', 't5 failed full');
    expect(asked).toEqual(['t1', 't2', 't3', 't7', 't8', 't9', 't4']);
    usage = 0;
    await kept.keep('t5');
    expect(asked.at(-1)).toBe('t5');
  });

  it('[SY-22] tells a browser without storage from a full one', async () => {
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

  it('is fetched by one of two pages', async () => {
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

describe('a copy that went wrong', () => {
  it('[S-34] is fetched anew past the caches of the browser, and given up when it is broken again', async () => {
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

  it('[S-34] goes when it was only played', async () => {
    const { kept, kinds, cached } = setup();
    await kept.keepPlayed('t1');
    expect(await kept.reportBroken('t1')).toBe(true);
    expect([kinds(), cached(), await kept.reportBroken('t2')]).toEqual([[], [], false]);
  });

  it('[SY-22] that the browser threw away comes back at the next start if it was asked for', async () => {
    const first = setup();
    await first.kept.keep('t1');
    await first.kept.keep('t2');
    await first.kept.keepPlayed('t3');
    first.kept.close();
    const cache = first.caches.get('kept-audio:me');
    for (const id of ['t1', 't3']) cache?.delete(`https://backend.test/${id}.mp3`);
    cache?.set('https://backend.test/orphan.mp3', audio());
    const second = setup({}, first.device);
    await second.settled('t1 kept', 't2 kept');
    expect([second.asked, second.cached()]).toEqual([['t1'], ['t2', 't1']]);
  });

  it('[SY-22] that the browser threw away is missed when it is played', async () => {
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
