import type { Page } from '@playwright/test';
import { expect, openSignedIn, retryAfterRepair, signIn, signUp, test } from './fixtures.ts';
import { firstTitle, playerBar } from './player-page.ts';

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'You', exact: true }).click();
}

test('no stored address leads a new account out of the app', { tag: '@once' }, async ({ page, newcomer }) => {
  await page.goto('/beta-access');
  await page.evaluate(`sessionStorage.setItem('asked_address', '//evil.example/');
    localStorage.setItem('asked_address', JSON.stringify({ address: 'https://evil.example/', until: Date.now() + 1e6 }))`);
  await signUp(page, newcomer);
});

test('each page sets its title; a navigation focuses the heading and starts at the top; Back restores the position', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  // Shared tracks load above the grid, and would move the page.
  await backend.sql`update public.shared_tracks set is_shared = false where is_shared`;
  await page.goto('/beta-access');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Beta access · Undercurrent');
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
  await signIn(page, account);
  await expect(page).toHaveTitle('Explore · Undercurrent');
  await page.evaluate('window.scrollTo(0, 1200)');
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(1200);

  await openMenu(page);
  await page.getByRole('link', { name: 'Profile Settings' }).click();
  await page.waitForURL('**/profile');
  await expect(page).toHaveTitle('Profile Settings · Undercurrent');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate('window.scrollY')).toBe(0);
  if (isMobile)
    await expect(page.getByRole('button', { name: 'You', exact: true })).toHaveAttribute('aria-current', 'true');

  await page.goBack();
  await expect(page.getByRole('article').first()).toBeAttached();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(1200);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(1200);

  const search = page.getByRole('searchbox');
  await search.fill('a');
  await expect(page).toHaveURL(/q=a$/);
  await expect(search).toBeFocused();

  const explore = page.getByRole('link', { name: 'Explore', exact: true }).filter({ visible: true });
  await expect(explore).toHaveAttribute('aria-current', 'page');
  await page.goto('/genres');
  await expect(explore).toHaveAttribute('aria-current', 'true');
  await page.goto('/no/such/page');
  await expect(page).toHaveTitle('Page not found · Undercurrent');
});

test(
  'a reload that aborts a pull keeps the scroll position',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    await backend.sql`update public.shared_tracks set is_shared = false where is_shared`;
    await signIn(page, account);
    await page.evaluate('window.scrollTo(0, 1200)');
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(1200);
    let onPull = () => {};
    const pull = new Promise<void>((resolve) => (onPull = resolve));
    await context.route('**/rest/v1/rpc/sync_pull', () => onPull(), { times: 1 });
    await page.evaluate(() => window.undercurrent.syncNow());
    await pull;
    await page.reload();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(1200);
  },
);

test('pages without the frame also show the player', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const title = await firstTitle(page);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.evaluate(`history.pushState({}, '', '/nowhere')`);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await playerBar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
});

test('a failed sign-out shows an error, and the menu stays usable', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  await page.evaluate(
    `Object.assign(window.undercurrentApp.auth, { signOut: () => Promise.reject(new Error('no storage')) })`,
  );
  await openMenu(page);
  const signOut = page.getByRole('button', { name: 'Sign Out' });
  await signOut.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'An unexpected error occurred. Please try again.' }),
  ).toBeVisible();
  await expect(signOut).toBeEnabled();
  await expect(signOut).not.toHaveAttribute('aria-busy', 'true');
});

test.describe('without profile rows', () => {
  test.use({ expectedErrors: ['status of 500', 'net::ERR_', 'WebSocket connection'] });
  test('the profile shows a failure, and Retry works', { tag: '@once' }, async ({ page, context, account }) => {
    for (const call of ['first_screen', 'sync_pull'])
      await context.route(`**/rest/v1/rpc/${call}*`, (route) =>
        route.fulfill({ status: 500, json: { message: 'broken' } }),
      );
    await openSignedIn(page, account, '/profile');
    const failure = page.getByRole('alert').filter({ hasText: 'Profile Loading Error' });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    await retryAfterRepair(page, failure.getByRole('button', { name: /Retry|Loading/ }), () => context.unrouteAll());
    await expect(page.getByRole('heading', { name: 'Your Tracks' })).toBeVisible();
  });
});

test('at 360 px the search placeholder and Explore fit the width', { tag: '@once' }, async ({ page, account }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(page, account);
  const search = page.getByRole('searchbox');
  const needed = await search.evaluate((field: HTMLInputElement) => {
    const { paddingLeft, paddingRight, font, letterSpacing } = getComputedStyle(field);
    const measured = document.createElement('span');
    Object.assign(measured.style, { font, letterSpacing, position: 'absolute', whiteSpace: 'nowrap' });
    measured.textContent = field.placeholder;
    document.body.append(measured);
    const { width } = measured.getBoundingClientRect();
    measured.remove();
    return width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  });
  expect(needed).toBeLessThanOrEqual((await search.boundingBox())?.width ?? 0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
