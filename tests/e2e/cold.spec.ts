import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectInBounds } from './bounds.ts';
import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch', 'Failed to load resource'] });

test('after one visit to Explore, every page opens offline, shows the data on the device and says what needs the network', async ({
  page,
  context,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const friend = await createOther(backend, 'Tin Orchard');
  const ownTitle = `Quarry ${me.slice(0, 6)}`;
  const friendTitle = `Marsh ${me.slice(0, 6)}`;
  await giveTrack(backend, me, ownTitle);
  const trackId = await giveTrack(backend, friend, friendTitle);
  await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${friend}, 'accepted')`;
  await openSignedIn(page, account, '/explore');
  await reloadUnderWorker(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  // Cards may come from the snapshot, before the engine is open.
  await page.waitForFunction(() => window.undercurrent);
  await expect.poll(() => page.evaluate(() => window.undercurrent.connections.get().length)).toBe(1);
  await page.close();
  backend.wire.cut();

  const cold = await context.newPage();
  const main = cold.getByRole('main');
  const heading = (name: string) => main.getByRole('heading', { level: 1, name });
  const pages: [path: string, expectLoaded: (page: Page) => Promise<void>][] = [
    ['/explore', () => expect(main.getByRole('article').first()).toContainText('Not saved on this device')],
    [
      `/track/${trackId}`,
      async () => {
        await expect(heading(friendTitle)).toBeVisible();
        await expect(main.getByText('Not saved on this device').first()).toBeVisible();
        await expect(main.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
      },
    ],
    [`/track/${randomUUID()}`, () => expect(main.getByText(/network|connection|device/i).first()).toBeVisible()],
    ['/profile', () => expect(main.getByText(ownTitle).first()).toBeVisible()],
    [`/profile/${friend}`, () => expect(main.getByText(friendTitle)).toBeVisible()],
    [`/profile/${randomUUID()}`, () => expect(heading('Failed to load profile')).toBeVisible()],
    ['/community', () => expect(main.getByRole('article', { name: 'Tin Orchard' })).toBeVisible()],
    ['/connections', () => expect(main.getByRole('article', { name: 'Tin Orchard' })).toBeVisible()],
    ['/radio', () => expect(main.getByRole('article').first()).toBeVisible()],
    ['/store', () => expect(main.getByText('Mystery Pack').first()).toBeVisible()],
    ['/vault', () => expect(heading('THE VAULT')).toBeVisible()],
    ['/upload', () => expect(main.getByLabel('Choose an MP3')).toBeAttached()],
    ['/device', () => expect(main.getByText('Nothing waits')).toBeVisible()],
    ['/library', () => expect(main.getByText('No favourites yet')).toBeVisible()],
    ['/library/kept', () => expect(heading('Kept on this device')).toBeVisible()],
    ['/genres', () => expect(main.getByText('Coming Soon')).toBeVisible()],
    ['/debug/zaps', () => expect(main).toContainText('60')],
    ['/no-such-page', () => expect(main.getByRole('heading', { level: 1 })).toBeVisible()],
  ];
  for (const [path, expectLoaded] of pages)
    await test.step(path, async () => {
      await cold.goto(path);
      await expectLoaded(cold);
      await expectInBounds(cold);
    });
  backend.wire.mend();
  await backend.sql`update public.tracks set deleted_at = now() where id = ${trackId}`;
});

/** Inserts a published release with one track. @returns the release's id */
async function releaseTrack({ sql }: Backend, owner: string, title: string, trackId: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into public.releases (id, user_id, title, artist_name, places, published_at)
    values (${id}, ${owner}, ${title}, 'Tin Orchard', ${[trackId]}, now())`;
  await sql`update public.tracks set release_id = ${id} where id = ${trackId}`;
  return id;
}

/** Inserts a playlist with one track. @returns the playlist's id */
async function makePlaylist({ sql }: Backend, owner: string, title: string, trackId: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into public.playlists (id, user_id, title, visibility) values (${id}, ${owner}, ${title}, 'link')`;
  await sql`
    insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
    values (${randomUUID()}, ${id}, ${owner}, ${trackId}, 'a0')`;
  return id;
}

test("offline, own music opens without an earlier visit, other people's music after one, and unvisited pages say that they need the network", async ({
  page,
  context,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const friend = await createOther(backend, 'Tin Orchard');
  const ownTitle = `Quarry ${me.slice(0, 6)}`;
  const friendTitle = `Marsh ${me.slice(0, 6)}`;
  const ownTrack = await giveTrack(backend, me, ownTitle);
  const friendTrack = await giveTrack(backend, friend, friendTitle);
  const ownRelease = await releaseTrack(backend, me, 'Estuary', ownTrack);
  const visitedRelease = await releaseTrack(backend, friend, 'Kiln', friendTrack);
  const otherRelease = await releaseTrack(backend, friend, 'Halide', await giveTrack(backend, friend, 'Halide'));
  const ownPlaylist = await makePlaylist(backend, me, 'Depot', friendTrack);
  const visitedPlaylist = await makePlaylist(backend, friend, 'Night bus', friendTrack);
  const otherPlaylist = await makePlaylist(backend, friend, 'Day tram', friendTrack);
  for (const playlist of [visitedPlaylist, otherPlaylist])
    await backend.sql`insert into public.playlist_likes (user_id, playlist_id) values (${me}, ${playlist})`;
  await backend.sql`insert into public.favourites (user_id, track_id) values (${me}, ${friendTrack})`;
  await backend.sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    values (${me}, ${friendTrack}, '2026-03-10', '2026-03-10T11:30:00Z', 30000, true, false)`;

  await openSignedIn(page, account, '/library');
  await reloadUnderWorker(page);
  await expect(page.getByRole('link', { name: /Day tram/ })).toBeVisible();
  const main = (at: Page) => at.getByRole('main');
  const rows = (at: Page, list: string) => main(at).getByRole('list', { name: list }).getByRole('listitem');
  for (const path of [`/playlist/${visitedPlaylist}`, `/release/${visitedRelease}`]) {
    await page.goto(path);
    await expect(rows(page, 'Tracks')).toContainText([friendTitle]);
  }
  // Own rows come with pulls. Visited rows are stored some time after they are shown.
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect.poll(() => page.evaluate(() => window.undercurrent.isFilled.get())).toBe(true);
  await page.close();
  backend.wire.cut();

  const cold = await context.newPage();
  const expectTracks = async (title: string, track: string) => {
    await expect(main(cold).getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(rows(cold, 'Tracks')).toContainText([track]);
  };
  const expectUnloaded = () => expect(main(cold).getByText('It shows here once the network is back.')).toBeVisible();
  const pages: [path: string, expectLoaded: () => Promise<void>][] = [
    [`/release/${ownRelease}`, () => expectTracks('Estuary', ownTitle)],
    [`/release/${visitedRelease}`, () => expectTracks('Kiln', friendTitle)],
    [`/release/${otherRelease}`, expectUnloaded],
    [`/playlist/${ownPlaylist}`, () => expectTracks('Depot', friendTitle)],
    [`/playlist/${visitedPlaylist}`, () => expectTracks('Night bus', friendTitle)],
    [`/playlist/${otherPlaylist}`, expectUnloaded],
    [
      '/library',
      () => expect(rows(cold, 'Playlists')).toContainText(['Depot', 'Day tram', 'Night bus'], { useInnerText: true }),
    ],
    ['/library/favourites', () => expect(rows(cold, 'Favourites')).toContainText([friendTitle])],
    ['/library/kept', () => expect(main(cold).getByRole('heading', { name: 'Kept on this device' })).toBeVisible()],
    [
      '/library/history',
      () => expect(main(cold).getByRole('list', { name: 'Plays' }).getByRole('article')).toContainText([friendTitle]),
    ],
    ['/library/recap', () => expect(main(cold).getByText('No recap yet')).toBeVisible()],
  ];
  for (const [path, expectLoaded] of pages)
    await test.step(path, async () => {
      await cold.goto(path);
      await expectLoaded();
      await expectInBounds(cold);
    });
});
