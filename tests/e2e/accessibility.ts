import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Expects no axe violations in the current colour mode. @param within CSS selectors; by default the whole page */
export async function expectAccessible(page: Page, within: readonly string[] = []): Promise<void> {
  expect(await violationsOf(page, within)).toEqual([]);
}

async function violationsOf(page: Page, within: readonly string[], rules?: string[]): Promise<[string, string[]][]> {
  // Contrast during a transition is meaningless, so finish animations first.
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  // Inject axe directly: @axe-core/playwright opens a second page and sends axe's source for every check.
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
 * Expects no axe violations in either colour mode, and no horizontal scrolling. With an open dialog, axe checks the dialog
 * only, because the page behind is dimmed.
 */
export async function expectUsable(page: Page): Promise<void> {
  // Wait until no ZAP badge is over the page.
  await expect(page.locator('[data-part=zap-badge]')).toHaveCount(0);
  const dialogs = page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
  const hasDialog = (await dialogs.count()) > 0;
  if (hasDialog) await dialogs.last().evaluate((dialog) => dialog.setAttribute('data-under-test', ''));
  const within = hasDialog ? ['[data-under-test]'] : [];
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  // The modes differ in colours only.
  expect(await violationsOf(page, within, ['color-contrast'])).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await expectAccessible(page, within);
  if (hasDialog) await dialogs.last().evaluate((dialog) => dialog.removeAttribute('data-under-test'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
