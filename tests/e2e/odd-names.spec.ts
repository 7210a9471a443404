import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { misreadNames, oddNames, oddTexts } from '../support/misread-names.ts';
import { expect, openSignedIn, pressEscape, test } from './fixtures.ts';
import { createOther, enqueueAll, establishAccount, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';

const all = [...Object.values(oddNames), ...Object.values(oddTexts)];
const { hebrew, arabic, mixed, marks } = oddNames;

async function expectReadable(page: Page): Promise<void> {
  expect(await page.evaluate(misreadNames(all))).toEqual([]);
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

test('right-to-left names, combining marks and emoji show their beginning and keep their direction everywhere', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const { sql } = backend;
  const me = await establishAccount(backend, account, hebrew);
  const artist = await createOther(backend, arabic);
  const requester = await createOther(backend, marks);
  await sql`update public.user_profiles set bio = ${oddTexts.bio} where id in (${me}, ${artist})`;
  const track = await giveTrack(backend, artist, mixed);
  const own = await giveTrack(backend, me, arabic);
  await giveTrack(backend, me, hebrew);
  const another = await giveTrack(backend, artist, hebrew);
  await sql`update public.tracks set artist_name = ${hebrew} where id = ${track}`;
  await sql`insert into public.connections (user_id, connection_id, status)
            values (${me}, ${artist}, 'accepted'), (${requester}, ${me}, 'pending')`;
  await sql`insert into public.shared_tracks (user_id, track_id) values (${artist}, ${track})`;
  await sql`insert into public.messages (sender_id, receiver_id, content)
            values (${me}, ${artist}, ${oddTexts.own}), (${artist}, ${me}, ${oddTexts.theirs})`;
  await openSignedIn(page, account, '/explore');
  const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
  await expect(page.getByText('shared by').first()).toBeVisible();
  await expectReadable(page);
  await page.getByRole('searchbox').first().fill('שיר');
  await expect(page.getByText('1 track found')).toBeVisible();
  await button(`Play ${mixed}`).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expectReadable(page);
  const [playlist, shown, release] = [randomUUID(), randomUUID(), randomUUID()];
  const entries = [track, another].map((id, i) => ({ id: randomUUID(), track_id: id, position: `a${i}` }));
  await sql`insert into public.playlists (id, user_id, title, description, visibility)
            values (${shown}, ${artist}, ${mixed}, ${oddTexts.bio}, 'public')`;
  await sql`insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
            values (${randomUUID()}, ${shown}, ${artist}, ${track}, 'a0')`;
  await enqueueAll(page, [
    ['favourite.add', { track_id: track }],
    ['play.record', { track_id: another, progress_ms: 30_000, is_manual: true }],
    ['playlist.create', { playlist_id: playlist, title: hebrew }],
    ['playlist.update', { playlist_id: playlist, description: oddTexts.bio }],
    ['playlist.add', { playlist_id: playlist, entries }],
    ['playlist.like', { playlist_id: shown }],
    [
      'release.create',
      {
        release_id: release,
        title: mixed,
        artist_name: hebrew,
        kind: null,
        notes: oddTexts.bio,
        publish_at: null,
        places: [own],
      },
    ],
  ]);
  await page.evaluate((ids) => window.undercurrent.kept.keepAll(ids), [track, another]);
  const library = [
    '/library',
    '/library/favourites',
    '/library/kept',
    '/library/history',
    `/playlist/${playlist}`,
    `/playlist/${shown}`,
    `/release/${release}`,
  ];
  for (const path of ['/community', '/connections', '/profile', `/profile/${artist}`, `/track/${track}`, ...library]) {
    await go(page, path);
    await expect(
      page
        .getByRole('main')
        .getByText(/[\u0590-\u06ff]/)
        .first(),
    ).toBeVisible();
    await expectReadable(page);
  }
  const layers: readonly (readonly [path: string, presses: readonly (string | RegExp)[]])[] = [
    [`/profile/${artist}`, [/^More about/]],
    [`/profile/${artist}`, [/^More about/, 'Block']],
    [`/profile/${artist}`, [/^More for/]],
    [`/profile/${artist}`, [/^More for/, 'Report']],
    ['/profile', [/^More for/]],
    ['/profile', [/^More for/, 'Delete']],
    [`/playlist/${playlist}`, [/^More for/]],
    [`/track/${track}`, ['More', 'Add to playlist']],
    [`/release/${release}`, ['More for this release', 'Delete']],
    [`/release/${release}`, ['More for this release', 'Add tracks']],
    ['/profile', ['Edit profile']],
    ['/profile', ['Delete profile']],
    ['/profile', [isMobile ? /^Open player/ : 'Queue']],
    ['/connections', ['Message']],
    ['/connections', [/^Message/]],
  ];
  for (const [path, presses] of layers)
    await test.step(`${path} ${presses.join(', ')}`, async () => {
      await go(page, path);
      for (const press of presses) {
        const within = (await dialog.count()) > 0 ? dialog.last() : page;
        const control = await within
          .getByRole('button', { name: press })
          .or(within.getByRole('menuitem', { name: press }))
          .filter({ visible: true })
          .first()
          .elementHandle();
        await control?.click();
        // A menu closes before its item's dialog opens.
        if (within !== page) await control?.waitForElementState('hidden');
        await expect(dialog.last()).toBeVisible();
      }
      if ((await dialog.last().getAttribute('role')) !== 'menu')
        await expect(
          dialog
            .last()
            .getByText(/[\u0590-\u06ff]/)
            .first(),
        ).toBeVisible();
      await expectReadable(page);
      await pressEscape(page);
      await expect(dialog).toHaveCount(0);
    });
});

test(
  'no word of a title is broken if it fits into the window',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await establishAccount(backend, account, 'Ines Calder');
    const title = 'Glasshouse Recorder';
    await giveTrack(backend, await createOther(backend, 'Halogen Fox'), title);
    await openSignedIn(page, account, '/explore');
    await page.getByRole('searchbox').first().fill(title);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await playerBar(page)
      .getByRole('button', { name: /^Open player/ })
      .click();
    const words = page.getByRole('dialog', { name: 'Now playing' }).getByRole('link', { name: title });
    await expect(words).toBeVisible();
    // At most one line per word, so no word is broken.
    expect(await words.evaluate((link) => link.getClientRects().length)).toBeLessThanOrEqual(2);
  },
);
