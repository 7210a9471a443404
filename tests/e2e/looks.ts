import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What stands on the page can be used by everybody, in both colour modes, and nothing is wider than the window. With a dialog open
 * it is the dialog that is looked at: the page behind it is dimmed.
 */
export async function expectUsable(page: Page): Promise<void> {
  // A badge that fades on its way up has the contrast of a moment.
  await expect(page.locator('[data-part=zap-badge]')).toHaveCount(0);
  const dialogs = page.locator('[role=dialog]:visible, [role=alertdialog]:visible');
  const isOver = (await dialogs.count()) > 0;
  if (isOver) await dialogs.last().evaluate((dialog) => dialog.setAttribute('data-looked-at', ''));
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    // So has what changes its colour, e.g. a button that opens.
    await page.evaluate(async () => {
      const passing = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
    });
    const axe = new AxeBuilder({ page });
    const { violations } = await (isOver ? axe.include('[data-looked-at]') : axe).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  }
  if (isOver) await dialogs.last().evaluate((dialog) => dialog.removeAttribute('data-looked-at'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
