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
  await page.evaluate('window.scrollTo(0, 0)');
  await expect(page.getByRole('article').first()).toBeInViewport();
});
