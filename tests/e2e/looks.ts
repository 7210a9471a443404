import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * The part of the page can be used by everybody, as far as axe-core tells, in the colours that it has.
 * @param within CSS selectors of the parts to look at; the whole page when left out
 */
export async function expectAccessible(page: Page, within: readonly string[] = []): Promise<void> {
  expect(await violationsOf(page, within)).toEqual([]);
}

/**
 * What axe-core finds, as the rule and the elements that break it.
 * @param rules names of the rules to look for; all when left out
 */
async function violationsOf(page: Page, within: readonly string[], rules?: string[]): Promise<[string, string[]][]> {
  // What changes its colour, e.g. a button that opens, has the contrast of a moment.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // Its own driver for Playwright judges in a second page, and hands the source to each page for every look.
  if (await page.evaluate('!window.axe')) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ include, runOnly }) => {
      const { violations } = await window.axe.run(
        { include },
        { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
      );
      return violations.map(({ id, nodes }): [string, string[]] => [id, nodes.map(({ html }) => html)]);
    },
    { include: within.length > 0 ? [...within] : ['html'], runOnly: rules },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * What stands on the page can be used by everybody, in both colour modes, and nothing is wider than the window. With a dialog open
 * it is the dialog that is looked at: the page behind it is dimmed.
 */
export async function expectUsable(page: Page): Promise<void> {
  // A badge that fades on its way up, too.
  await expect(page.locator('[data-part=zap-badge]')).toHaveCount(0);
  const dialogs = page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
  const isOver = (await dialogs.count()) > 0;
  if (isOver) await dialogs.last().evaluate((dialog) => dialog.setAttribute('data-looked-at', ''));
  const within = isOver ? ['[data-looked-at]'] : [];
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  // Of all that is judged only colours differ between the modes.
  expect(await violationsOf(page, within, ['color-contrast'])).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await expectAccessible(page, within);
  if (isOver) await dialogs.last().evaluate((dialog) => dialog.removeAttribute('data-looked-at'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
