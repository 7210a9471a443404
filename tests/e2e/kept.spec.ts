import { expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { playerBar, seekPercent } from './player-page.ts';
import './people.ts';
import { waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

test('[S-34] keeping a group resumes after an outage and a reload; kept tracks play offline, and lost copies are restored', async ({
  page,
  backend,
  account,
}) => {
  await signIn(page, account);
  await expect(page.getByRole('article').first()).toBeVisible();
  await waitForWorker(page);
  const all = await backend.sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where is_public and not sponsored and deleted_at is null
    order by average_vote_rating desc, created_at desc limit 6`;
  const ids = all.map(({ id }) => id);
  const keptCount = () =>
    page.evaluate(
      (wanted) => wanted.filter((id) => window.undercurrent?.kept.states.get().get(id)?.kind === 'kept').length,
      ids,
    );

  backend.wire.cut();
  await page.evaluate((wanted) => window.undercurrent.kept.keepAll(wanted), ids);
  await page.goto('/library/kept');
  const list = page.getByRole('main');
  await expect(list).toContainText('0 of 6 tracks');
  await expect(list.getByRole('progressbar', { name: 'Saving' })).toHaveAttribute('aria-valuenow', '0');
  await expect(list.getByText('Comes when there is a network').first()).toBeVisible();
  await expectAccessible(page);

  backend.wire.mend();
  await page.reload();
  await expect.poll(keptCount, { timeout: 30_000 }).toBe(6);
  await expect(list).toContainText('6 tracks,');

  const [first] = all;
  const wasDeleted = await page.evaluate(async (id) => {
    const src = window.undercurrent.track(id).get()?.audioSrc ?? '';
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-audio:'));
    const deleted = await Promise.all(names.map(async (name) => (await caches.open(name)).delete(src)));
    return deleted.includes(true);
  }, first?.id ?? '');
  expect(wasDeleted).toBe(true);
  await page.reload();
  await expect(list).toContainText('6 tracks,');
  await expect.poll(keptCount, { timeout: 30_000 }).toBe(6);

  backend.wire.cut();
  await page.goto('/explore');
  await page
    .getByRole('article')
    .getByRole('button', { name: `Play ${first?.title}`, exact: true })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('slider', { name: 'Seek' }).fill('60');
  await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(59.5);
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  backend.wire.mend();
});
