import { describe, expect, it } from 'vitest';
import { cacheStorage } from '../../tests/sync/support/page.ts';
import type { KeptState, TrackView } from '../api.ts';
import type { KeptRecord } from '../outbox/database.ts';
import { createLive } from '../overlay/live.ts';
import { openKeptAudio, type KeptEnvironment } from './kept-audio.ts';

function track(id: string): TrackView {
  return {
    id,
    rev: 1,
    user_id: 'artist',
    title: id,
    artist_name: 'Artist',
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
    myShare: { isShared: false, isPending: false },
    isEdited: false,
  };
}

const audio = (text = '0123456789', headers: Record<string, string> = { 'content-length': '10' }) =>
  new Response(text, { headers: { 'content-type': 'audio/mpeg', ...headers } });

function setup(change: Partial<KeptEnvironment> = {}) {
  const index = new Map<string, KeptRecord>();
  const caches = new Map<string, Map<string, Response>>();
  const states = createLive<ReadonlyMap<string, KeptState>>(new Map());
  let now = 0;
  const kept = openKeptAudio(states, {
    fetch: () => Promise.resolve(audio()),
    caches: cacheStorage(caches),
    cacheName: 'kept-audio:me',
    storage: { estimate: () => Promise.resolve({ quota: 1_000, usage: 0 }) },
    index: {
      put: (record) => Promise.resolve(void index.set(record.trackId, record)),
      delete: (id) => Promise.resolve(void index.delete(id)),
    },
    track: (id) => Promise.resolve(id.startsWith('t') ? track(id) : null),
    now: () => ++now,
    ...change,
  });
  kept.setIndex([]);
  return { kept, states, index, cached: () => [...(caches.get('kept-audio:me')?.keys() ?? [])], caches };
}

describe('kept audio', () => {
  it('[S-34] is the whole file under its address, as a plain 200 with length and type', async () => {
    const { kept, states, caches } = setup();
    await kept.keep('t1');
    const stored = caches.get('kept-audio:me')?.get('https://backend.test/t1.mp3');
    expect({
      status: stored?.status,
      length: stored?.headers.get('content-length'),
      type: stored?.headers.get('content-type'),
      body: await stored?.text(),
    }).toEqual({ status: 200, length: '10', type: 'audio/mpeg', body: '0123456789' });
    expect(states.get().get('t1')).toEqual({ kind: 'kept', bytes: 10, asked: true, usedAt: expect.any(Number) });
  });

  it('does not keep a body that is shorter than was said', async () => {
    const { kept, states, cached } = setup({ fetch: () => Promise.resolve(audio('01234')) });
    await kept.keep('t1');
    expect(states.get().get('t1')).toEqual({ kind: 'failed', reason: 'network' });
    expect(cached()).toEqual([]);
  });

  it('tells a track that is not there from a network that is not there', async () => {
    const missing = setup({ fetch: () => Promise.resolve(new Response('', { status: 404 })) });
    await missing.kept.keep('t1');
    expect(missing.states.get().get('t1')).toEqual({ kind: 'failed', reason: 'missing' });
    const cut = setup({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await cut.kept.keep('t1');
    expect(cut.states.get().get('t1')).toEqual({ kind: 'failed', reason: 'network' });
    const partial = setup({ fetch: () => Promise.resolve(new Response('01', { status: 206 })) });
    await partial.kept.keep('t1');
    expect(partial.states.get().get('t1')).toEqual({ kind: 'failed', reason: 'network' });
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

  it('leaves the device when the person removes it', async () => {
    const { kept, states, index, cached } = setup();
    await kept.keep('t1');
    await kept.remove('t1');
    expect([states.get().size, index.size, cached()]).toEqual([0, 0, []]);
  });
});
