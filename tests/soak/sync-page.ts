import type { Page } from '@playwright/test';

/** Sends the queue, delayed actions too, and waits until it is empty and a pull that began afterwards has ended. */
export async function syncPage(page: Page, timeout: number): Promise<void> {
  const from = await page.evaluate(() => {
    const before = window.undercurrent.status.get().lastSyncedAt ?? 0;
    window.undercurrent.syncNow(true);
    return before;
  });
  await page.waitForFunction(
    (before) => {
      const { pending, status } = window.undercurrent;
      const { work, lastSyncedAt } = status.get();
      return pending.get().length === 0 && work.kind !== 'working' && (lastSyncedAt ?? 0) > before;
    },
    from,
    { timeout },
  );
}
