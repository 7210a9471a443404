import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { establishAccount, giveTrack } from './people.ts';

test("a track's URL opens through the gate: playable at once, with both artist names and the artist's other tracks", async ({
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

test("the owner sees the track's statistics, and renames, hides and deletes it from the More menu", async ({
  page,
  backend,
  account,
}) => {
  const owner = await establishAccount(backend, account, 'Ines Calder');
  const [id, privateId] = [
    await giveTrack(backend, owner, 'Level Crossing'),
    await giveTrack(backend, owner, 'Harbour Rain'),
  ];
  await backend.sql`update public.tracks set is_public = false where id = ${privateId}`;
  await openSignedIn(page, account, `/track/${id}`);
  const numbers = page.getByRole('main').getByRole('region', { name: 'Numbers' });
  await expect(numbers.getByText('Only you see this')).toBeVisible();
  await expect(numbers.locator('dd')).toHaveText(['702', '0', '0', '0']);
  await expect(numbers.getByRole('slider', { name: 'Plays by day' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'More by Ines Calder' })).toContainText('Harbour Rain');
  await expect(page.getByRole('list', { name: 'More by Ines Calder' })).toContainText('Private');
  await expectAccessible(page);

  const sheet = page.getByRole('dialog');
  const openMore = () => page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await openMore();
  await sheet.getByRole('switch', { name: 'Level Crossing is public' }).click();
  await expect(page.getByText('Track Made Private')).toBeVisible();
  await expect(sheet.getByRole('switch', { name: 'Level Crossing is public' })).not.toBeChecked();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Rename' }).click();
  await sheet.getByRole('textbox', { name: 'New title of Level Crossing' }).fill('Night Crossing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Night Crossing', level: 1 })).toBeVisible();
  const row = async () =>
    (
      await backend.sql`
    select title, is_public, deleted_at is null as is_present from public.tracks where id = ${id}`
    )[0];
  await expect.poll(row).toEqual({ title: 'Night Crossing', is_public: false, is_present: true });
  await openMore();
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Track not found' })).toBeVisible();
  await expect.poll(row).toMatchObject({ is_present: false });
});
