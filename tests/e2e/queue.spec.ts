import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createAccount } from './people.ts';
import { collectAudio, openQueue, playerBar, seekPercent, soundingSeconds } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

async function titlesOf(page: Page, count: number): Promise<string[]> {
  const cards = page.getByRole('article').getByRole('button', { name: /^Play / });
  await expect(cards.nth(count - 1)).toBeVisible();
  const labels = await Promise.all(
    Array.from({ length: count }, (_, i) => cards.nth(i).getAttribute('aria-label').then(String)),
  );
  return labels.map((label) => label.replace('Play ', ''));
}

async function chooseAction(page: Page, title: string, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: action }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const rowsOf = (queue: Locator) => queue.getByRole('listitem');

test('tracks are queued from their cards, and reordered by keys, buttons and dragging', async ({ page, account }) => {
  await signIn(page, account);
  const [first = '', second = '', third = ''] = await titlesOf(page, 3);
  await chooseAction(page, first, 'Add to queue');
  await chooseAction(page, second, 'Add to queue');
  await chooseAction(page, third, 'Play next');
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  const queue = await openQueue(page);
  await expectAccessible(page, ['[role=dialog]']);
  await expect(rowsOf(queue)).toContainText([first, third, second]);

  const grip = (title: string) => queue.getByRole('button', { name: `Move ${title}`, exact: true });
  await grip(second).press(' ');
  await grip(second).press('ArrowUp');
  await expect(queue.getByRole('status').filter({ hasText: 'place 2 of 3' })).toContainText(second);
  // Escape returns the row, and leaves the queue open.
  await grip(second).press('Escape');
  await expect(rowsOf(queue)).toContainText([first, third, second]);
  for (const key of [' ', 'ArrowUp', ' ']) await grip(second).press(key);
  await expect(rowsOf(queue)).toContainText([first, second, third]);
  await expect(grip(second)).toBeFocused();

  await grip(first).click();
  await queue.getByRole('button', { name: `Move ${first} down`, exact: true }).click();
  await grip(first).click();
  await expect(rowsOf(queue)).toContainText([second, first, third]);
  await expect(rowsOf(queue).nth(1)).toHaveAttribute('aria-current', 'true');

  const from = await grip(third).boundingBox();
  const to = await rowsOf(queue).first().boundingBox();
  if (!from || !to) throw new Error('The queue has no rows to drag');
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, to.y + to.height / 2 - 8, { steps: 8 });
  await expect(rowsOf(queue).filter({ hasText: third })).toHaveCSS('z-index', '1');
  await page.mouse.up();
  await expect(rowsOf(queue)).toContainText([third, second, first]);

  await queue.getByRole('button', { name: `Remove ${second}`, exact: true }).click();
  await expect(rowsOf(queue)).toContainText([third, first]);
  await queue.getByRole('button', { name: 'Clear the queue' }).click();
  await expect(rowsOf(queue)).toContainText([first]);
});

test(
  'the queue shuffles, repeats, persists on the device and has a sleep timer; a single track stays after its end',
  { tag: '@once' },
  async ({ page, account }) => {
    await collectAudio(page);
    await signIn(page, account);
    const [first = '', second = '', third = ''] = await titlesOf(page, 3);
    await reloadUnderWorker(page);
    for (const title of [first, second, third]) await chooseAction(page, title, 'Add to queue');
    const seekTo = (percent: string) => page.getByRole('slider', { name: 'Seek' }).fill(percent);
    let queue = await openQueue(page);
    const press = (name: string | RegExp) => queue.getByRole('button', { name, exact: true }).click();
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(queue).toHaveCount(0);
    };
    const audioRequested = page.waitForRequest((request) => request.url().includes('.mp3'));
    await press('Save queue on this device');
    await audioRequested;
    await expect(rowsOf(queue).filter({ hasText: '· saved' })).toHaveCount(3);

    await press(`Play ${second}`);
    await press('Shuffle');
    await expect(queue.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true');
    await expect(rowsOf(queue).first()).toContainText(second);
    await press('Repeat all');
    await expect(queue.getByRole('status').filter({ hasText: 'Repeat one' })).toBeAttached();
    await press('Sleep timer');
    await expectAccessible(page, ['[role=dialog]']);
    await press('60 min');
    await expect(queue.getByRole('button', { name: 'Sleep timer, 60 min left' })).toBeFocused();
    await press('Back to player');
    const playing = page.getByRole('dialog', { name: 'Now playing' });
    await playing.getByRole('button', { name: 'Sleep timer, 60 min left' }).click();
    await press(/^Sleep timer, /);
    await press('Turn off');
    await expect(queue.getByRole('button', { name: 'Sleep timer', exact: true })).toBeVisible();
    await close();

    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await seekTo('98.5');
    await expect.poll(() => soundingSeconds(page)).toBeLessThan(20);
    await expect(playerBar(page)).toContainText(second);

    await page.reload();
    await expect(playerBar(page)).toContainText(second);
    queue = await openQueue(page);
    await expect(queue.getByRole('button', { name: 'Repeat one' })).toBeVisible();
    await expect(rowsOf(queue).first()).toContainText(second);
    await press('Shuffle');
    await expect(rowsOf(queue)).toContainText([first, second, third]);
    await expect(rowsOf(queue).nth(1)).toHaveAttribute('aria-current', 'true');
    await press('Repeat one');

    await press('Sleep timer');
    await press('End of track');
    await close();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await seekTo('98.5');
    await expect(page.getByText('It stopped the sound.')).toBeVisible();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText(third);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await seekTo('98.5');
    await expect(playerBar(page)).toContainText(first);
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');

    queue = await openQueue(page);
    await press('Clear the queue');
    await close();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await seekTo('98.5');
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    await expect(playerBar(page)).toContainText(first);
    expect(await seekPercent(page)).toBe(0);
  },
);

test('a page reloaded right after the first press restores its queue', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const [title = ''] = await titlesOf(page, 1);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toContainText(title);
  await page.reload();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  await expect(playerBar(page)).toContainText(title);
});

test("playing an artist queues the artist's tracks by plays, and a track of theirs that already plays continues", async ({
  page,
  account,
  backend,
}) => {
  const [artist] = await backend.sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), ${`artist-of-${account.email}`}) returning id`;
  // Other tests share the catalogue, so the titles need a prefix of their own.
  const titlePrefix = account.email.replace(/@.*/, '');
  const [seldom, often, sometimes] = [`${titlePrefix} seldom`, `${titlePrefix} often`, `${titlePrefix} sometimes`];
  const playCounts = { [seldom]: 1, [often]: 9, [sometimes]: 5 };
  for (const [title, playCount] of Object.entries(playCounts))
    await backend.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, play_count)
      select gen_random_uuid(), ${artist?.id ?? ''}, ${title}, 'Session artist', 'House', audio_url || ${`?copy=${encodeURIComponent(title)}`}, duration_ms, audio_bytes, true, ${playCount}
      from public.tracks where is_public and deleted_at is null and audio_url not like '%copy=%' limit 1`;
  await collectAudio(page);
  await signIn(page, account);
  await page.getByRole('searchbox').fill(titlePrefix);
  await page.getByRole('button', { name: `Play ${sometimes}` }).click();
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(1);
  // The profile name is the local part of the mail address (S-43).
  await chooseAction(page, sometimes, `Play artist-of-${titlePrefix}`);
  expect(await soundingSeconds(page)).toBeGreaterThan(1);
  const queue = await openQueue(page);
  await expect(rowsOf(queue)).toContainText([often, sometimes, seldom]);
  await expect(rowsOf(queue).nth(1)).toHaveAttribute('aria-current', 'true');
});

test('only one tab plays at a time', { tag: '@once' }, async ({ page, context, account }) => {
  await signIn(page, account);
  const [first = '', second = ''] = await titlesOf(page, 2);
  await page.getByRole('button', { name: `Play ${first}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  const other = await context.newPage();
  await other.goto('/explore');
  await expect(playerBar(other)).toContainText(first);
  await other.getByRole('button', { name: `Play ${second}`, exact: true }).click();
  await expect(playerBar(other)).toHaveAttribute('data-state', 'playing');
  await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  // The tab that played last owns the device's queue.
  await other.close();
  await page.reload();
  await expect(playerBar(page)).toContainText(second);
});

test(
  'the next person on the same page finds no sound, queue or lock screen entry of the previous person',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const next = { email: `next-${account.email}`, password: account.password };
    const signOut = async () => {
      await page.evaluate(() => window.undercurrentApp.auth.signOut({ discard: true }));
      await expect(page.getByLabel('Beta passcode')).toBeVisible();
    };
    await collectAudio(page);
    await createAccount(backend, next);
    await signIn(page, next);
    await signOut();
    await signIn(page, account);
    const [first = '', second = ''] = await titlesOf(page, 2);
    await page.getByRole('button', { name: `Play ${first}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.locator('body').press('m');
    await signOut();
    expect(await soundingSeconds(page)).toBe(-1);
    await page.getByLabel('Beta passcode').fill('underground');
    await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
    await page.getByLabel('Email', { exact: true }).fill(next.email);
    await page.getByLabel('Password', { exact: true }).fill(next.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await titlesOf(page, 2);
    await expect(playerBar(page)).toHaveCount(0);
    expect(await soundingSeconds(page)).toBe(-1);
    expect(await page.evaluate('navigator.mediaSession.metadata')).toBeNull();
    // The next person's track plays in the same audio elements, which are no longer muted.
    await page.getByRole('button', { name: `Play ${second}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    expect(await page.evaluate('window.sounds.find((sound) => !sound.paused).muted')).toBe(false);
    const queue = await openQueue(page);
    await expect(queue.locator('[aria-current=true]')).toContainText(second);
  },
);

test.describe('offline', () => {
  test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

  test(
    'the queue continues with the tracks saved on the device, the page says so, and seeking works in them',
    { tag: '@once' },
    async ({ page, context, account, backend }) => {
      await collectAudio(page);
      await signIn(page, account);
      const [first = '', , third = ''] = await titlesOf(page, 3);
      await reloadUnderWorker(page);
      await chooseAction(page, third, 'Save on this device');
      await page.getByRole('button', { name: `Play ${first}`, exact: true }).click();
      await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
      await page.getByRole('button', { name: `More for ${third}`, exact: true }).click();
      await expect(page.getByRole('button', { name: 'Saved on this device. Remove' })).toBeVisible();
      await page.keyboard.press('Escape');
      backend.wire.cut();
      await context.setOffline(true);
      await page.getByRole('slider', { name: 'Seek' }).fill('99');
      await expect(page.getByText('Playing on with what is saved on this device.')).toBeVisible();
      await expect(playerBar(page)).toContainText(third);
      await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
      await expect(page.locator('[data-loudness=heard]').first()).toBeVisible();
      const seekedAt = Date.now();
      await page.getByRole('slider', { name: 'Seek' }).fill('50');
      const duration = await page.evaluate('window.sounds.find((sound) => !sound.paused).duration');
      const target = Number(duration) / 2;
      await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(target - 0.3);
      const position = await soundingSeconds(page);
      expect(position).toBeLessThan(target + (Date.now() - seekedAt) / 1000 + 1);
      const queue = await openQueue(page);
      await expect(rowsOf(queue).filter({ hasText: first })).toHaveCount(1);
      await context.setOffline(false);
      backend.wire.mend();
    },
  );
});

test('a corrupt copy on the device is fetched again, and plays', { tag: '@once' }, async ({ page, account }) => {
  await signIn(page, account);
  const [title = ''] = await titlesOf(page, 1);
  await reloadUnderWorker(page);
  await chooseAction(page, title, 'Save on this device');
  await page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved on this device. Remove' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) {
      if (!name.startsWith('kept-audio:')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        await cache.put(request, new Response(new Uint8Array(50000), { headers: { 'content-type': 'audio/mpeg', 'content-length': '50000' } }));
    }
  })()`);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved on this device. Remove' })).toBeVisible();
});
