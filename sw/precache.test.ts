import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openWorkerScope } from '../tests/support/worker-scope.ts';

const worker = openWorkerScope();
const { registerPrecache } = await import('./precache.ts');
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const navigate = (address: string) => worker.request(address, { mode: 'navigate' });
const precached = () => [...worker.caches.keys()].filter((name) => name.includes('precache'));

beforeEach(() => {
  worker.network.mockReset();
  worker.network.mockImplementation(offline);
});
afterAll(() => vi.unstubAllGlobals());

it('in development, whose worker has no shell, a navigation is left to the server', async () => {
  registerPrecache([{ url: 'icons/icon-192.png', revision: '1' }]);
  expect(await navigate('https://app.test/explore')).toBeNull();
});

it('[S-33] an installed worker opens every page of the app without a network', async () => {
  registerPrecache([
    { url: 'index.html', revision: '1' },
    { url: 'assets/app-1.js', revision: null },
  ]);
  worker.network.mockImplementation(async ({ url }) => new Response(`file at ${new URL(url).pathname}`));
  await worker.fire('install');
  worker.network.mockReset();
  worker.network.mockImplementation(offline);
  for (const path of ['/', '/explore', '/profile/1?x=1', '/auth/callback#access_token=1'])
    expect(await (await navigate(`https://app.test${path}`))?.text(), path).toBe('file at /index.html');
  expect(await (await worker.request('https://app.test/assets/app-1.js'))?.text()).toBe('file at /assets/app-1.js');
  expect(worker.network).not.toHaveBeenCalled();
});

it.each([
  ['a navigation to a path of the server', 'https://app.test/auth/v1/verify?token=1', 'navigate'],
  ['a navigation to another origin', 'https://elsewhere.test/explore', 'navigate'],
  ['a request that is no navigation', 'https://app.test/explore', 'cors'],
] as const)('%s is not answered with the shell', async (_name, address, mode) => {
  expect(await worker.request(address, { mode })).toBeNull();
});

it('[SY-21] an activated worker deletes the precache of earlier versions of Workbox, and no other cache', async () => {
  const [current = ''] = precached();
  const old = current.replace('v2', 'v1');
  for (const name of [old, 'covers', 'config', 'kept-audio:me']) worker.caches.set(name, new Map());
  expect(precached()).toEqual([current, old]);
  await worker.fire('activate');
  expect([...worker.caches.keys()].sort()).toEqual(['config', 'covers', 'kept-audio:me', current].sort());
});
