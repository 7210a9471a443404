import { afterEach, expect, it, vi } from 'vitest';
import { dismissInstall, isInstallDismissed } from './install-prompt.ts';

afterEach(() => void vi.restoreAllMocks());

it("takes 'Not now' for this visit on a full disk", () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  dismissInstall();
  expect(isInstallDismissed()).toBe(true);
});
