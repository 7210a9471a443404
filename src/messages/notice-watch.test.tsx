import { afterEach, expect, it, vi } from 'vitest';
import { isLookedAt, tellLookedAt } from './notices.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a hidden tab knows whether another tab of the same person is visible', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const become = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  become('visible');
  expect(await isLookedAt('ann')).toBe(true);
  // Acts as another tab: it holds its lock while this one is hidden.
  const stop = tellLookedAt('ann');
  visibility.mockReturnValue('hidden');
  await vi.waitFor(async () => expect(await isLookedAt('ann')).toBe(true));
  expect(await isLookedAt('bob')).toBe(false);
  become('hidden');
  await vi.waitFor(async () => expect(await isLookedAt('ann')).toBe(false));
  become('visible');
  visibility.mockReturnValue('hidden');
  await vi.waitFor(async () => expect(await isLookedAt('ann')).toBe(true));
  stop();
  await vi.waitFor(async () => expect(await isLookedAt('ann')).toBe(false));
});
