import { beginConversation } from './conversation-page.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { establishAccount, giveTrack, idOf } from './people.ts';
import { openQueue, playerBar } from './player-page.ts';
import { fillForm } from './upload-page.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

test(
  'a deleted track leaves the player, the queue and the device, and the page says so',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const artist = await establishAccount(backend, account, 'Ines Calder');
    const ids = [
      await giveTrack(backend, artist, 'Slow Harbour'),
      await giveTrack(backend, artist, 'Ninth Platform'),
      await giveTrack(backend, artist, 'Copper Rain'),
    ];
    // People get no notice when they delete a track themselves, so somebody else must own it.
    await backend.sql`update public.tracks set user_id = (select id from public.user_profiles where id <> ${artist} limit 1)
    where id = any(${ids})`;
    await openSignedIn(page, account, `/track/${ids[1]}`);
    await page.evaluate((wanted) => window.undercurrent.kept.keepAll(wanted), ids.slice(1, 2));
    for (const id of ids) {
      await page.goto(`/track/${id}`);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add to queue' }).click();
    }
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect(page).toHaveTitle(/^▶ Copper Rain, /);
    await expect
      .poll(() => page.evaluate((id) => window.undercurrent.kept.states.get().get(id)?.kind, ids[1] ?? ''))
      .toBe('kept');
    const current = ids[2] ?? '';
    await backend.sql`delete from public.tracks where id = any(${[current, ids[1] ?? '']})`;
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('no longer available', {
      timeout: 15_000,
    });
    await expect(playerBar(page)).not.toContainText('Copper Rain');
    const queue = await openQueue(page);
    await expect(queue).not.toContainText('Copper Rain');
    await expect(queue).not.toContainText('Ninth Platform');
    await expect
      .poll(() => page.evaluate((id) => window.undercurrent.kept.states.get().has(id), ids[1] ?? ''))
      .toBe(false);
  },
);

test(
  'the document title is the playing track, else the title of the page',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const artist = await establishAccount(backend, account, 'Ines Calder');
    const id = await giveTrack(backend, artist, 'Slow Harbour');
    await openSignedIn(page, account, `/track/${id}`);
    await expect(page).toHaveTitle('Slow Harbour, Ines Calder · Undercurrent');
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect(page).toHaveTitle('▶ Slow Harbour, Ines Calder');
    await playerBar(page).getByRole('button', { name: 'Pause' }).click();
    await expect(page).toHaveTitle('Slow Harbour, Ines Calder · Undercurrent');
    await page.goto('/explore');
    await expect(page).toHaveTitle('Explore · Undercurrent');
  },
);

test("a track's page opens from the queue, from Now Playing and from the kept music", async ({
  page,
  backend,
  account,
}) => {
  const artist = await establishAccount(backend, account, 'Ines Calder');
  const id = await giveTrack(backend, artist, 'Slow Harbour');
  await openSignedIn(page, account, `/track/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click();
  await page.evaluate((wanted) => window.undercurrent.kept.keepAll([wanted]), id);
  const expectTrackPage = async () => {
    await expect(page).toHaveURL(new RegExp(`/track/${id}$`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.goto('/library/kept');
  await page.getByRole('main').getByRole('link', { name: 'Slow Harbour' }).click();
  await expectTrackPage();
  await page.goto('/explore');
  await page.getByRole('button', { name: /^Open player/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Slow Harbour' }).click();
  await expectTrackPage();
  await page.goto('/explore');
  const queue = await openQueue(page);
  await queue.getByRole('link', { name: 'Open Slow Harbour' }).click();
  await expectTrackPage();
});

test(
  'a new person is asked for a public name once, on a page about people, and can set it offline',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await openSignedIn(page, account, '/community');
    const question = page.getByRole('form', { name: 'What should others call you?' });
    await expect(question).toBeVisible();
    backend.wire.cut();
    await question.getByRole('textbox', { name: 'Public name' }).fill('Nina Kay');
    await question.getByRole('button', { name: 'Save name' }).click();
    await expect(question).toHaveCount(0);
    backend.wire.mend();
    const id = await idOf(backend, account.email);
    await expect
      .poll(
        async () =>
          (await backend.sql`select artist_name from public.user_profiles where id = ${id}`)[0]?.['artist_name'],
        {
          timeout: 30_000,
        },
      )
      .toBe('Nina Kay');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Meet the Creators' })).toBeVisible();
    await expect(question).toHaveCount(0);
  },
);

test(
  'an unresponsive server is reported for a message and an upload, and both arrive once',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await beginConversation(page, backend, account, 'Are you there?');
    backend.wire.hold();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const conversation = page.getByRole('dialog', { name: 'Messages' });
    const status = conversation.getByRole('status').filter({ hasText: 'Waiting for the network' });
    await expect(status).toBeVisible();
    await page.getByRole('textbox', { name: 'Type a message...' }).fill('Still there?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    // The first message may be on its way already: then it shows that it is being sent.
    const second = conversation.locator('[data-message]').filter({ hasText: 'Still there?' });
    await expect(second).toContainText('Waiting to send');
    backend.wire.release();
    const messages = () => backend.sql`select content from public.messages where sender_id = ${me}`;
    await expect.poll(messages).toHaveLength(2);
    await expect(status).toHaveCount(0);

    await page.goto('/upload');
    await fillForm(page, 'Held Breath');
    backend.wire.hold();
    await page.getByRole('button', { name: 'Upload track' }).click();
    const pill = page.getByRole('banner').getByRole('button', { name: 'Waiting for the network' });
    await expect(pill).toBeVisible();
    backend.wire.release();
    const tracks = () => backend.sql`select title from public.tracks where user_id = ${me} and title = 'Held Breath'`;
    await expect.poll(tracks).toHaveLength(1);
    await expect(pill).toHaveCount(0);
  },
);
