import { randomUUID } from 'node:crypto';
import { type Backend, expect, openSignedIn, passGate, retryAfterRepair, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createOther, establishAccount } from './people.ts';
import { playerBar } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

async function fillArtistProfile({ sql }: Backend) {
  const [artist] = await sql<{ id: string; name: string }[]>`
    select p.id, p.artist_name as name from public.user_profiles p join public.tracks t on t.user_id = p.id
    where t.is_public and not t.sponsored and t.deleted_at is null and p.deleted_at is null
    group by p.id having count(*) > 1 order by p.artist_name limit 1`;
  if (!artist) throw new Error('The demo music has no artist with two tracks');
  await sql`update public.user_profiles
    set bio = ${'Dub built from tape hiss.\n<b>Late trains</b>'}, instagram_url = 'https://instagram.com/dub',
      website_url = 'https://dub.example', tip_link = 'https://paypal.me/dub' where id = ${artist.id}`;
  await sql`insert into public.user_cosmetics (user_id, item_id, item_name, category, expires_at)
    select ${artist.id}, s.id, s.name, s.category, null from public.store_items s
    where s.name in ('Glow Border', 'Supporter Badge') on conflict do nothing`;
  await sql`update public.tracks set total_votes = 3, average_vote_rating = 4 where id =
    (select id from public.tracks where user_id = ${artist.id} and is_public order by play_count, id limit 1)`;
  const [shared] = await sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where user_id <> ${artist.id} and is_public and not sponsored order by title limit 1`;
  await sql`insert into public.shared_tracks (user_id, track_id) values (${artist.id}, ${shared?.id ?? ''}) on conflict do nothing`;
  const titles = async (order: 'average_vote_rating' | 'play_count') =>
    (
      await sql<{ title: string }[]>`
        select title from public.tracks where user_id = ${artist.id} and is_public and deleted_at is null
        order by ${sql(order)} desc, total_votes desc, created_at desc, id`
    ).map(({ title }) => title);
  return { ...artist, shared: shared?.title ?? '', titles };
}

test("the name on a card opens the artist's profile, whose tracks and shares can be seen and played", async ({
  page,
  backend,
  account,
}) => {
  const artist = await fillArtistProfile(backend);
  await signIn(page, account);
  await page.getByRole('searchbox').fill(artist.name);
  await page.getByRole('article').first().getByRole('link', { name: artist.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${artist.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: artist.name })).toBeFocused();
  await expect(page).toHaveTitle(`${artist.name} · Undercurrent`);
  await expect(page.locator('[data-glows]')).toBeVisible();
  await expect(page.getByText('Supporter', { exact: true })).toBeVisible();
  await expect(page.getByText('Dub built from tape hiss. <b>Late trains</b>')).toBeVisible();
  const instagram = page.getByRole('link', { name: 'Instagram' });
  await expect(instagram).toHaveAttribute('href', 'https://instagram.com/dub');
  await expect(instagram).toHaveAttribute('rel', 'noopener nofollow');
  await expect(page.getByRole('list', { name: 'Links' }).getByRole('link')).toHaveText(['Instagram', 'Website', 'Tip']);

  const list = page.getByRole('list', { name: 'Uploaded tracks' });
  const shown = () =>
    list
      .getByRole('button', { name: /^(Play|Pause) / })
      .evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? '').replace(/^\w+ /, '')));
  expect(await shown()).toEqual(await artist.titles('average_vote_rating'));
  await page.getByRole('radio', { name: 'Plays' }).check();
  expect((await shown())[0]).toBe((await artist.titles('play_count'))[0]);
  await expect(
    page.getByRole('region', { name: 'Tracks I Shared' }).getByRole('article', { name: artist.shared }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Play all' }).click();
  await expect(playerBar(page)).toContainText((await artist.titles('play_count'))[0] ?? '');
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^(Link copied|The address)$/)).toBeVisible();
});

test(
  'private, missing and failed profiles show different messages; after a failure, Retry or a reconnection loads the profile',
  { tag: '@once' },
  async ({ page, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch', 'status of 404');
    await establishAccount(backend, account, 'Nina');
    const hidden = await createOther(backend, 'Hidden');
    const friendsOnly = await createOther(backend, 'Friendly');
    await backend.sql`update public.user_profiles set privacy_setting = 'private' where id = ${hidden}`;
    await backend.sql`update public.user_profiles set privacy_setting = 'friends_only' where id = ${friendsOnly}`;
    const notice = page.getByRole('heading', { level: 1 });
    const privateMessage = 'This Profile is Private - Only approved connections can view this profile.';
    await openSignedIn(page, account, `/profile/${hidden}`);
    await expect(notice).toHaveText(privateMessage);
    await expect(page.getByText('Hidden')).toHaveCount(0);
    await expectAccessible(page);
    await reloadUnderWorker(page);
    await page.goto(`/profile/${friendsOnly}`);
    await expect(notice).toHaveText(privateMessage);
    await page.goto(`/profile/${randomUUID()}`);
    await expect(notice).toHaveText('Profile not found');

    await backend.sql`alter function public.get_profile_visibility(uuid) rename to get_profile_visibility_renamed`;
    await page.goto(`/profile/${randomUUID()}`);
    await expect(notice).toHaveText('Failed to load profile');
    await retryAfterRepair(
      page,
      page.getByRole('button', { name: /Retry|Loading/ }),
      () => backend.sql`alter function public.get_profile_visibility_renamed(uuid) rename to get_profile_visibility`,
    );
    await expect(notice).toHaveText('Profile not found');

    backend.wire.cut();
    const late = await createOther(backend, 'Late');
    await page.goto(`/profile/${randomUUID()}`);
    await expect(notice).toHaveText('Failed to load profile');
    await page.goto(`/profile/${late}`);
    await expect(notice).toHaveText('Failed to load profile');
    backend.wire.mend();
    await expect(notice).toHaveText('Late');
    await page.goto(`/profile/${hidden}`);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);

test(
  'a guest sees a public profile without buttons that need an account',
  { tag: '@once' },
  async ({ page, backend }) => {
    const artist = await fillArtistProfile(backend);
    await passGate(page);
    await page.goto(`/profile/${artist.id}`);
    await expect(page.getByRole('heading', { level: 1, name: artist.name })).toBeVisible();
    await expect(page.getByRole('button', { name: /Connect|Vote|Share/ })).toHaveCount(0);
  },
);
