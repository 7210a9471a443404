import { expect } from 'vitest';
import type { KeptState } from '../../../sync/api.ts';
import { openKeptAudio, type KeptEnvironment } from '../../../sync/kept/kept-audio.ts';
import type { KeptRecord } from '../../../sync/outbox/database.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { TrackView } from '../../../sync/view-types.ts';
import { cacheStorage } from './page.ts';
import { waitFor } from '../../support/wait-for.ts';

export function track(id: string): TrackView {
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
    counts_rev: 1,
    play_count: 0,
    total_votes: 0,
    average_vote_rating: 0,
    highlighted_until: null,
    hidden_at: null,
    created_at: '2027-01-01T00:00:00.000Z',
    audioSrc: `https://backend.test/${id}.mp3`,
    coverSrc: null,
    playedToday: false,
    myVote: null,
    myShare: { isShared: false, sharedAt: null, isPending: false },
    myFavourite: { isFavourite: false, favouritedAt: null, isPending: false },
    isEdited: false,
  };
}

export const audio = (text = '0123456789', headers: Record<string, string> = { 'content-length': '10' }) =>
  new Response(text, { headers: { 'content-type': 'audio/mpeg', ...headers } });

interface Device {
  readonly index: Map<string, KeptRecord>;
  readonly caches: Map<string, Map<string, Response>>;
}

export const trackIdOf = (url: RequestInfo | URL) =>
  (url instanceof Request ? url.url : url.toString()).replace(/.*\/|\.mp3/g, '');

export function setup(
  change: Partial<KeptEnvironment> = {},
  { index, caches }: Device = { index: new Map(), caches: new Map() },
) {
  const states = createLive<ReadonlyMap<string, KeptState>>(new Map());
  const asked: string[] = [];
  let now = 0;
  const respond = change.fetch ?? (() => Promise.resolve(audio()));
  const kept = openKeptAudio(states, {
    caches: cacheStorage(caches),
    cacheName: 'kept-audio:me',
    storage: { estimate: () => Promise.resolve({ quota: 1_000, usage: 0 }) },
    locks: null,
    index: {
      all: () => Promise.resolve([...index.values()]),
      get: (id) => Promise.resolve(index.get(id)),
      put: (records) => Promise.resolve(records.forEach((record) => index.set(record.trackId, record))),
      delete: (ids) => Promise.resolve(ids.forEach((id) => index.delete(id))),
    },
    track: (id) => Promise.resolve(id.startsWith('t') ? track(id) : null),
    now: () => ++now,
    random: () => 1,
    saveData: () => false,
    ...change,
    fetch: (url, init) => {
      asked.push(`${trackIdOf(url)}${init?.cache === 'reload' ? ' anew' : ''}`);
      return respond(url, init);
    },
  });
  kept.setIndex([...index.values()]);
  const cached = () => [...(caches.get('kept-audio:me')?.keys() ?? [])].map(trackIdOf);
  const kinds = () =>
    [...states.get()].map(([id, state]) => `${id} ${state.kind}${'reason' in state ? ` ${state.reason}` : ''}`);
  const settled = (...wanted: string[]) => waitFor(() => expect(kinds()).toEqual(wanted));
  return { kept, states, index, caches, asked, cached, kinds, settled, device: { index, caches } };
}

/** A network whose requests wait for an answer by the test. */
export function heldNetwork() {
  const waiting: { name: string; answer: (response: Response) => void; fail: () => void }[] = [];
  const fetch: typeof globalThis.fetch = (url, init) =>
    new Promise<Response>((answer, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'));
      init?.signal?.addEventListener('abort', fail);
      waiting.push({ name: trackIdOf(url), answer, fail });
    });
  const names = () => waiting.map(({ name }) => name);
  return {
    fetch,
    open: (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted)),
    next: () => waiting.shift(),
  };
}
