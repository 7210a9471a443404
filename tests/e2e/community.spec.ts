import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';

test('the community page shows totals and top tracks, sorts, searches by name, and links to profiles', async ({
  page,
  backend,
  account,
}) => {
  const expected = await backend.sql<{ name: string; tracks: number; plays: number; top: string }[]>`
    select p.artist_name as name, count(*)::int as tracks, sum(t.play_count)::int as plays,
      (array_agg(t.title order by t.play_count desc))[1] as top
    from public.user_profiles p join public.tracks t on t.user_id = p.id and t.is_public and t.deleted_at is null
    where p.artist_name is not null and p.avatar_url is not null
    group by p.id, p.artist_name, p.created_at order by count(*) * 10 + sum(t.play_count) desc, p.created_at desc`;
  const [first] = expected;
  if (!first) throw new Error('Nobody has a public track');
  await openSignedIn(page, account, '/community');
  await expect(page.getByRole('heading', { name: 'Meet the Creators' })).toBeVisible();
  const cards = page.getByRole('list', { name: 'Artists' }).getByRole('article');
  await expect(cards.first()).toHaveAccessibleName(first.name);
  await expect(cards.first()).toContainText(
    `${first.tracks} tracks, ${first.plays.toLocaleString('en')} plays`.replace(/^1 tracks/, '1 track'),
  );
  await expect(page.getByText(/^\d+ artists, \d+ tracks$/)).toBeVisible();
  await expectAccessible(page);
  await cards
    .first()
    .getByRole('button', { name: `Play ${first.top}` })
    .click();
  await expect(cards.first().getByRole('button', { name: `Pause ${first.top}` })).toBeVisible();

  await backend.sql`update public.tracks set play_count = play_count + 1 where title = ${first.top}`;
  await expect(cards.first()).toContainText(`${(first.plays + 1).toLocaleString('en')} plays`);
  await backend.sql`update public.tracks set play_count = play_count - 1 where title = ${first.top}`;

  await page.getByLabel('Sort').selectOption('Most Plays');
  await expect(page).toHaveURL(/sort=most_plays/);
  const [mostPlayed] = [...expected].sort((a, b) => b.plays - a.plays);
  await expect(cards.first()).toHaveAccessibleName(mostPlayed?.name ?? '');
  await page.getByRole('searchbox', { name: 'Search artists by name...' }).fill(first.name.slice(1, 6).toUpperCase());
  await expect(cards.first()).toHaveAccessibleName(first.name);
  await expect(page.getByText("You've reached the end of the community!")).toBeVisible();
  await cards.first().getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { name: first.name, level: 1 })).toBeVisible();
});
