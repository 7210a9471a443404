import type { Browser, Page } from '@playwright/test';
import { type Account, type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { createOther, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

async function loadedWidth(page: Page, container: string): Promise<number> {
  let width = 0;
  const read = async () => {
    const image = page.locator(`${container} img`).first();
    return (width = await image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth));
  };
  await expect.poll(read).toBeGreaterThan(0);
  return width;
}

async function loadedWidths(
  browser: Browser,
  { backend, account, page }: { backend: Backend; account: Account; page: Page },
  deviceScaleFactor: number,
) {
  const context = await browser.newContext({
    baseURL: backend.address,
    viewport: page.viewportSize(),
    deviceScaleFactor,
    serviceWorkers: 'block',
  });
  const screen = await context.newPage();
  await openSignedIn(screen, account, '/explore');
  const card = await loadedWidth(screen, 'article');
  await screen
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(playerBar(screen)).toHaveAttribute('data-state', 'playing');
  const bar = await loadedWidth(screen, '[aria-label=Player]');
  await screen.getByRole('button', { name: /^Open player/ }).click();
  const nowPlaying = await loadedWidth(screen, '[role=dialog]');
  await context.close();
  return { card, bar, nowPlaying };
}

test(
  'covers load in the smallest stored size that is sharp in their container, at device pixel ratios 1 and 3',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    expect(await loadedWidths(browser, { backend, account, page }, 1)).toEqual({
      card: 480,
      bar: 160,
      nowPlaying: 480,
    });
    expect(await loadedWidths(browser, { backend, account, page }, 3)).toEqual({
      card: 480,
      bar: 160,
      nowPlaying: 800,
    });
  },
);

test(
  'a track without a cover shows a generated one, and offline any cached size is used',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    const [covered] = await backend.sql<{ id: string }[]>`
    select id from public.tracks where is_public and not sponsored and deleted_at is null and cover_url is not null
    order by average_vote_rating desc, created_at desc, id`;
    const coverless = await giveTrack(backend, await createOther(backend, 'Bare Wall'), 'No Picture');
    await backend.sql`update public.tracks set average_vote_rating = 5 where id = ${coverless}`;
    await openSignedIn(page, account, '/explore');
    await reloadUnderWorker(page);
    const grid = page.getByRole('list', { name: 'Tracks' });
    const generated = grid.locator('article [data-made]').first();
    await expect(generated).toBeVisible();
    await expect.poll(() => loadedWidth(page, 'article')).toBe(480);
    const [box, coverBox] = await Promise.all([
      generated.boundingBox(),
      grid.locator('article img').first().boundingBox(),
    ]);
    expect([box?.width, box?.height]).toEqual([coverBox?.width, coverBox?.height]);
    const generatedMarkup = await generated.innerHTML();

    backend.wire.cut();
    try {
      const offline = await context.newPage();
      await offline.goto('/explore');
      const offlineCover = offline.getByRole('list', { name: 'Tracks' }).locator('article [data-made]').first();
      await expect(offlineCover).toBeVisible();
      expect(await offlineCover.innerHTML()).toBe(generatedMarkup);
      expect(await loadedWidth(offline, 'article')).toBe(480);
      // Online, the track's page would load a larger size.
      await offline.goto(`/track/${covered?.id ?? ''}`);
      expect(await loadedWidth(offline, 'main')).toBe(480);
    } finally {
      backend.wire.mend();
      await backend.sql`update public.tracks set deleted_at = now() where id = ${coverless}`;
    }
  },
);
