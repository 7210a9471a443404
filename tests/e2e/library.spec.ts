import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tabTo } from './by-keyboard.ts';
import { type Backend, expect, openSignedIn, passGate, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { createAccount, enqueueAll, idOf } from './people.ts';
import { playerBar } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

interface ListedTrack {
  id: string;
  title: string;
  artist: string;
}

const tracksOf = ({ sql }: Backend, count: number) => sql<ListedTrack[]>`
  select t.id, t.title, p.artist_name as artist
  from public.tracks t join public.user_profiles p on p.id = t.user_id
  where t.is_public and not t.sponsored and t.deleted_at is null
  order by t.average_vote_rating desc, t.created_at desc limit ${count}`;

const hearts = async ({ sql }: Backend, userId: string) => {
  const rows = await sql<{ track_id: string }[]>`
    select track_id from public.favourites where user_id = ${userId} and deleted_at is null`;
  return rows.map((row) => row.track_id);
};

const rows = (page: Page) => page.getByRole('list', { name: 'Favourites' }).getByRole('listitem');
const rowOf = (page: Page, { title }: ListedTrack) => rows(page).filter({ hasText: title });

/** Opens the library by its tab on a phone, or by the link in the top bar. */
const openLibrary = async (page: Page) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
};

test('[S-60] the heart adds a track to the library, which a reload without a network shows at once; hearts pressed offline wait', async ({
  page,
  backend,
  account,
}) => {
  const [first, second] = await tracksOf(backend, 2);
  if (!first || !second) throw new Error('There are no tracks');
  const me = await idOf(backend, account.email);
  await openSignedIn(page, account, `/track/${first.id}`);
  const heart = page.getByRole('main').getByRole('button', { name: 'Favourite', exact: true });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => hearts(backend, me)).toEqual([first.id]);

  await openLibrary(page);
  await expectUsable(page);
  await page.getByRole('link', { name: /^Favourites/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await reloadUnderWorker(page);
  await expect(rowOf(page, first)).toBeVisible();
  backend.wire.cut();
  await page.reload();
  await expect(rowOf(page, first)).toContainText('Not saved on this device');

  await page.goto(`/track/${second.id}`);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/library/favourites');
  await expect(rows(page)).toHaveText([new RegExp(`${second.title}.*Waiting to send`), new RegExp(first.title)]);
  backend.wire.mend();
  await expect(rowOf(page, second)).not.toContainText('Waiting to send');
  await expect.poll(async () => (await hearts(backend, me)).sort()).toEqual([first.id, second.id].sort());

  await page.getByRole('switch', { name: 'Keep on this device' }).click();
  for (const track of [first, second])
    await expect(rowOf(page, track).getByRole('img', { name: 'Kept on this device' })).toBeVisible();
  await expectUsable(page);
});

test('favourites are sorted, searched, played and removed; a track that its artist hides says so', async ({
  page,
  backend,
  account,
}) => {
  const tracks = await tracksOf(backend, 6);
  const [oldest, hidden] = tracks;
  if (!oldest || !hidden) throw new Error('There are no tracks');
  const newestFirst = [...tracks].reverse();
  await openSignedIn(page, account, '/library/favourites');
  await expect(page.getByText('No favourites yet')).toBeVisible();
  await enqueueAll(
    page,
    tracks.map(({ id }, i) => ['favourite.add', { track_id: id }, (tracks.length - i) * 60_000]),
  );
  const inOrder = (list: readonly ListedTrack[]) => list.map(({ title }) => new RegExp(title));
  await expect(rows(page)).toHaveText(inOrder(newestFirst));
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.selectOption('Title');
  const byTitle = [...tracks].sort((a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }));
  await expect(rows(page)).toHaveText(inOrder(byTitle));
  await sort.selectOption('Artist');
  const [firstArtist] = tracks.map(({ artist }) => artist).sort((a, b) => a.localeCompare(b, 'en'));
  await expect(rows(page).first()).toContainText(firstArtist ?? '');
  await sort.selectOption('Newest');

  const search = page.getByRole('searchbox', { name: 'Search favourites' });
  await search.fill(oldest.title.toUpperCase());
  await expect(rows(page)).toHaveText([new RegExp(oldest.title)]);
  await search.fill('no such song');
  await expect(page.getByText('No favourite matches “no such song”.')).toBeVisible();
  await search.fill('');

  await rowOf(page, oldest)
    .getByRole('button', { name: `Play ${oldest.title}`, exact: true })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(playerBar(page)).toContainText(oldest.title);
  await page.getByRole('button', { name: 'Shuffle', exact: true }).click();
  await expect(playerBar(page)).not.toContainText(oldest.title);

  await backend.sql`update public.tracks set is_public = false where id = ${hidden.id}`;
  await page.evaluate(() => window.undercurrent.syncNow());
  const gone = rows(page).filter({ hasText: 'No longer public' });
  await expect(gone).toContainText('Its artist made it private');
  await expect(rowOf(page, hidden)).toHaveCount(0);
  await gone.getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(page.getByText('Removed from favourites')).toBeVisible();
  await expect(rows(page)).toHaveCount(tracks.length - 1);
  await backend.sql`update public.tracks set is_public = true where id = ${hidden.id}`;

  await rowOf(page, oldest)
    .getByRole('button', { name: `More for ${oldest.title}`, exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(rows(page)).toHaveCount(tracks.length - 2);
  await expect(
    rows(page)
      .last()
      .getByRole('button', { name: /^More for/ }),
  ).toBeFocused();
});

test('a removal without a network can be undone', { tag: '@once' }, async ({ page, backend, account }) => {
  const [track] = await tracksOf(backend, 1);
  if (!track) throw new Error('There is no track');
  await openSignedIn(page, account, `/track/${track.id}`);
  const heart = page.getByRole('main').getByRole('button', { name: 'Favourite', exact: true });
  await heart.click();
  await expect.poll(async () => hearts(backend, await idOf(backend, account.email))).toEqual([track.id]);
  backend.wire.cut();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('the heart in the bar and in Now Playing works by keyboard', async ({ page, backend, account, isMobile }) => {
  const [track] = await tracksOf(backend, 1);
  if (!track) throw new Error('There is no track');
  await openSignedIn(page, account, `/track/${track.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: /^Open player/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Now playing' });
  const inSheet = sheet.getByRole('button', { name: 'Favourite', exact: true });
  await tabTo(page, inSheet);
  await page.keyboard.press('Enter');
  await expect(inSheet).toHaveAttribute('aria-pressed', 'true');
  await expectUsable(page);
  await page.keyboard.press('Escape');
  if (isMobile) return;
  const inBar = playerBar(page).getByRole('button', { name: 'Favourite', exact: true });
  await expect(inBar).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, inBar);
  await page.keyboard.press('Space');
  await expect(inBar).toHaveAttribute('aria-pressed', 'false');
});

test('[S-64] the Store is in the menu of a phone and in the ZAP panel of a desktop', async ({
  page,
  account,
  isMobile,
}) => {
  await openSignedIn(page, account, '/library');
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  if (isMobile) await expect(tabs).toHaveText(['Explore', 'Community', 'Radio', 'Library']);
  else await expect(tabs).toHaveText(['Explore', 'Community', 'Radio', 'Library', 'Store', 'Vault']);
  await page.locator('#profile-area').click();
  await page.getByRole('dialog').getByRole('link', { name: 'ZAP Store' }).click();
  await expect(page.getByRole('heading', { name: 'ZAP Store', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a guest sees an empty library, and the heart asks to sign in', { tag: '@once' }, async ({ page, backend }) => {
  const [track] = await tracksOf(backend, 1);
  await passGate(page);
  await page.goto(`/track/${track?.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Favourite', exact: true }).click();
  await expect(page.getByText('Please sign in to add favourites')).toBeVisible();
  await openLibrary(page);
  await expect(page.getByText('No favourites yet')).toBeVisible();
  await expect(page.getByText('No playlists yet')).toBeVisible();
  await expectUsable(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).first().click();
  await page.waitForURL('**/auth');
});

test(
  '[S-5] [S-60] the next person on the device sees nothing of the library of the one before',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const [track] = await tracksOf(backend, 1);
    if (!track) throw new Error('There are no tracks');
    const next = { email: `next-${randomUUID()}@example.com`, password: account.password };
    await createAccount(backend, next);
    const me = await idOf(backend, account.email);
    const list = randomUUID();
    await backend.sql`insert into public.playlists (id, user_id, title) values (${list}, ${me}, 'Songs for Ben')`;
    await openSignedIn(page, account, '/library');
    await enqueueAll(page, [
      ['favourite.add', { track_id: track.id }],
      ['play.record', { track_id: track.id, progress_ms: 30_000, is_manual: true }],
    ]);
    await expect(page.getByRole('link', { name: /Songs for Ben/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByText(track.title)).toBeVisible();
    await page.getByRole('link', { name: /Songs for Ben/ }).click();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const toast = page.getByText('Deleted “Songs for Ben”');
    await expect(toast).toBeVisible();
    await page.evaluate(() => window.undercurrent.syncNow());
    await page.getByRole('button', { name: 'You', exact: true }).first().click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/beta-access');

    await openSignedIn(page, next, '/library');
    await expect(page.getByText('No favourites yet')).toBeVisible();
    await expect(page.getByText('No playlists yet')).toBeVisible();
    for (const path of ['/library', '/library/history', '/library/kept', `/playlist/${list}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading')).toHaveCount(0);
      await expect(page.getByText(track.title)).toHaveCount(0);
      await expect(page.getByText('Songs for Ben')).toHaveCount(0);
    }
  },
);
