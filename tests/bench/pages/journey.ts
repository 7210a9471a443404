import type { Page } from 'playwright';
import { KEY_BUDGET_MS, ROUTE_BUDGET_MS, TASK_BUDGET_MS, type Figure, ROUNDS } from './figure.ts';
import { pressKey, pressOn } from './press.ts';

const SCROLL_MS = 5000;
const WHEEL_PX = 120;

const searches = [
  { what: 'Explore', tab: 'Explore', field: /^Search/, text: 'midnight brid' },
  { what: 'Community', tab: 'Community', field: 'Search artists by name...', text: 'artist 17' },
] as const;

export async function* typeSearches(page: Page): AsyncGenerator<Figure> {
  for (const { what, tab, field, text } of searches) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).first().click();
    const input = page.getByRole('searchbox', { name: field });
    await input.click();
    const keys = [...Array.from(text), ...Array.from(text, () => 'Backspace')];
    const settled = [];
    for (const key of keys) settled.push(await pressKey(page, key));
    // A key that does not change the list has a time of 0: drop it.
    const times = settled.map(({ time }) => time).filter((time) => time > 0);
    yield { name: `${what}: a key to the list that it changes`, times, budgetMs: KEY_BUDGET_MS };
    const tasks = settled.map(({ longestTask }) => longestTask);
    yield { name: `${what}: longest task of a key`, times: tasks, budgetMs: TASK_BUDGET_MS };
  }
}

export async function* followLinks(page: Page): AsyncGenerator<Figure> {
  const tabs = ['Community', 'Library', 'Explore'] as const;
  const headings = { Community: 'Meet the Creators', Library: 'Library', Explore: 'before anywhere.' };
  const times = new Map<string, number[]>(tabs.map((tab) => [tab, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const tab of tabs) {
      const link = page.getByRole('navigation').getByRole('link', { name: tab }).first();
      const time = await pressOn(link, { selector: 'h1', text: headings[tab] });
      if (round > 0) times.get(tab)?.push(time);
    }
  for (const [tab, found] of times) yield { name: `to ${tab}`, times: found, budgetMs: ROUTE_BUDGET_MS };

  const toPerson: number[] = [];
  const list = page.getByRole('list', { name: 'Tracks' });
  await page.evaluate(() => window.besideApp.untilIdle());
  const names = (await list.getByRole('link').allTextContents()).slice(1, ROUNDS + 2);
  for (const [round, name] of names.entries()) {
    const link = list.getByRole('link', { name, exact: true }).first();
    const time = await pressOn(link, { selector: 'h1', text: name });
    if (round > 0) toPerson.push(time);
    await page.goBack();
    await list.waitFor();
  }
  yield { name: 'to a person', times: toPerson, budgetMs: ROUTE_BUDGET_MS };
}

export async function* scrollPages(page: Page): AsyncGenerator<Figure> {
  for (const tab of ['Explore', 'Community']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).first().click();
    await page.mouse.move(200, 500);
    let isOver = false;
    const frames = page
      .evaluate((length) => window.besideApp.framesFor(length), SCROLL_MS)
      .finally(() => (isOver = true));
    while (!isOver) await page.mouse.wheel(0, WHEEL_PX);
    const { longestTask, longestFrame } = await frames;
    yield { name: `scrolling ${tab}: longest task`, times: [longestTask], budgetMs: TASK_BUDGET_MS };
    yield { name: `scrolling ${tab}: longest time between frames`, times: [longestFrame], budgetMs: TASK_BUDGET_MS };
  }
}
