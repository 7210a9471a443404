import type { Page } from 'playwright';
import type { Settled } from '../client/page/beside-app.ts';

/** A key, and what the page made of it. The page watches before the key is pressed: one that came earlier would never be answered. */
export async function pressKey(page: Page, key: string): Promise<Settled> {
  const watch = await page.evaluateHandle(() => ({ settled: window.besideApp.untilSettled('keydown') }));
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  const found = await watch.evaluate(({ settled }) => settled);
  await watch.dispose();
  return found;
}
