import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './looks.ts';

test('an address opens its track through the gate: playable at once, with both names and the others of its artist', async ({
  page,
  backend,
  account,
}) => {
  const [track] = await backend.sql<{ id: string; title: string; artist: string; owner: string }[]>`
    select t.id, t.title, p.artist_name as artist, t.user_id as owner
    from public.tracks t join public.user_profiles p on p.id = t.user_id
    where t.is_public and t.deleted_at is null order by t.play_count desc limit 1`;
  if (!track) throw new Error('There is no public track');
  await backend.sql`update public.tracks set artist_name = 'Another Name' where id = ${track.id}`;
  await openSignedIn(page, account, `/track/${track.id}`);
  await expect(page.getByRole('heading', { name: track.title, level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: track.artist }).first()).toBeVisible();
  await expect(page.getByText('as Another Name')).toBeVisible();
  const others = await backend.sql`
    select 1 from public.tracks where user_id = ${track.owner} and is_public and deleted_at is null and id <> ${track.id}`;
  await expect(page.getByRole('list', { name: `More by ${track.artist}` }).getByRole('listitem')).toHaveCount(
    others.length,
  );
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-state', 'playing');
  await expect(page.getByRole('main').getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expectAccessible(page);
  await backend.sql`update public.tracks set artist_name = ${track.artist} where id = ${track.id}`;

  await page.goto('/track/01234567-89ab-7cde-8f01-23456789abcd');
  await expect(page.getByRole('heading', { name: 'Track not found' })).toBeVisible();
});
