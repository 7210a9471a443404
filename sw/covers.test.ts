import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openWorkerScope } from '../tests/support/worker-scope.ts';

const PICTURES = 'https://backend.test/storage/v1/object/public';
const COVER = `${PICTURES}/covers/me/1_large.jpg`;
const FACE = `${PICTURES}/avatars/me/avatar_medium.jpg?v=1`;
const DAY_MS = 24 * 60 * 60_000;

const worker = openWorkerScope();
const { registerCovers } = await import('./covers.ts');
registerCovers();

const picture = (text: string, sentAt = Date.now()) =>
  new Response(text, { headers: { date: new Date(sentAt).toUTCString() } });
const opaque = (): Response =>
  Object.defineProperties(picture('opaque'), { status: { value: 0 }, clone: { value: opaque } });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const textOf = async (address: string) => (await worker.request(address))?.text();
const cached = () => [...(worker.caches.get('covers')?.keys() ?? [])];

beforeEach(() => {
  worker.caches.clear();
  worker.network.mockReset();
});
afterAll(() => vi.unstubAllGlobals());

it('[S-33] a picture that was shown once is shown without a network', async () => {
  worker.network.mockImplementation(async ({ url }) => picture(`picture at ${url}`));
  for (const address of [COVER, FACE]) expect(await textOf(address)).toBe(`picture at ${address}`);
  worker.network.mockImplementation(offline);
  for (const address of [COVER, FACE]) expect(await textOf(address)).toBe(`picture at ${address}`);
  expect(worker.network).toHaveBeenCalledTimes(2);
});

it('a picture is requested with CORS and without credentials, because an opaque response costs megabytes of quota', async () => {
  worker.network.mockImplementation(async () => picture('picture'));
  await worker.request(COVER, { mode: 'no-cors', credentials: 'include' });
  expect(worker.network.mock.calls.map(([{ mode, credentials }]) => [mode, credentials])).toEqual([['cors', 'omit']]);
});

it.each([
  ['opaque', opaque()],
  ['a part', new Response('a part', { status: 206 })],
  ['refused', new Response('refused', { status: 404 })],
])('a response that is %s is passed on and not stored', async (name, response) => {
  worker.network.mockImplementation(async () => response);
  expect(await textOf(COVER)).toBe(name);
  expect(cached()).toEqual([]);
});

it('a picture older than 30 days is requested again', async () => {
  worker.network.mockImplementation(async () => picture('fresh', Date.now() - 29 * DAY_MS));
  await worker.request(COVER);
  await worker.request(COVER);
  expect(worker.network).toHaveBeenCalledTimes(1);
  worker.network.mockImplementation(async () => picture('old', Date.now() - 31 * DAY_MS));
  await worker.request(FACE);
  await worker.request(FACE);
  expect(worker.network).toHaveBeenCalledTimes(3);
});

it('[S-33] without a network, another size of the picture is shown, the largest first', async () => {
  const inSize = (size: string) => `${PICTURES}/covers/me/1_${size}.jpg`;
  worker.network.mockImplementation(async ({ url }) => picture(url));
  await worker.request(inSize('small'));
  await worker.request(inSize('medium'));
  worker.network.mockImplementation(offline);
  expect(await textOf(inSize('large'))).toBe(inSize('medium'));
  await expect(worker.request(`${PICTURES}/covers/me/2_large.jpg`)).rejects.toThrow('Failed to fetch');
});

it('[SY-22] all stored pictures are deleted when the disk is full, and the new picture is shown', async () => {
  worker.network.mockImplementation(async ({ url }) => picture(url));
  await worker.request(FACE);
  const open = caches.open.bind(caches);
  const full = vi.spyOn(caches, 'open').mockImplementation(async (name) =>
    Object.assign(await open(name), {
      put: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    }),
  );
  expect(await textOf(COVER)).toBe(COVER);
  full.mockRestore();
  expect(cached()).toEqual([]);
});

it('a picture of a host without CORS is shown as the page requested it, and not stored', async () => {
  worker.network.mockImplementation(async ({ mode }) => (mode === 'cors' ? offline() : new Response('without CORS')));
  expect(await (await worker.request(COVER, { mode: 'no-cors' }))?.text()).toBe('without CORS');
  expect(cached()).toEqual([]);
});

it.each([
  ['an upload', COVER, { method: 'POST' }],
  ['a track', `${PICTURES}/tracks/me/1.mp3`, {}],
  ['a private file', 'https://backend.test/storage/v1/object/covers/me/1.jpg', {}],
  ['an answer of the API', 'https://backend.test/rest/v1/tracks', {}],
])('%s is left to the browser', async (_name, address, init) => {
  expect(await worker.request(address, init)).toBeNull();
  expect(worker.network).not.toHaveBeenCalled();
});
