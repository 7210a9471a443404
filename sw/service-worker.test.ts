import { afterAll, expect, it, vi } from 'vitest';
import { openWorkerScope } from '../tests/support/worker-scope.ts';

const worker = openWorkerScope({ __WB_MANIFEST: [{ url: 'index.html', revision: '1' }] });
await import('./service-worker.ts');
afterAll(() => vi.unstubAllGlobals());

it('without a network the worker serves tracks, pictures, the configuration and pages from its caches', async () => {
  worker.network.mockImplementation(async ({ url }) => new Response(url));
  await worker.fire('install');
  const track = 'https://backend.test/storage/v1/object/public/tracks/me/1.mp3';
  const cover = 'https://backend.test/storage/v1/object/public/covers/me/1.jpg';
  const config = 'https://app.test/.well-known/undercurrent.json';
  worker.caches.set('kept-audio:me', new Map([[track, new Response('kept')]]));
  for (const address of [cover, config]) await worker.request(address);
  worker.network.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  const texts = await Promise.all(
    [track, cover, config].map(async (address) => (await worker.request(address))?.text()),
  );
  expect(texts).toEqual(['kept', cover, config]);
  const page = await worker.request('https://app.test/explore', { mode: 'navigate' });
  expect(await page?.text()).toMatch('https://app.test/index.html');
});

it('[SY-20] [SY-21] the worker listens for Background Sync, for messages from pages and for clicks on notifications', () => {
  expect(worker.listened()).toEqual(['activate', 'fetch', 'install', 'message', 'notificationclick', 'sync']);
});
