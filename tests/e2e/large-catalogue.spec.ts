import { expect, signIn, test } from './fixtures.ts';

test.use({ moreTracks: 10_000 });

test('ten thousand tracks scroll with only a few dozen cards in the document', async ({ page, backend, account }) => {
  await signIn(page, account);
  const [{ count } = { count: 0 }] = await backend.sql<{ count: number }[]>`
    select count(*)::int as count from public.tracks where is_public and not sponsored and deleted_at is null`;
  await expect(page.getByText(`${count.toLocaleString('en')} tracks found`)).toBeVisible({ timeout: 60_000 });
  const [last] = await backend.sql<{ title: string }[]>`
    select title from public.tracks where is_public and not sponsored and deleted_at is null order by average_vote_rating, created_at, id desc limit 1`;
  const list = page.getByRole('list', { name: 'Tracks' });
  await expect(async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect(list.getByRole('article', { name: last?.title ?? '' }).last()).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  expect(await page.getByRole('article').count()).toBeLessThan(90);

  const middle = await page.evaluate('Math.round(document.body.scrollHeight / 2)');
  await page.evaluate((top) => window.scrollTo(0, Number(top)), middle);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(middle);
  await page.getByRole('link', { name: 'Community' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Meet the Creators' })).toBeFocused();
  expect(await page.evaluate('window.scrollY')).toBe(0);
  await page.evaluate(`
    window.positions = [];
    const record = () => {
      if (document.querySelector('[aria-label=Tracks]')) window.positions.push(window.scrollY);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  `);
  await page.goBack();
  await expect(list.getByRole('article').first()).toBeVisible();
  expect(new Set(await page.evaluate<number[]>('window.positions'))).toEqual(new Set([middle]));

  await page.keyboard.press('Home');
  await expect(page.getByRole('article').first()).toBeInViewport();
});
