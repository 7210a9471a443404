import type { Locator, Page } from 'playwright';
import type { Settled } from '../client/page/beside-app.ts';

export async function pressKey(page: Page, key: string): Promise<Settled> {
  const watch = await page.evaluateHandle(() => ({ settled: window.besideApp.untilSettled('keydown') }));
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  const found = await watch.evaluate(({ settled }) => settled);
  await watch.dispose();
  return found;
}

interface Expected {
  readonly selector: string;
  readonly text: string;
}

/** @returns ms from the press until an element that matches `selector` with this text is painted */
export async function pressOn(target: Locator, { selector, text }: Expected): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const page = target.page();
  await page.evaluate(() => window.besideApp.untilIdle());
  const painted = page.evaluate(([css, content]) => window.besideApp.untilPainted(css, content), [
    selector,
    text,
  ] as const);
  await target.click({ force: true });
  return painted;
}
