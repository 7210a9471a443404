import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { SystemProvider } from '../../design/system-provider.tsx';
import { localTexts } from '../../platform/page-storage.ts';
import { normalizesLoudness, setNormalizesLoudness } from './loudness-normalization.ts';
import { LoudnessSwitch } from './loudness-switch.tsx';

beforeEach(() => setNormalizesLoudness(true));
afterEach(() => vi.restoreAllMocks());

it('the switch is on until the person turns it off, and stores each change on the device', async () => {
  await render(<LoudnessSwitch />, { wrapper: SystemProvider });
  const control = page.getByRole('switch', { name: 'Even out loudness' });
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  await control.click();
  await expect.element(control).toHaveAttribute('aria-checked', 'false');
  expect([normalizesLoudness.get(), localTexts.get('even-loudness')]).toEqual([false, 'off']);
  await control.click();
  expect([normalizesLoudness.get(), localTexts.get('even-loudness')]).toEqual([true, 'on']);
});

it('the switch follows another tab at once', async () => {
  await render(<LoudnessSwitch />, { wrapper: SystemProvider });
  const control = page.getByRole('switch', { name: 'Even out loudness' });
  const otherTab = document.body.appendChild(document.createElement('iframe'));
  otherTab.contentWindow?.localStorage.setItem('even-loudness', 'off');
  await expect.element(control).toHaveAttribute('aria-checked', 'false');
  expect(normalizesLoudness.get()).toBe(false);
  otherTab.contentWindow?.localStorage.setItem('even-loudness', 'on');
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  expect(normalizesLoudness.get()).toBe(true);
  otherTab.remove();
});

it('there is no switch where a page cannot set the volume, as on iOS', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
  const { container } = await render(<LoudnessSwitch />, { wrapper: SystemProvider });
  expect(container.textContent).toBe('');
});
