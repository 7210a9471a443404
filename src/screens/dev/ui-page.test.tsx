import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../../testing/ui-test.tsx';
import { UiPage } from './ui-page.tsx';

const MIN_TARGET_PX = 44;

describe('the component gallery', () => {
  for (const [theme, width] of [
    ['dark', 390],
    ['light', 1440],
  ] as const)
    it(`has no accessibility violations, ${theme} at ${width} px`, async () => {
      document.documentElement.dataset['theme'] = theme;
      await page.viewport(width, 844);
      await renderUi(<UiPage />);
      await expect.element(page.getByRole('heading', { name: 'Pieces' })).toBeVisible();
      // A colour that is still in transition from the previous theme would have another contrast.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
      await Promise.all(ending.map(({ finished }) => finished));
      const { violations } = await axe.run(document, { rules: { 'landmark-one-main': { enabled: false } } });
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    });

  for (const width of [360, 390, 720])
    it(`fits ${width} px, or ${width * 2} px at 200 % zoom, with touch targets of at least 44 px`, async () => {
      await page.viewport(width, 844);
      await renderUi(<UiPage />);
      await expect.element(page.getByRole('heading', { name: 'Pieces' })).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const tooSmall = [...document.querySelectorAll('button, a, select, input')].filter((element) => {
        if (!element.checkVisibility()) return false;
        const { width: targetWidth, height } = element.getBoundingClientRect();
        const pseudo = getComputedStyle(element, '::after');
        const extra = pseudo.content === 'none' ? 0 : -2 * (Number.parseFloat(pseudo.top) || 0);
        return height + extra < MIN_TARGET_PX || targetWidth + extra < MIN_TARGET_PX;
      });
      expect(tooSmall.map((element) => element.outerHTML)).toEqual([]);
    });
});
