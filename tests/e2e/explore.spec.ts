import { AxeBuilder } from '@axe-core/playwright';
import { seedCatalogue } from '../../supabase/seed/catalogue.ts';
import { expect, signUp, test } from './fixtures.ts';

test('shows cards by rating, finds by title or artist, filters by genre, and says when there is nothing', async ({
  page,
  backend,
  account,
}) => {
  await signUp(page, account);
  const wanted = await backend.sql<{ title: string; artist: string; genre: string }[]>`
    select title, artist_name as artist, genre from public.tracks
    where is_public and not sponsored and deleted_at is null order by average_vote_rating desc, created_at desc, id`;
  await expect(page.getByText(`${wanted.length} tracks found`)).toBeVisible();
  const shown = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.slice(0, 8).map((card) => card.getAttribute('aria-label')));
  expect(shown).toEqual(wanted.slice(0, 8).map(({ title, artist }) => `${title} by ${artist}`));

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
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('what is typed at the start of a search on a slow device is what stands there, and Back and links still set it', async ({
  page,
  account,
}) => {
  await signUp(page, account);
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
});

test('ten thousand tracks scroll with a few dozen cards in the document', async ({ page, backend, account }) => {
  await seedCatalogue({ databaseUrl: backend.keys.databaseUrl, tracks: 10_000 });
  await signUp(page, account);
  const [{ count } = { count: 0 }] = await backend.sql<{ count: number }[]>`
    select count(*)::int as count from public.tracks where is_public and not sponsored and deleted_at is null`;
  await expect(page.getByText(`${count.toLocaleString('en')} tracks found`)).toBeVisible({ timeout: 60_000 });
  // All of them are on the device when the last one can be found.
  const [last] = await backend.sql<{ title: string }[]>`
    select title from public.tracks where is_public and not sponsored and deleted_at is null order by average_vote_rating, created_at, id desc limit 1`;
  const list = page.getByRole('list', { name: 'Tracks' });
  await expect(async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect(list.getByRole('article', { name: last?.title ?? '' }).last()).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  expect(await page.getByRole('article').count()).toBeLessThan(90);

  // Another page and Back: the place in the middle is there with the list, without a step at the top in between.
  const middle = await page.evaluate('Math.round(document.body.scrollHeight / 2)');
  await page.evaluate((top) => window.scrollTo(0, Number(top)), middle);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(middle);
  await page.getByRole('link', { name: 'Upload' }).first().click();
  await expect(page.getByRole('heading', { name: 'Track Upload' })).toBeFocused();
  expect(await page.evaluate('window.scrollY')).toBe(0);
  await page.evaluate(`
    window.places = [];
    const look = () => {
      if (document.querySelector('[aria-label=Tracks]')) window.places.push(window.scrollY);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.goBack();
  await expect(list.getByRole('article').first()).toBeVisible();
  expect(new Set(await page.evaluate<number[]>('window.places'))).toEqual(new Set([middle]));

  await page.keyboard.press('Home');
  await expect(page.getByRole('article').first()).toBeInViewport();
});
