import { randomUUID } from 'node:crypto';
import { expect, openSignedIn, signIn, test } from './fixtures.ts';
import { createAccount, createOther, establishAccount, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';

/** Options for changes that arrive without a poll: the time limit is well below the engine's polling interval of a minute (SY-18). */
const LIVE = { timeout: 15_000, intervals: [50] };

test("[SY-18] another person's message and connection show at once", async ({ page, backend, account }) => {
  await signIn(page, account);
  const me = await establishAccount(backend, account, 'Nina');
  const friend = await createOther(backend, 'Otis');
  const realtime = page.waitForEvent('websocket').catch(() => null);
  await page.reload();
  await realtime;
  // Cards may come from the snapshot, before the engine is open.
  await page.waitForFunction(() => window.undercurrent);
  await expect.poll(() => page.evaluate(() => window.undercurrent.status.get().hasSynced)).toBe(true);
  const connections = () => page.evaluate(() => window.undercurrent.connections.get().map(({ status }) => status));
  await backend.sql`insert into public.connections (user_id, connection_id, status) values (${friend}, ${me}, 'pending')`;
  await expect.poll(connections, LIVE).toEqual(['pending']);
  await backend.sql`update public.connections set status = 'accepted' where user_id = ${friend}`;
  await expect.poll(connections, LIVE).toEqual(['accepted']);
  await backend.sql`insert into public.messages (id, sender_id, receiver_id, content)
                    values (${randomUUID()}, ${friend}, ${me}, 'Are you there?')`;
  await expect
    .poll(
      () =>
        page.evaluate(
          (id) =>
            window.undercurrent
              .conversation(id)
              .get()
              .map(({ content }) => content),
          friend,
        ),
      LIVE,
    )
    .toEqual(['Are you there?']);
});

/** Makes a page report itself hidden: the test browser treats all its pages as visible. */
const hide = `Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;

test(
  '[SY-17] [SY-18] rows pulled by the leader show in other tabs at once, even if the leader is hidden',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    const artist = await createOther(backend, 'Ines Calder');
    await giveTrack(backend, artist, 'Quiet Corner');
    await signIn(page, account);
    await page.evaluate(hide);
    const otherPage = await context.newPage();
    await otherPage.goto('/explore?q=corner');
    const card = (title: string) => otherPage.getByRole('article', { name: title });
    await expect(card('Quiet Corner')).toBeVisible();
    await backend.sql`update public.tracks set title = 'Loud Corner' where user_id = ${artist}`;
    await expect(card('Loud Corner')).toBeVisible(LIVE);
  },
);

test("an artist's changes in another browser show without a reload: a new track, a rename while it plays, and making it private", async ({
  page,
  browser,
  backend,
  account,
  isMobile,
}) => {
  const listener = { ...account, email: `listener-${account.email}` };
  await createAccount(backend, listener);
  const artist = await establishAccount(backend, account, 'Ines Calder');
  const context = await browser.newContext({ baseURL: backend.address });
  const otherPage = await context.newPage();
  await signIn(otherPage, listener);
  await otherPage.getByRole('searchbox').fill('wet paint');
  await expect(otherPage.getByText('No tracks found')).toBeVisible();

  await openSignedIn(page, account, '/profile');
  await giveTrack(backend, artist, 'Wet Paint');
  const card = (title: string) => otherPage.getByRole('article', { name: title });
  await expect(card('Wet Paint')).toBeVisible(LIVE);
  await card('Wet Paint').getByRole('button', { name: 'Play Wet Paint' }).click();
  await expect(playerBar(otherPage)).toHaveAttribute('data-state', 'playing');

  await page.getByRole('button', { name: 'More for Wet Paint' }).click();
  await (
    isMobile
      ? page.getByRole('dialog').getByRole('button', { name: 'Rename' })
      : page.getByRole('menuitem', { name: 'Rename' })
  ).click();
  await page.getByLabel('New title of Wet Paint').fill('Wet Paint (Dry)');
  await page.keyboard.press('Enter');
  await expect(playerBar(otherPage)).toContainText('Wet Paint (Dry)', LIVE);
  await expect(card('Wet Paint (Dry)')).toBeVisible();

  if (isMobile) await page.getByRole('button', { name: 'More for Wet Paint (Dry)' }).click();
  await page.getByRole('switch', { name: 'Wet Paint (Dry) is public' }).click();
  const isPublic = () => backend.sql`select is_public from public.tracks where title = 'Wet Paint (Dry)'`;
  await expect.poll(isPublic).toEqual([{ is_public: false }]);
  await expect(card('Wet Paint (Dry)')).toHaveCount(0, LIVE);
  await expect(otherPage.getByText('is no longer available')).toBeVisible();
  await expect(playerBar(otherPage)).toHaveCount(0);
  await context.close();
});
