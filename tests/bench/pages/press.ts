import type { Locator, Page } from 'playwright';
import type { Settled } from '../client/page/beside-app.ts';

/**
 * Presses a key and returns the result of the press. The page watches before the press, otherwise an early event would be missed.
 */
export async function pressKey(page: Page, key: string): Promise<Settled> {
  const watch = await page.evaluateHandle(() => ({ settled: window.besideApp.untilSettled('keydown') }));
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  const found = await watch.evaluate(({ settled }) => settled);
  await watch.dispose();
  return found;
}

/** The expected result of a press: an element that matches `selector` and contains this text. */
interface Expected {
  readonly selector: string;
  readonly text: string;
}

/** Scrolls to an element, presses it once the page is idle, and returns the ms until the expected element is painted. */
export async function pressOn(target: Locator, { selector, text }: Expected): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const page = target.page();
  await page.evaluate(() => window.besideApp.untilIdle());
  const painted = page.evaluate(([css, content]) => window.besideApp.untilPainted(css, content), [
    selector,
    text,
  ] as const);
  // Playwright's check of the hit target during the press would be counted too, so skip it.
  await target.click({ force: true });
  return painted;
}
