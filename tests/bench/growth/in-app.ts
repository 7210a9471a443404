import type { Page, Route } from 'playwright';
import type { Settled } from '../client/page/beside-app.ts';
import { allWords } from './words.ts';

/**
 * Selector of the elements that change after the device's results: the server's results, the counts for screen readers, and pictures, whose
 * files the seeded catalogue lacks.
 */
const AFTER_DEVICE = 'section + section, [role=status], [aria-hidden]';
const PAGES = 100;

/**
 * Types `allWords` into the search, key by key, with the server's answers held back.
 * @returns the times from a key to the list that it changes, in ms, by the kind of words
 */
export async function timeKeys(page: Page): Promise<Map<string, number[]>> {
  const held: Route[] = [];
  await page.route('**/rpc/visit_rows', (route) => void held.push(route));
  const release = () => Promise.all(held.splice(0).map((route) => route.continue()));
  const session = await page.context().newCDPSession(page);
  const press = async (text: string): Promise<Settled> => {
    const watch = await page.evaluateHandle(
      (ignored) => ({ settled: window.besideApp.untilSettled('keydown', ignored) }),
      AFTER_DEVICE,
    );
    // Playwright's keyboard has no keys beyond Latin.
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
    const settled = await watch.evaluate(({ settled: found }) => found);
    await watch.dispose();
    return settled;
  };
  const field = page.getByRole('searchbox', { name: /^Search/ });
  const times = new Map<string, number[]>();
  const clear = async () => {
    await field.fill('');
    await page.evaluate(() => window.besideApp.untilIdle());
    await release();
    await page.evaluate(() => window.besideApp.untilIdle());
  };
  // The first search loads code.
  await field.click();
  await press('x');
  await clear();
  for (const { kind, typed } of allWords) {
    await field.click();
    const settled: number[] = [];
    for (const key of typed) {
      settled.push((await press(key)).time);
      await release();
      // Storing the answer must not delay the next key.
      await page.evaluate(() => window.besideApp.untilIdle());
    }
    // A key that does not change the list has a time of 0: drop it.
    times.set(
      kind,
      settled.filter((time) => time > 0),
    );
    await clear();
  }
  await page.unroute('**/rpc/visit_rows');
  return times;
}

/**
 * Scrolls through up to 100 pages that follow those on the device.
 * @returns the time of each from the scroll to the end of the list, in ms; empty if no page follows
 */
export async function timeNextPages(page: Page): Promise<number[]> {
  const times: number[] = [];
  while (times.length < PAGES) {
    await page.evaluate(() => window.besideApp.untilIdle());
    const time = await page.evaluate(() => window.besideApp.nextPageUntilPainted());
    if (time === null) break;
    times.push(time);
  }
  return times;
}
