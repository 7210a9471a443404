import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { BottomTabs } from './bottom-tabs.tsx';

afterEach(() => page.viewport(390, 844));

it('the tabs fit 320 px with text at 200 %', async () => {
  await page.viewport(320, 640);
  await renderUi(
    <>
      {/* 22 px: twice the size of the labels. */}
      <style>{'nav a, nav button { font-size: 22px !important }'}</style>
      <BottomTabs isUser={false} />
    </>,
  );
  const tabs = page.getByRole('navigation').element();
  await expect.element(page.getByRole('link', { name: 'Community' })).toBeVisible();
  expect(tabs.scrollWidth).toBe(320);
  const widths = [...tabs.children].map((tab) => tab.getBoundingClientRect().width);
  expect(widths).toEqual([64, 64, 64, 64, 64]);
});
