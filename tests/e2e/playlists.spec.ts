import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectUsable } from './accessibility.ts';
import { type Backend, expect, openSignedIn, passGate, test } from './fixtures.ts';
import { createOther, enqueueAll, idOf } from './people.ts';
import { collectAudio, playerBar, soundingSeconds } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

interface ListedTrack {
  id: string;
  title: string;
}

const tracksOf = ({ sql }: Backend, count: number) => sql<ListedTrack[]>`
  select id, title from public.tracks
  where is_public and not sponsored and deleted_at is null
  order by average_vote_rating desc, created_at desc limit ${count}`;

/** The titles of the playlist's tracks in order, as the server has them. */
const stored = async ({ sql }: Backend, userId: string, title: string) => {
  const rows = await sql<{ title: string }[]>`
    select t.title from public.playlists p
    join public.playlist_tracks e on e.playlist_id = p.id and e.deleted_at is null
    join public.tracks t on t.id = e.track_id
    where p.user_id = ${userId} and p.title = ${title} and p.deleted_at is null
    order by e.position, e.id`;
  return rows.map((row) => row.title);
};

const rows = (page: Page) => page.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
const grip = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();
const inOrder = (list: readonly string[]) => list.map((title) => new RegExp(title));

async function drag(page: Page, title: string, onto: string): Promise<void> {
  const from = await grip(page, title).boundingBox();
  const to = await grip(page, onto).boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag');
  const x = from.x + from.width / 2;
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2 + (to.y > from.y ? 8 : -8)];
  await page.mouse.move(x, start);
  await page.mouse.down();
  await page.mouse.move(x, end, { steps: 8 });
  await expect(grip(page, title)).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.up();
}

test('[S-60] a playlist is created from a track’s More menu, filled and reordered offline, and sent once online', async ({
  page,
  backend,
  account,
}) => {
  const tracks = await tracksOf(backend, 3);
  const [first, second, third] = tracks.map(({ title }) => title);
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are no tracks');
  const me = await idOf(backend, account.email);
  await openSignedIn(page, account, `/track/${tracks[0]?.id}`);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Add to playlist' }).click();
  await dialog(page).getByRole('button', { name: 'New playlist' }).click();
  await page.keyboard.type('Depot');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Depot' })).toBeChecked();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => stored(backend, me, 'Depot')).toEqual([first]);

  await page.goto('/library');
  await reloadUnderWorker(page);
  await expectUsable(page);
  await page.getByRole('list', { name: 'Playlists' }).getByRole('link', { name: /Depot/ }).click();
  await expect(page.getByRole('heading', { name: 'Depot', level: 1 })).toBeVisible();
  const { pathname } = new URL(page.url());
  const playlist_id = pathname.split('/').at(-1) ?? '';
  await expect(rows(page)).toHaveText(inOrder([first]));

  backend.wire.cut();
  const entries = tracks.slice(1).map(({ id }, i) => ({ id: randomUUID(), track_id: id, position: `a${i + 1}` }));
  await enqueueAll(page, [['playlist.add', { playlist_id, entries }, 0]]);
  await expect(rows(page)).toHaveText(inOrder([first, second, third]));
  await drag(page, third, first);
  await expect(rows(page)).toHaveText(inOrder([third, first, second]));
  await grip(page, second).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: `${second}, place 2 of 3` })).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveText(inOrder([third, second, first]));
  // The new order shows at once, but the move is in the outbox only after it is stored.
  await expect(page.getByRole('button', { name: '3 waiting to send' })).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveText(inOrder([third, second, first]));
  await expect(rows(page).first()).toContainText('Waiting to send');
  backend.wire.mend();
  await expect.poll(() => stored(backend, me, 'Depot')).toEqual([third, second, first]);
  await expect(rows(page).first()).not.toContainText('Waiting to send');

  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^More for/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Remove from playlist' }).click();
  await expect(rows(page)).toHaveText(inOrder([third, first]));
  const moreFor = (title: string) => page.getByRole('button', { name: `More for ${title}`, exact: true });
  await expect(moreFor(first)).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await undo.press('Enter');
  await expect(rows(page)).toHaveText(inOrder([third, second, first]));
  await expect(moreFor(second)).toBeFocused();
  await expect.poll(() => stored(backend, me, 'Depot')).toEqual([third, second, first]);
  await expectUsable(page);
});

test('a playlist is played, renamed, deleted and restored', async ({ page, backend, account }) => {
  const me = await idOf(backend, account.email);
  const [track] = await tracksOf(backend, 1);
  if (!track) throw new Error('There is no track');
  await collectAudio(page);
  await openSignedIn(page, account, '/library');
  await expect(page.getByText('No playlists yet')).toBeVisible();
  await page.getByRole('button', { name: 'New playlist' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name of the playlist' }).fill('Rain');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Add some from any track’s More.')).toBeVisible();
  const playlist_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const entries = [{ id: randomUUID(), track_id: track.id, position: 'a0' }];
  await enqueueAll(page, [['playlist.add', { playlist_id, entries }, 0]]);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(playerBar(page)).toContainText(track.title);
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);
  // The playlist's Play button is not a toggle: a second press does not pause.
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const pressedAt = await soundingSeconds(page);
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(pressedAt + 0.5);

  const choose = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Rename');
  await dialog(page).getByRole('textbox', { name: 'Name of the playlist' }).fill('Rain, mostly');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rain, mostly', level: 1 })).toBeVisible();
  await expect.poll(() => stored(backend, me, 'Rain, mostly')).toEqual([track.title]);
  await choose('Delete');
  await expect(page.getByText('No playlists yet')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  // A focused toast stays.
  await undo.focus();
  await expect.poll(() => stored(backend, me, 'Rain, mostly')).toEqual([]);
  await undo.click();
  await expect(page.getByRole('link', { name: /Rain, mostly/ })).toBeVisible();
  await expect.poll(() => stored(backend, me, 'Rain, mostly')).toEqual([track.title]);

  await page.goto('/playlist/00000000-0000-7000-8000-000000000000');
  await expect(page.getByText('This playlist is private')).toBeVisible();
  await expectUsable(page);
});

test('[S-60] a playlist resumes at its last position, after another track was played and the page was reloaded', async ({
  page,
  backend,
  account,
}) => {
  const [first, second, other] = await tracksOf(backend, 3);
  if (!first || !second || !other) throw new Error('There are no tracks');
  const me = await idOf(backend, account.email);
  const list = randomUUID();
  await backend.sql`insert into public.playlists (id, user_id, title) values (${list}, ${me}, 'Depot')`;
  for (const [track, position] of [
    [first.id, 'a0'],
    [second.id, 'a1'],
  ] as const)
    await backend.sql`
      insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
      values (${randomUUID()}, ${list}, ${me}, ${track}, ${position})`;
  await collectAudio(page);
  await openSignedIn(page, account, `/playlist/${list}`);
  const main = page.getByRole('main');
  const line = main.getByRole('button', { name: 'Continue' });
  const pause = playerBar(page).getByRole('button', { name: 'Pause' }).first();
  await main.getByRole('button', { name: `Play ${second.title}`, exact: true }).click();
  await expect(playerBar(page)).toContainText(second.title);
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);
  await page.getByRole('slider', { name: 'Seek' }).first().fill('50');
  const half = await page.evaluate('window.sounds.find((sound) => !sound.paused)?.duration / 2');
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(Number(half) - 3);
  await expect(line).not.toBeVisible();
  await pause.click();

  await page.goto(`/track/${other.id}`);
  await main.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(playerBar(page)).toContainText(other.title);
  await pause.click();
  await page.goto(`/playlist/${list}`);
  await reloadUnderWorker(page);
  await expect(line).toContainText(second.title);
  await expectUsable(page);
  await line.click();
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(playerBar(page)).toContainText(second.title);
  await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(Number(half) - 3);
  await expect(line).not.toBeVisible();
});

test('[S-60] somebody else’s link playlist is added to the library, updated and copied, and the copy is made public', async ({
  page,
  backend,
  account,
}) => {
  const [first, second] = await tracksOf(backend, 2);
  if (!first || !second) throw new Error('There are no tracks');
  const owner = await createOther(backend, 'Ines Calder');
  const shown = randomUUID();
  await backend.sql`
    insert into public.playlists (id, user_id, title, visibility) values (${shown}, ${owner}, 'Night bus', 'link')`;
  const add = (track: string, position: string) => backend.sql`
    insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
    values (${randomUUID()}, ${shown}, ${owner}, ${track}, ${position})`;
  await add(first.id, 'a1');
  await openSignedIn(page, account, `/playlist/${shown}`);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'Night bus', level: 1 })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Ines Calder' })).toBeVisible();
  await expect(main.getByText('Anybody with the link')).toBeVisible();
  await expect(rows(page)).toHaveText(inOrder([first.title]));
  await expectUsable(page);
  await main.getByRole('button', { name: 'Add to library' }).click();
  await expect(main.getByRole('button', { name: 'In your library' })).toBeVisible();
  await page.goto('/library');
  const card = page.getByRole('link', { name: /Night bus/ });
  await expect(card).toContainText('Ines Calder1 track');

  await add(second.id, 'a0');
  await card.click();
  await page.reload();
  await expect(rows(page)).toHaveText(inOrder([second.title, first.title]));
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keep a copy' }).click();
  const me = await idOf(backend, account.email);
  await expect.poll(() => stored(backend, me, 'Night bus')).toEqual([second.title, first.title]);

  await expect(main.getByText('Only you')).toBeVisible();
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Who sees it' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Public/ })
    .check();
  await expectUsable(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('Public', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await backend.sql`select visibility from public.playlists where user_id = ${me}`)[0])
    .toEqual({ visibility: 'public' });
  await page.goto(`/profile/${me}`);
  await expect(page.getByRole('link', { name: /Night bus/ })).toBeVisible();
});

test(
  '[S-60] a guest plays a playlist by its link until its owner makes it private or leaves',
  { tag: '@once' },
  async ({ page, backend }) => {
    const [track] = await tracksOf(backend, 1);
    if (!track) throw new Error('There are no tracks');
    const owner = await createOther(backend, 'Ines Calder');
    const shown = randomUUID();
    await backend.sql`
      insert into public.playlists (id, user_id, title, visibility) values (${shown}, ${owner}, 'Night bus', 'link')`;
    await backend.sql`
      insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
      values (${randomUUID()}, ${shown}, ${owner}, ${track.id}, 'a0')`;
    await collectAudio(page);
    await passGate(page);
    await page.goto(`/playlist/${shown}`);
    const main = page.getByRole('main');
    const title = page.getByRole('heading', { name: 'Night bus', level: 1 });
    await expect(title).toBeVisible();
    await expectUsable(page);
    await expect(main.getByRole('button', { name: 'Add to library' })).toHaveCount(0);
    await main.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Add to queue']);
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => soundingSeconds(page)).toBeGreaterThan(0);

    await backend.sql`update public.playlists set visibility = 'private' where id = ${shown}`;
    await page.reload();
    await expect(page.getByText('This playlist is private')).toBeVisible();
    await expect(page.getByText('Night bus')).toHaveCount(0);
    await expectUsable(page);
    await backend.sql`update public.playlists set visibility = 'public' where id = ${shown}`;
    await page.reload();
    await expect(title).toBeVisible();
    await backend.sql`delete from auth.users where id = ${owner}`;
    await page.reload();
    await expect(page.getByText('This playlist is private')).toBeVisible();
    await expect(page.getByText('Night bus')).toHaveCount(0);
  },
);

test('[S-60] an imported playlist file is matched against the catalogue, and tracks that are not found are listed', async ({
  page,
  backend,
  account,
}) => {
  const [first, second] = await tracksOf(backend, 2);
  if (!first || !second) throw new Error('There are no tracks');
  const [named] = await backend.sql<{ artist: string }[]>`
    select artist_name as artist from public.tracks where id = ${second.id}`;
  await openSignedIn(page, account, '/library');
  await page.getByRole('button', { name: 'Import a playlist' }).click();
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = [
    ['Artist', 'Title'],
    ['Nobody', 'Nowhere at all'],
    [named?.artist ?? '', second.title.toUpperCase()],
    ['', first.title],
  ];
  const csv = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
  const chosen = { name: 'Old list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog(page).getByLabel('Choose a file').setInputFiles(chosen);
  await expect(dialog(page).getByText('2 of 3 tracks found here')).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Not found' })).toHaveText('Nowhere at all, Nobody');
  await expectUsable(page);
  await dialog(page).getByRole('button', { name: 'Make playlist' }).click();
  await expect(page.getByRole('heading', { name: 'Old list', level: 1 })).toBeVisible();
  const me = await idOf(backend, account.email);
  await expect.poll(() => stored(backend, me, 'Old list')).toEqual([second.title, first.title]);
});
