import type { Page } from '@playwright/test';
import { type Backend, expect, openSignedIn, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ moreTracks: 300, expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

/** Shrinks the shelf, so that most tracks lie beyond the device (SY-36). */
test.beforeEach(async ({ backend }) => {
  await backend.sql`update private.shelf_sizes set size = case part when 'best_tracks' then 60 when 'artists' then 5 when 'pins' then size else 10 end`;
  await backend.sql`select private.arrange_shelf()`;
});

interface ListedTrack {
  id: string;
  title: string;
  artist: string;
  owner: string;
}

const allTracks = (backend: Backend, genre: string | null = null) => backend.sql<ListedTrack[]>`
  select id, title, artist_name as artist, user_id as owner from public.tracks
  where is_public and not sponsored and deleted_at is null and genre = coalesce(${genre}, genre)
  order by average_vote_rating desc, created_at desc, id`;

/** Finds a track off the shelf: no new device holds it. */
async function trackBeyond(backend: Backend): Promise<ListedTrack> {
  const [track] = await backend.sql<ListedTrack[]>`
    select id, title, artist_name as artist, user_id as owner from public.tracks
    where is_public and not shelved and deleted_at is null order by average_vote_rating, id limit 1`;
  if (!track) throw new Error('Everything is on the shelf');
  return track;
}

/** For each rendered item of a list: its position, and the id in its link's address. */
const placesIn = (page: Page, list: string, link: string): Promise<[place: number, target: string][]> =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .evaluateAll(
      (items, selector) =>
        items.map((item) => [
          Number(item.getAttribute('aria-posinset')),
          (item.querySelector(selector)?.getAttribute('href') ?? '').split('/').pop() ?? '',
        ]),
      link,
    );
const trackLink = 'a[href*="/track/"]';

/**
 * Scrolls down until the target `last` is rendered. Rows may render out of order, and may show the previous filter's
 * targets for a moment. @returns all targets in the order of their positions
 */
async function scrollThrough(page: Page, list: string, link: string, last: string): Promise<string[]> {
  const targets = new Map<number, string>();
  await expect(async () => {
    for (const [place, target] of await placesIn(page, list, link)) targets.set(place, target);
    await page.mouse.wheel(0, 500);
    expect([...targets.values()]).toContain(last);
  }).toPass({ timeout: 90_000, intervals: [50] });
  return [...targets].sort(([one], [other]) => one - other).map(([, target]) => target);
}

test('Explore and a genre continue beyond the device to the last track, without a gap or a repetition', async ({
  page,
  backend,
  account,
}) => {
  await signIn(page, account);
  const all = await allTracks(backend);
  const last = all.at(-1);
  if (!last) throw new Error('There are no tracks');
  expect(await scrollThrough(page, 'Tracks', trackLink, last.id)).toEqual(all.map(({ id }) => id));
  await expect(page.getByText(`${all.length} tracks found`)).toBeAttached();

  const [genre = { name: '' }] = await backend.sql<{ name: string }[]>`
    select genre as name from public.tracks group by genre order by count(*) desc limit 1`;
  await page.evaluate('window.scrollTo(0, 0)');
  await page.getByLabel('Genre').selectOption(genre.name);
  const inGenre = await allTracks(backend, genre.name);
  const lastInGenre = inGenre.at(-1);
  if (!lastInGenre) throw new Error('The genre has no tracks');
  const genreIds = inGenre.map(({ id }) => id);
  const shown = async () => (await placesIn(page, 'Tracks', trackLink)).map(([, id]) => genreIds.includes(id));
  await expect.poll(async () => new Set(await shown())).toEqual(new Set([true]));
  expect(await scrollThrough(page, 'Tracks', trackLink, lastInGenre.id)).toEqual(genreIds);
});

test(
  'a search finds tracks beyond the device; they play, and stay on the device',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const track = await trackBeyond(backend);
    await signIn(page, account);
    await reloadUnderWorker(page);
    const search = page.getByRole('searchbox');
    await search.fill(track.title.toLowerCase());
    const here = page.getByRole('region', { name: 'On this device' });
    const everywhere = page.getByRole('region', { name: 'Everywhere' });
    await expect(here).toContainText(`Nothing on this device matches “${track.title.toLowerCase()}”.`);
    const found = everywhere.getByRole('article', { name: `${track.title} by` });
    await expect(found).toBeVisible();
    await expectAccessible(page);
    await found.getByRole('button', { name: /^Play/ }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-state', 'playing');

    backend.wire.cut();
    await page.reload();
    await expect(here.getByRole('article', { name: `${track.title} by` })).toBeVisible();
    await expect(page.getByText('Only what is on this device.')).toBeVisible();
    await expectAccessible(page);
    backend.wire.mend();
  },
);

test(
  'a search goes on to the last match of the server, without a gap or a repetition',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await backend.sql`
      update public.tracks set title = 'Quartz ' || title
      where id in (select id from public.tracks where is_public and not shelved and deleted_at is null order by id limit 130)`;
    const matches = (await allTracks(backend)).filter(({ title }) => title.startsWith('Quartz'));
    await signIn(page, account);
    await reloadUnderWorker(page);
    await page.getByRole('searchbox').fill('quartz');
    await expect(page.getByRole('region', { name: 'Everywhere' }).getByText('130 found')).toBeVisible();
    const ids = matches.map(({ id }) => id);
    expect(await scrollThrough(page, 'Everywhere', trackLink, ids.at(-1) ?? '')).toEqual(ids);
    await expect(page.getByText(/Nothing else found|More tracks match/)).toHaveCount(0);
  },
);

test(
  'a track and its artist open by their addresses, also when they lie beyond the device',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const track = await trackBeyond(backend);
    await openSignedIn(page, account, `/track/${track.id}`);
    await expect(page.getByRole('heading', { name: track.title, level: 1 })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-state', 'playing');
    await page.goto(`/profile/${track.owner}`);
    const tracks = await backend.sql`
    select 1 from public.tracks where user_id = ${track.owner} and is_public and deleted_at is null`;
    await expect(page.getByRole('list', { name: 'Uploaded tracks' }).getByRole('listitem')).toHaveCount(tracks.length);
    await page.goto('/track/01234567-89ab-7cde-8f01-23456789abcd');
    await expect(page.getByRole('heading', { name: 'Track not found' })).toBeVisible();
  },
);

test('the community continues beyond the device to the last artist, and is searched on the server too', async ({
  page,
  backend,
  account,
}) => {
  const all = await backend.sql<{ id: string; name: string; tracks: number; plays: number }[]>`
    select p.id, p.artist_name as name, count(*)::integer as tracks, sum(t.play_count)::integer as plays
    from public.user_profiles p join public.tracks t on t.user_id = p.id and t.is_public and t.deleted_at is null
    where p.artist_name is not null and p.avatar_url is not null
    group by p.id order by count(*) * 10 + sum(t.play_count) desc, p.created_at desc, p.id`;
  const last = all.at(-1);
  if (!last) throw new Error('Nobody has a public track');
  await openSignedIn(page, account, '/community');
  const cards = page.getByRole('list', { name: 'Artists' }).getByRole('article');
  await expect(cards.first()).toHaveAccessibleName(all[0]?.name ?? '');
  await expect(cards.first()).toContainText(`${all[0]?.plays.toLocaleString('en')} plays`);
  const ids = all.map(({ id }) => id);
  expect(await scrollThrough(page, 'Artists', 'a[href*="/profile/"]', last.id)).toEqual(ids);
  await expect(page.getByText("You've reached the end of the community!")).toBeVisible();

  await page.reload();
  await page.evaluate('window.scrollTo(0, 0)');
  await page.getByRole('searchbox', { name: 'Search artists by name...' }).fill(last.name);
  const found = page.getByRole('article', { name: last.name, exact: true });
  await expect(found).toContainText(`${last.plays.toLocaleString('en')} play`);
  await expectAccessible(page);
  await found.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-state', 'playing');
});
