import type { Locator, Page } from 'playwright';
import type { Settled } from '../client/page/beside-app.ts';

/** A key, and what the page made of it. The page watches before the key is pressed: one that came earlier would never be answered. */
export async function pressKey(page: Page, key: string): Promise<Settled> {
  const watch = await page.evaluateHandle(() => ({ settled: window.besideApp.untilSettled('keydown') }));
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  const found = await watch.evaluate(({ settled }) => settled);
  await watch.dispose();
  return found;
}

/** What a press is to lead to: something that `selector` finds, with this text. */
interface Wanted {
  readonly selector: string;
  readonly text: string;
}

/** A press on something that is in view, in a page that stands still, as a person makes it: until what is wanted is painted, in ms. */
export async function pressOn(target: Locator, { selector, text }: Wanted): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const page = target.page();
  await page.evaluate(() => window.besideApp.untilStill());
  const there = page.evaluate(([found, words]) => window.besideApp.untilThere(found, words), [selector, text] as const);
  // To look, in the midst of the press, at what it would hit would be counted too.
  await target.click({ force: true });
  return there;
}
