import { afterEach, expect, it, vi } from 'vitest';
import { isVisibleInAnyTab, holdVisibleLock } from './notifications.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

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
  expect(await isVisibleInAnyTab('ann')).toBe(true);
  // This call stands in for another visible tab: its lock stays while this tab is hidden.
  const stop = holdVisibleLock('ann');
  visibility.mockReturnValue('hidden');
  await waitFor(async () => expect(await isVisibleInAnyTab('ann')).toBe(true));
  expect(await isVisibleInAnyTab('bob')).toBe(false);
  become('hidden');
  await waitFor(async () => expect(await isVisibleInAnyTab('ann')).toBe(false));
  become('visible');
  visibility.mockReturnValue('hidden');
  await waitFor(async () => expect(await isVisibleInAnyTab('ann')).toBe(true));
  stop();
  await waitFor(async () => expect(await isVisibleInAnyTab('ann')).toBe(false));
});
