import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { forcedColourFaults } from '../support/forced-colours.ts';
import { expect, openSignedIn, pressEscape, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';

async function expectAllShown(page: Page, step: string): Promise<void> {
  await test.step(step, async () => expect(await page.evaluate(forcedColourFaults)).toEqual([]));
}

test('with forced colours the pages and the layers over them show the state of each control', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const artist = await createOther(backend, 'Tin Orchard');
  const track = await giveTrack(backend, artist, 'Kelp Forest');
  const own = await giveTrack(backend, me, 'Linoleum');
  await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${artist}, 'accepted')`;
  await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${artist}, ${me}, 'Friday?')`;
  await backend.sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    select ${me}, id, (private.now() at time zone 'utc')::date, private.now(), 30000, true, false
    from public.tracks where is_public and deleted_at is null order by id limit 3`;
  const [playlist, release] = [randomUUID(), randomUUID()];
  await backend.sql`insert into public.playlists (id, user_id, title) values (${playlist}, ${me}, 'Night Bus')`;
  await backend.sql`insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
                    values (${randomUUID()}, ${playlist}, ${me}, ${track}, 'a0'), (${randomUUID()}, ${playlist}, ${me}, ${own}, 'a1')`;
  await backend.sql`insert into public.releases (id, user_id, title, artist_name, places, published_at)
                    values (${release}, ${me}, 'Low Sill', 'Ines Calder', ${[own]}, now())`;
  await backend.sql`update public.tracks set release_id = ${release} where id = ${own}`;
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openSignedIn(page, account, '/explore');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expectAllShown(page, '/explore');
  const pages: readonly (readonly [path: string, text: string | RegExp])[] = [
    ['/community', 'Tin Orchard'],
    ['/radio', 'Sponsor a track'],
    ['/store', 'Mystery Pack'],
    ['/vault', 'Purchase Vault Access'],
    ['/connections', 'Tin Orchard'],
    ['/profile', 'Listen to 7 more tracks (3/10)'],
    [`/profile/${artist}`, 'Kelp Forest'],
    [`/track/${track}`, 'Your vote'],
    ['/upload', 'I own the rights to this recording'],
    ['/device', 'Manage saved music'],
    ['/library', 'Favourites'],
    ['/library/favourites', 'No favourites yet'],
    ['/library/history', 'Play again'],
    [`/playlist/${playlist}`, 'Kelp Forest'],
    [`/release/${release}`, 'Linoleum'],
  ];
  for (const [path, text] of pages) {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expectAllShown(page, path);
  }
  const layers: readonly (readonly [path: string, presses: readonly (string | RegExp)[]])[] = [
    ['/store', ['Open ZAP Store']],
    ['/store', ['Open ZAP Store', 'Buy for 20 ZAPs']],
    ['/profile', ['Edit profile']],
    ['/profile', [/^More for/]],
    [`/profile/${artist}`, [/^More for/, 'Report']],
    [`/track/${track}`, [/^Share to your profile/]],
    ['/connections', [/^Message/]],
    ['/library', ['New playlist']],
    ['/library', ['Import a playlist']],
    [`/playlist/${playlist}`, [/^More for/]],
    [`/track/${track}`, ['More', 'Add to playlist']],
    [`/release/${release}`, ['More for this release']],
    ['/explore', isMobile ? [/^Open player/] : ['Queue']],
    ['/explore', isMobile ? [/^Open player/, 'Queue'] : ['Queue']],
  ];
  const dialog = page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true });
  for (const [path, presses] of layers) {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    for (const [depth, name] of presses.entries()) {
      const within = depth > 0 ? dialog.last() : page;
      await within.getByRole('button', { name }).filter({ visible: true }).first().click();
      await expect(dialog.last()).toBeVisible();
    }
    await expectAllShown(page, `${path} ${presses.join(', ')}`);
    for (let open = await dialog.count(); open > 0; open -= 1) await pressEscape(page, open - 1);
  }
});
