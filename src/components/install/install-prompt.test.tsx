import { afterEach, expect, it, vi } from 'vitest';
import { dismissInstall, isInstallDismissed } from './install-prompt.ts';

afterEach(() => void vi.restoreAllMocks());

it("'Not now' holds for this visit even if storage is full", () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  dismissInstall();
  expect(isInstallDismissed()).toBe(true);
});
