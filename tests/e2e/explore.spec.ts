import { expect, signIn } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './share-scene.ts';

test('Explore shows cards by rating, searches title and artist, filters by genre, and reports an empty result', async ({
  page,
  backend,
  account,
}) => {
  await signIn(page, account);
  const wanted = await backend.sql<{ title: string; artist: string; genre: string }[]>`
    select title, artist_name as artist, genre from public.tracks
    where is_public and not sponsored and deleted_at is null order by average_vote_rating desc, created_at desc, id`;
  await expect(page.getByText(`${wanted.length} tracks found`)).toBeVisible();
  const shown = () =>
    page.getByRole('article').evaluateAll((cards) => cards.slice(0, 8).map((card) => card.getAttribute('aria-label')));
  await expect.poll(shown).toEqual(wanted.slice(0, 8).map(({ title, artist }) => `${title} by ${artist}`));

  const [first] = wanted;
  await page.getByRole('searchbox').fill(first?.artist.toUpperCase() ?? '');
  const byArtist = wanted.filter(
    (track) => track.artist === first?.artist || track.title.includes(first?.artist ?? ''),
  ).length;
  await expect(page.getByText(byArtist === 1 ? '1 track found' : `${byArtist} tracks found`)).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Genre').selectOption(first?.genre ?? '');
  await expect(
    page.getByText(new RegExp(`^${wanted.filter((track) => track.genre === first?.genre).length} tracks? found$`)),
  ).toBeVisible();
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('No tracks found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and genre' }).click();
  await expect(page.getByText(`${wanted.length} tracks found`)).toBeVisible();
  await expectAccessible(page);
});

test(
  'fast typing on a slow device keeps every character in the search, and Back and links still set it',
  { tag: '@once' },
  async ({ page, account }) => {
    await signIn(page, account);
    const search = page.getByRole('searchbox');
    await search.fill('hello world');
    await expect(page).toHaveURL(/q=hello/);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await search.press('Home');
    await search.pressSequentially('abc def ', { delay: 30 });
    await expect(search).toHaveValue('abc def hello world');
    await expect(page).toHaveURL(/q=abc(\+|%20)def(\+|%20)hello(\+|%20)world/);
    await expect(search).toHaveValue('abc def hello world');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
    await expect(search).toHaveValue('');
    await page.goBack();
    await expect(search).toHaveValue('abc def hello world');
  },
);

test(
  'a search finds words in any order with a missing letter, highlights them, and hides the shared tracks; the genres page says Coming Soon',
  { tag: '@once' },
  async ({ page, sharer: { tracks }, account }) => {
    await signIn(page, account);
    const shared = page.getByRole('list', { name: 'Shared by the Community' });
    await expect(shared.getByRole('listitem')).toHaveCount(9);
    await expect(shared.getByText('shared by Ada Quill').first()).toBeVisible();
    await expectAccessible(page);

    const [wanted] = tracks.filter(({ title }) => title.split(' ').length > 1);
    const title = wanted?.title ?? '';
    const mistyped = title.split(' ').reverse();
    const search = mistyped.map((word) => (word.length > 4 ? word.charAt(0) + word.slice(2) : word)).join(' ');
    await page.goto(`/explore?q=${encodeURIComponent(search)}`);
    await expect(page.getByText(`Close to “${search}”`)).toBeVisible();
    const grid = page.getByRole('list', { name: 'Tracks' });
    await expect(grid.locator('mark').first()).toBeVisible();
    const marked = await grid.getByRole('article', { name: title }).first().locator('mark').allTextContents();
    expect(marked.join(' ')).toContain(title.split(' ')[0] ?? '');
    await expect(shared).toHaveCount(0);
    await expectAccessible(page);

    await page.goto('/genres');
    await expect(page.getByRole('heading', { name: 'Explore by Genre' })).toBeVisible();
    await expect(page.getByText('Coming Soon')).toBeVisible();
  },
);
