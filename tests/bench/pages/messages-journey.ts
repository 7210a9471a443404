import type { Page } from 'playwright';
import type postgres from 'postgres';
import { KEY_BUDGET_MS, ROUTE_BUDGET_MS, TASK_BUDGET_MS, type Figure, ROUNDS } from './figure.ts';
import { pressKey, pressOn } from './press.ts';
import type { SeededConversation } from './seed-messages.ts';

const ARRIVAL_MS = 4000;
const TYPED = 'see you on thursday';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Type a message...' });
const rowOf = (page: Page, name: string) =>
  dialog(page)
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .first();

export async function* openMessages(page: Page, { name }: SeededConversation): AsyncGenerator<Figure> {
  const [toConnections, toList]: [number[], number[]] = [[], []];
  const you = page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true });
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.getByRole('navigation').getByRole('link', { name: 'Community' }).first().click();
    await you.click();
    const connections = await pressOn(page.getByRole('link', { name: /^Connections/ }), {
      selector: '[role=list][aria-label="My Connections"] article',
      text: 'Person',
    });
    await you.click();
    const list = await pressOn(page.getByRole('button', { name: /^Messages/ }), {
      selector: '[role=dialog] button',
      text: name,
    });
    if (round > 0) {
      toConnections.push(connections);
      toList.push(list);
    }
    if (round < ROUNDS) await page.keyboard.press('Escape');
  }
  yield { name: 'to Connections (200)', times: toConnections, budgetMs: ROUTE_BUDGET_MS };
  yield { name: 'to the list of conversations (500)', times: toList, budgetMs: ROUTE_BUDGET_MS };
}

export async function* openThread(page: Page, { name, last }: SeededConversation): AsyncGenerator<Figure> {
  const [toThread, toOlder]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const time = await pressOn(rowOf(page, name), { selector: '[data-state]', text: last });
    if (round > 0) toThread.push(time);
    if (round < ROUNDS) await dialog(page).getByRole('button', { name: 'Back' }).click();
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.evaluate(() => window.besideApp.untilIdle());
    const time = await page.evaluate(
      (text) => window.besideApp.scrollUpUntilPainted('[aria-label="What was said"]', '[data-state]', text),
      `Message ${10_000 - 20 * (round + 1)}`,
    );
    if (round > 0) toOlder.push(time);
  }
  yield { name: 'to a conversation of 10,000', times: toThread, budgetMs: ROUTE_BUDGET_MS };
  yield { name: 'to its older messages', times: toOlder, budgetMs: ROUTE_BUDGET_MS };
}

export async function* typeMessage(page: Page): AsyncGenerator<Figure> {
  await field(page).click();
  const settled = [];
  for (const key of TYPED) settled.push(await pressKey(page, key));
  yield { name: 'a key in the field', times: settled.map(({ time }) => time), budgetMs: KEY_BUDGET_MS };
  yield {
    name: 'longest task of a key',
    times: settled.map(({ longestTask }) => longestTask),
    budgetMs: TASK_BUDGET_MS,
  };
}

export async function* receive(
  page: Page,
  { me, partner }: SeededConversation,
  sql: postgres.Sql,
): AsyncGenerator<Figure> {
  const tasks: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const frames = page.evaluate((length) => window.besideApp.framesFor(length), ARRIVAL_MS);
    const text = `It came ${round}`;
    await sql`insert into public.messages (sender_id, receiver_id, content) values (${partner}, ${me}, ${text})`;
    const { longestTask } = await frames;
    await dialog(page).locator('[data-state]').filter({ hasText: text }).waitFor();
    if (round > 0) tasks.push(longestTask);
  }
  yield { name: 'longest task while a message arrives', times: tasks, budgetMs: TASK_BUDGET_MS };
}
