import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { createOther, establishAccount } from './people.ts';
import { firstTitle, playerBar } from './player-page.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const youButton = (page: Page) => page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true });

test('Back closes only the topmost layer; Forward reopens none; a reload and a link leave no layer in the history', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const nadia = await createOther(backend, 'Nadia Oru');
  await backend.sql`
    insert into public.connections (user_id, connection_id, status) values (${nadia}, ${me}, 'accepted')`;
  await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${nadia}, ${me}, 'Friday?')`;
  await openSignedIn(page, account, '/community');
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/explore$/);
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');

  await playerBar(page)
    .getByRole('button', { name: /^Open player/ })
    .click();
  await dialog(page, 'Now playing').getByRole('button', { name: 'Queue' }).click();
  await expect(dialog(page, 'Queue')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, 'Now playing')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/explore$/);

  await youButton(page).click();
  await dialog(page, 'You')
    .getByRole('button', { name: /^Messages/ })
    .click();
  await expect(dialog(page, 'You')).toHaveCount(0);
  await dialog(page, 'Messages')
    .getByRole('button', { name: /Nadia Oru/ })
    .click();
  const field = page.getByRole('textbox', { name: 'Type a message...' });
  await expect(field).toBeVisible();
  if (isMobile) {
    await page.goBack();
    await expect(field).toHaveCount(0);
    await expect(dialog(page, 'Messages')).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');

  await page.getByRole('button', { name: `More for ${title}` }).click();
  await expect(dialog(page, title)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: `More for ${title}` })).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'layer' in history.state)).toBe(false);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: `More for ${title}` }).click();
  await dialog(page, title).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/(profile|track)\//);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/explore$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/community$/);
});

test('pull-to-refresh is disabled, and nothing is under a notch', { tag: '@once' }, async ({ page, account }) => {
  await openSignedIn(page, account, '/explore');
  const title = await firstTitle(page);
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { left: 47, right: 47 } } as never);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).paddingLeft)).toBe('47px');
  const clippedByNotch = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('a, button, input, h1, h2')].flatMap((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        const isVisible =
          width > 1 && right > 0 && left < innerWidth && each.checkVisibility({ opacityProperty: true });
        return isVisible && (left < 47 || right > innerWidth - 47) && !each.closest('ul, [role=list], [data-seek]')
          ? [`${each.tagName} ${each.textContent || each.getAttribute('aria-label')} ${left}-${right}`]
          : [];
      }),
    );
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toBeVisible();
  expect(await clippedByNotch()).toEqual([]);
  await playerBar(page)
    .getByRole('button', { name: /^Open player/ })
    .click();
  await expect(dialog(page, 'Now playing')).toBeVisible();
  expect(await clippedByNotch()).toEqual([]);
  await page.goBack();
  await youButton(page).click();
  await expect(dialog(page, 'You')).toBeVisible();
  expect(await clippedByNotch()).toEqual([]);
  await dialog(page, 'You')
    .getByRole('button', { name: /^Messages/ })
    .click();
  await expect(dialog(page, 'Messages')).toBeVisible();
  expect(await clippedByNotch()).toEqual([]);
});
