import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheStorage } from '../tests/sync/support/page.ts';
import { inMp4 } from '../sync/media/vbr-address.ts';
import { registerKeptAudio } from './kept-audio.ts';

const TRACKS = 'https://x.test/storage/v1/object/public/tracks/me';
const fetchSpy = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetchSpy.mockReset();
  fetchSpy.mockImplementation(() => Promise.resolve(new Response('from the network')));
  vi.stubGlobal('fetch', fetchSpy);
});
afterEach(() => vi.unstubAllGlobals());

function request(address: string, init: RequestInit = {}): Promise<Response> | null {
  const kept = new Map([[`${TRACKS}/kept.mp3`, new Response('0123456789')]]);
  let listener: (event: Event) => void = () => undefined;
  const scope = {
    caches: cacheStorage(new Map([['kept-audio:me', kept]])),
    addEventListener: (_: string, added: typeof listener) => void (listener = added),
  };
  Reflect.apply(registerKeptAudio, undefined, [scope]);
  let response: Promise<Response> | null = null;
  const respondWith = (answer: Promise<Response>) => void (response = answer);
  listener(Object.assign(new Event('fetch'), { request: new Request(address, init), respondWith }));
  return response;
}

it('[S-34] a kept track is served from the cache, in ranges', async () => {
  const response = await request(`${TRACKS}/kept.mp3`, { headers: { range: 'bytes=2-4' } });
  expect([response?.status, await response?.text()]).toEqual([206, '234']);
  expect(fetchSpy).not.toHaveBeenCalled();
});

it('other tracks come from the network', async () => {
  const response = await request(`${TRACKS}/other.mp3`);
  expect(await response?.text()).toBe('from the network');
});

it('a request for a track as MP4 fetches its MP3', async () => {
  // The answer of the test's network is no MP3 with a frame table, so the worker fetches the whole file and serves it unchanged.
  const response = await request(inMp4(`${TRACKS}/other_vbr.mp3`));
  expect(await response?.text()).toBe('from the network');
  const stored = `${TRACKS}/other_vbr.mp3`;
  expect(fetchSpy.mock.calls.map(([{ url, headers }]) => [url, headers.get('range')])).toEqual([
    [stored, 'bytes=0-'],
    [stored, null],
  ]);
});

it.each([
  ['an upload', `${TRACKS}/kept.mp3`, { method: 'POST' }],
  ['a cover', 'https://x.test/storage/v1/object/public/covers/me/1.jpg', {}],
  ['the radio', 'https://x.test/radio/stream', {}],
])('%s is left to the browser', (_name, address, init) => {
  expect(request(address, init)).toBeNull();
});
