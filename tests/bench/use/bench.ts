// `npm run bench -- use [--sessions 60] [--tracks 10000] [--artists 2000]` repeats a short session of the app, and
// samples the memory of its page. `--sessions` is the number of sessions, which follow each other without a pause.
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import type postgres from 'postgres';
import { launch, openDevice } from '../client/browser.ts';
import { openBenchServer } from '../client/server.ts';
import { table } from '../measure.ts';
import { seedArtists } from '../pages/seed-artists.ts';
import { seedMessages, type SeededConversation } from '../pages/seed-messages.ts';

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '60' },
    tracks: { type: 'string', default: '10000' },
    artists: { type: 'string', default: '2000' },
  },
});
const sessionCount = Number(options.sessions);
/** Sessions between two samples of memory. */
const SAMPLE_EVERY = 5;
/** Number of tracks whose play counts other people change in each session. */
const CHANGES = 20;

interface MemorySample {
  /** Number of the session. */
  readonly round: number;
  /** MB of JavaScript heap after a garbage collection. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();
const tracks = (page: Page) => page.getByRole('list', { name: 'Tracks' });

async function searchAndScroll(page: Page): Promise<void> {
  await tab(page, 'Explore').click();
  const field = page.getByRole('searchbox', { name: /^Search/ });
  await field.fill('midnight');
  await tracks(page).getByRole('article').first().waitFor();
  await field.fill('');
  await page.mouse.move(200, 500);
  for (const direction of [1, -1]) for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, direction * 300);
}

async function visitProfile(page: Page, round: number): Promise<void> {
  await tracks(page)
    .getByRole('link')
    .nth(1 + (round % 5))
    .click();
  await page.waitForURL('**/profile/**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  for (const name of ['Community', 'Library', 'Explore']) await tab(page, name).click();
}

async function listen(page: Page, round: number): Promise<void> {
  const card = tracks(page)
    .getByRole('article')
    .nth(1 + (round % 4));
  await card.getByRole('button', { name: /^Play / }).click();
  const pause = card.getByRole('button', { name: /^Pause / });
  await pause.waitFor();
  await pause.click();
}

async function write(page: Page, { name }: SeededConversation, text: string): Promise<void> {
  await page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true }).click();
  await page.getByRole('button', { name: /^Messages/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Messages' });
  await dialog
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'Type a message...' }).fill(text);
  await page.keyboard.press('Enter');
  await dialog.locator('[data-state]').filter({ hasText: text }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function actAsOthers(sql: postgres.Sql, { me, partner }: SeededConversation, round: number): Promise<void> {
  await sql`
    update public.tracks set play_count = play_count + 1
    where id in (select id from public.tracks where is_public order by id offset ${round * CHANGES} limit ${CHANGES})`;
  await sql`insert into public.messages (sender_id, receiver_id, content) values (${partner}, ${me}, ${`Theirs ${round}`})`;
}

async function sampleMemory(page: Page, session: CDPSession, round: number): Promise<MemorySample> {
  await page.evaluate(() => window.besideApp.settled());
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    round,
    heap: value('JSHeapUsedSize') / 1e6,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}

async function main(): Promise<void> {
  const server = await openBenchServer(Number(options.tracks));
  const browser = await launch();
  try {
    await seedArtists(server.sql, Number(options.artists));
    const user = await server.createListener();
    const conversation = await seedMessages(server.sql, user.id);
    const device = await openDevice(browser, server, user);
    await device.addInitScript({ path: server.besideApp });
    const page = await device.newPage();
    await page.goto(`${server.config.supabaseUrl}/explore`);
    await page.evaluate(() => window.besideApp.arrival());
    const cdp = await device.newCDPSession(page);
    await cdp.send('Performance.enable');
    const samples: MemorySample[] = [];
    for (let round = 1; round <= sessionCount; round += 1) {
      await searchAndScroll(page);
      await visitProfile(page, round);
      await listen(page, round);
      await write(page, conversation, `Mine ${round}`);
      await actAsOthers(server.sql, conversation, round);
      if (round % SAMPLE_EVERY > 0) continue;
      samples.push(await sampleMemory(page, cdp, round));
      console.log(JSON.stringify(samples.at(-1)));
    }
    const row = ({ round, heap, nodes, listeners }: MemorySample) => [
      String(round),
      heap.toFixed(1),
      String(nodes),
      String(listeners),
    ];
    console.log(`\n${table(['session', 'heap MB', 'DOM nodes', 'listeners'], samples.map(row))}`);
    const half = samples[Math.floor(samples.length / 2)];
    const last = samples.at(-1);
    if (!half || !last) return;
    const grown = ((last.heap - half.heap) * 1000) / (last.round - half.round);
    console.log(`\nThe heap of the second half: ${grown.toFixed(0)} KB more each session (0).`);
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
