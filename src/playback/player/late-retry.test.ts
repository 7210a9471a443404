import { expect, it, vi } from 'vitest';
import { openedPlayer } from '../../testing/opened-player.ts';

it('the late parts are requested again when the network returns, until they have loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.doMock('./late-parts.ts', () => Promise.reject(new Error('no network')));
  const { page, device } = openedPlayer();
  await vi.dynamicImportSettled();
  expect(device.listenerCount()).toBe(0);
  vi.doUnmock('./late-parts.ts');
  page.returnOnline();
  await vi.dynamicImportSettled();
  expect(device.listenerCount()).toBe(1);
  page.returnOnline();
  await vi.dynamicImportSettled();
  expect(device.listenerCount()).toBe(1);
});
