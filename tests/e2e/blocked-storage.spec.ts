import { expect, passGate, signUp, test } from './fixtures.ts';
import { firstTitle, playerBar } from './player-page.ts';

test.use({ serviceWorkers: 'block' });

function blockStorage(): void {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: blocked });
  IDBFactory.prototype.open = blocked;
  CacheStorage.prototype.open = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
  LockManager.prototype.request = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(blockStorage);
});

test('with storage blocked a guest passes the gate, sees and plays tracks, and reads that nothing is saved', async ({
  page,
}) => {
  await passGate(page);
  await page.getByRole('link', { name: '← Back to home' }).click();
  const title = await firstTitle(page);
  await expect(page.getByText('Nothing is saved on this device')).toBeVisible();
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
});

test('with storage blocked a person signs up, gets a play counted, and signs out', async ({ page, newcomer }) => {
  await signUp(page, newcomer);
  await expect(page.getByText('Nothing is saved on this device')).toBeVisible();
  await page.evaluate(async () => {
    const track = window.undercurrent.explore({ search: '', genre: null }).get().tracks[0];
    await window.undercurrent.enqueue('play.record', {
      track_id: track?.id ?? '',
      progress_ms: 30_000,
      is_manual: true,
    });
  });
  await expect.poll(() => page.evaluate(() => window.undercurrent.me.get()?.balance?.zaps)).toBe(2);
  await page.getByRole('button', { name: 'You', exact: true }).first().click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/beta-access/, { timeout: 15_000 });
});
