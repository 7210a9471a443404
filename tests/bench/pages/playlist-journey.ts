import type { Page } from 'playwright';
import { KEY_BUDGET_MS, ROUTE_BUDGET_MS, TASK_BUDGET_MS, type Figure, ROUNDS } from './figure.ts';
import { pressKey, pressOn } from './press.ts';
import type { SeededPlaylist } from './seed-playlist.ts';

/** How long the pointer rests at the edge, while the page scrolls. */
const DRAG_MS = 3000;
/** After a drop: its action is stored, sent and acknowledged. */
const DROP_MS = 3000;
/** Distance of the pointer from the window's edge, in px: over the tab bar, where the page scrolls fastest. */
const EDGE_PX = 60;
const ROW = '[role=list][aria-label="Tracks"] [data-row]';

const grips = (page: Page) => page.getByRole('list', { name: 'Tracks' }).getByRole('button', { name: /^Move / });

export async function* openPlaylist(page: Page, { title, tracks }: SeededPlaylist): AsyncGenerator<Figure> {
  const times: number[] = [];
  const link = page.getByRole('list', { name: 'Playlists' }).getByRole('link', { name: title });
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).first().click();
  for (let round = 0; round <= ROUNDS; round += 1) {
    await link.waitFor();
    const time = await pressOn(link, { selector: ROW, text: tracks[0] ?? '' });
    if (round > 0) times.push(time);
    if (round < ROUNDS) await page.goBack();
  }
  yield { name: `to a playlist (${tracks.length})`, times, budgetMs: ROUTE_BUDGET_MS };
}

export async function* dragRows(page: Page, { tracks }: SeededPlaylist): AsyncGenerator<Figure> {
  const [dragTasks, dragFrames, dropTasks, scrolled]: [number[], number[], number[], number[]] = [[], [], [], []];
  const height = page.viewportSize()?.height ?? 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => window.besideApp.untilIdle());
    const box = await grips(page).nth(1).boundingBox();
    if (!box) throw new Error('There is no row to drag');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    const dragged = page.evaluate((length) => window.besideApp.framesFor(length), DRAG_MS);
    await page.mouse.down();
    await page.mouse.move(x, height - EDGE_PX, { steps: 20 });
    const drag = await dragged;
    const top = await page.evaluate(() => scrollY);
    const dropped = page.evaluate((length) => window.besideApp.framesFor(length), DROP_MS);
    await page.mouse.up();
    const drop = await dropped;
    if (round === 0) continue;
    dragTasks.push(drag.longestTask);
    dragFrames.push(drag.longestFrame);
    dropTasks.push(drop.longestTask);
    scrolled.push(top / height);
  }
  const screens = Math.min(...scrolled);
  if (screens < 2) throw new Error(`A drag scrolled only ${screens.toFixed(1)} screens`);
  const of = `(${tracks.length})`;
  yield { name: `dragging a row over screens ${of}: longest task`, times: dragTasks, budgetMs: TASK_BUDGET_MS };
  yield { name: `dragging ${of}: longest time between frames`, times: dragFrames, budgetMs: TASK_BUDGET_MS };
  yield { name: `dropping ${of}: longest task`, times: dropTasks, budgetMs: TASK_BUDGET_MS };
}

export async function* moveByKeys(page: Page, { tracks }: SeededPlaylist): AsyncGenerator<Figure> {
  await page.evaluate(() => scrollTo(0, 0));
  await grips(page).nth(1).focus();
  await page.keyboard.press('Space');
  const settled = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const found = await pressKey(page, 'ArrowDown');
    if (round > 0) settled.push(found);
  }
  await page.keyboard.press('Escape');
  const name = `an arrow key on a lifted row (${tracks.length})`;
  yield { name, times: settled.map(({ time }) => time), budgetMs: KEY_BUDGET_MS };
  const tasks = settled.map(({ longestTask }) => longestTask);
  yield { name: `${name}: longest task`, times: tasks, budgetMs: TASK_BUDGET_MS };
}
