import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectInBounds } from './bounds.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch', 'Failed to load resource'] });

test('after one visit to Explore, every page opens offline, shows the data on the device and says what needs the network', async ({
  page,
  context,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const friend = await createOther(backend, 'Tin Orchard');
  const ownTitle = `Quarry ${me.slice(0, 6)}`;
  const friendTitle = `Marsh ${me.slice(0, 6)}`;
  await giveTrack(backend, me, ownTitle);
  const trackId = await giveTrack(backend, friend, friendTitle);
  await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${friend}, 'accepted')`;
  await openSignedIn(page, account, '/explore');
  await reloadUnderWorker(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  // Cards may come from the snapshot, before the engine is open.
  await page.waitForFunction(() => window.undercurrent);
  await expect.poll(() => page.evaluate(() => window.undercurrent.connections.get().length)).toBe(1);
  await page.close();
  backend.wire.cut();

  const cold = await context.newPage();
  const main = cold.getByRole('main');
  const heading = (name: string) => main.getByRole('heading', { level: 1, name });
  const pages: [path: string, expectLoaded: (page: Page) => Promise<void>][] = [
    ['/explore', () => expect(main.getByRole('article').first()).toContainText('Not saved on this device')],
    [
      `/track/${trackId}`,
      async () => {
        await expect(heading(friendTitle)).toBeVisible();
        await expect(main.getByText('Not saved on this device').first()).toBeVisible();
        await expect(main.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
      },
    ],
    [`/track/${randomUUID()}`, () => expect(main.getByText(/network|connection|device/i).first()).toBeVisible()],
    ['/profile', () => expect(main.getByText(ownTitle).first()).toBeVisible()],
    [`/profile/${friend}`, () => expect(main.getByText(friendTitle)).toBeVisible()],
    [`/profile/${randomUUID()}`, () => expect(heading('Failed to load profile')).toBeVisible()],
    ['/community', () => expect(main.getByRole('article', { name: 'Tin Orchard' })).toBeVisible()],
    ['/connections', () => expect(main.getByRole('article', { name: 'Tin Orchard' })).toBeVisible()],
    ['/radio', () => expect(main.getByRole('article').first()).toBeVisible()],
    ['/store', () => expect(main.getByText('Mystery Pack').first()).toBeVisible()],
    ['/vault', () => expect(heading('THE VAULT')).toBeVisible()],
    ['/upload', () => expect(main.getByLabel('Choose an MP3')).toBeAttached()],
    ['/device', () => expect(main.getByText('Nothing waits')).toBeVisible()],
    ['/library', () => expect(main.getByText('No favourites yet')).toBeVisible()],
    ['/library/kept', () => expect(heading('Kept on this device')).toBeVisible()],
    ['/genres', () => expect(main.getByText('Coming Soon')).toBeVisible()],
    ['/debug/zaps', () => expect(main).toContainText('60')],
    ['/no-such-page', () => expect(main.getByRole('heading', { level: 1 })).toBeVisible()],
  ];
  for (const [path, expectLoaded] of pages)
    await test.step(path, async () => {
      await cold.goto(path);
      await expectLoaded(cold);
      await expectInBounds(cold);
    });
  backend.wire.mend();
  await backend.sql`update public.tracks set deleted_at = now() where id = ${trackId}`;
});
