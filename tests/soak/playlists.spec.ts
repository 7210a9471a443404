import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Account, type Backend, expect, openSignedIn, test } from '../e2e/fixtures.ts';
import { openWire, type Wire } from '../e2e/network.ts';
import { createAccount, idOf } from '../e2e/people.ts';
import { reloadUnderWorker } from '../e2e/service-worker.ts';
import { seededRandom } from '../sync/simulation/world.ts';
import { syncPage } from './sync-page.ts';
import { type Edit, editByEngine, type Listed, listPlaylists, moveByHand, removeByHand } from './edit-playlists.ts';

const EDITS = Number(process.env['PLAYLIST_EDITS'] ?? 500);
const SEED = Number(process.env['PLAYLIST_SEED'] ?? 20_261_130);
const SYNC = { timeout: 120_000 };
/** Most edits of a device before another device's turn. */
const TURN = 24;
/** Shares of edits by pointer or keys, and of turns after which the page reloads or the device stays without a network. */
const BY_HAND = 0.12;
const RELOADS = 0.15;
const STAYS_OFFLINE = 0.5;
/** Rows that are surely within the window. */
const ROWS = 5;
const EXPECTED = ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'];

interface Device {
  name: string;
  page: Page;
  context: BrowserContext;
  wire: Wire;
  account: Account;
}

/** Opens a browser profile with its own network. Its unexpected console errors are added to `errors`. */
async function openDevice(
  browser: Browser,
  backend: Backend,
  name: string,
  account: Account,
  errors: string[],
): Promise<Device> {
  const wire = await openWire(backend.port);
  const context = await browser.newContext({ baseURL: `http://localhost:${wire.port}` });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !EXPECTED.some((expected) => text.includes(expected)))
      errors.push(`${name}: ${text}`);
  });
  context.on('weberror', (error) => errors.push(`${name}: ${String(error.error())}`));
  const page = await context.newPage();
  await openSignedIn(page, account, '/library');
  await reloadUnderWorker(page);
  await page.waitForFunction(() => window.undercurrent?.isFilled.get());
  return { name, page, context, wire, account };
}

/** Ends the device's time without a network. A pull that met the cut is begun again. */
async function sync({ page, wire }: Device): Promise<void> {
  wire.mend();
  await expect(() => syncPage(page, 20_000)).toPass(SYNC);
}

async function cut({ page, wire }: Device): Promise<void> {
  wire.cut();
  // An answer that has arrived already may still change the lists.
  await page.waitForFunction(() => window.undercurrent?.status.get().work.kind !== 'working');
}

/** The person's playlists on the server, in the order of their ids. */
async function onServer({ sql }: Backend, userId: string): Promise<Listed[]> {
  return sql<Listed[]>`
    select p.id, p.title, coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'trackId', e.track_id) order by e.position collate "C", e.id)
      from public.playlist_tracks e where e.playlist_id = p.id and e.deleted_at is null
    ), '[]') as entries
    from public.playlists p where p.user_id = ${userId} and p.deleted_at is null order by p.id`;
}

function createEditor(random: () => number, trackIds: readonly string[]) {
  const below = (count: number) => Math.floor(random() * count);
  const [added, removed] = [new Set<string>(), new Set<string>()];
  const counts = new Map<string, number>();
  const idsIn = (list: readonly Listed[], playlistId: string) =>
    list.find(({ id }) => id === playlistId)?.entries.map(({ id }) => id) ?? [];
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);

  /** A page's own order right after a move. */
  const expectMoved = (
    list: readonly Listed[],
    playlistId: string,
    before: readonly string[],
    id: string,
    at: number,
  ) => expect(idsIn(list, playlistId)).toEqual(before.filter((other) => other !== id).toSpliced(at, 0, id));

  const editByHand = async (page: Page, playlistId: string, ids: readonly string[]) => {
    const visible = Math.min(ROWS, ids.length);
    const [from, to] = [below(visible), below(visible)];
    const id = ids[from] ?? '';
    if (from === to) {
      count('removed by hand');
      removed.add(id);
      await removeByHand(page, playlistId, from);
      await expect.poll(async () => idsIn(await listPlaylists(page), playlistId)).not.toContain(id);
      return;
    }
    const by = random() < 0.5 ? 'pointer' : 'keys';
    count(`moved by ${by}`);
    await moveByHand(page, playlistId, by, { from, to });
    await expect(async () => expectMoved(await listPlaylists(page), playlistId, ids, id, to)).toPass({
      timeout: 15_000,
    });
  };

  return {
    added,
    removed,
    counts,
    /** @returns an edit for the end of the turn: a deleted playlist is restored. 'none' if there is no playlist to edit */
    async edit(page: Page): Promise<Edit | 'none' | null> {
      const playlists = await listPlaylists(page);
      const playlist = playlists[below(playlists.length)];
      if (!playlist) return 'none';
      const { id: playlistId } = playlist;
      const ids = playlist.entries.map((entry) => entry.id);
      const entryId = ids[below(ids.length)];
      if (entryId !== undefined && random() < BY_HAND) {
        await editByHand(page, playlistId, ids);
        return null;
      }
      const kind = below(20);
      if (kind < 9 || entryId === undefined) {
        const chosen = Array.from({ length: 1 + below(3) }, () => trackIds[below(trackIds.length)] ?? '');
        count('added');
        const after = await editByEngine(page, {
          kind: 'add',
          playlistId,
          trackIds: chosen,
          index: below(ids.length + 1),
        });
        for (const id of idsIn(after, playlistId)) added.add(id);
      } else if (kind < 12) {
        count('removed');
        removed.add(entryId);
        await editByEngine(page, { kind: 'remove', playlistId, entryId });
      } else if (kind < 17) {
        count('moved');
        const index = below(ids.length);
        const after = await editByEngine(page, { kind: 'move', playlistId, entryId, index });
        expectMoved(after, playlistId, ids, entryId, index);
      } else if (kind < 19) {
        count('renamed');
        await editByEngine(page, { kind: 'rename', playlistId, title: `Name ${below(1000)}` });
      } else {
        count('deleted and restored');
        await editByEngine(page, { kind: 'delete', playlistId });
        return { kind: 'restore', playlistId };
      }
      return null;
    },
  };
}

/** Checks that the playlist's page shows the first tracks in order. Rows beyond the window are not rendered. */
async function expectRows(page: Page, { entries }: Listed): Promise<void> {
  const rows = page.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(entries.length));
  const hrefs = await rows.evaluateAll((items) =>
    items.map((item) => item.querySelector('a[href*="/track/"]')?.getAttribute('href')?.split('/').pop()),
  );
  expect(hrefs.length).toBeGreaterThan(0);
  expect(hrefs).toEqual(entries.slice(0, hrefs.length).map(({ trackId }) => trackId));
}

test('[S-60] [SY-13] random edits of three playlists, by two devices of one person and one of another, offline in turns, end equal everywhere, with every entry that nobody removed', async ({
  browser,
  backend,
  account,
}) => {
  const random = seededRandom(SEED);
  const startedAt = Date.now();
  const other = { ...account, email: `other-${account.email}` };
  await createAccount(backend, other);
  const [me, them] = [await idOf(backend, account.email), await idOf(backend, other.email)];
  const tracks = await backend.sql<{ id: string }[]>`
    select id from public.tracks where is_public and not sponsored and deleted_at is null order by id limit 40`;
  const { edit, added, removed, counts } = createEditor(
    random,
    tracks.map(({ id }) => id),
  );
  const errors: string[] = [];
  const one = await openDevice(browser, backend, 'one', account, errors);
  const two = await openDevice(browser, backend, 'two', account, errors);
  const third = await openDevice(browser, backend, 'third', other, errors);
  const devices = [one, two, third] as const;

  for (const title of ['One', 'Two']) await editByEngine(one.page, { kind: 'create', title });
  const [shown] = await listPlaylists(one.page);
  if (!shown) throw new Error('No playlist was made');
  await editByEngine(one.page, { kind: 'publish', playlistId: shown.id });
  // The server refuses the like of a playlist that it does not know as public yet, and a refused action stays in the queue.
  await sync(one);
  await editByEngine(third.page, { kind: 'create', title: 'Three' });
  await third.page.evaluate(async (id) => (await window.undercurrent.playlists()).setLiked(id, true), shown.id);
  for (const device of devices) await sync(device);
  await expect.poll(async () => (await listPlaylists(two.page)).length, SYNC).toBe(2);

  for (let edits = 0; edits < EDITS;) {
    const device = devices[Math.floor(random() * devices.length)] ?? one;
    await cut(device);
    const restores: Edit[] = [];
    for (let left = 1 + Math.floor(random() * TURN); left > 0 && edits < EDITS; left -= 1) {
      const restore = await edit(device.page);
      if (restore === 'none') break;
      edits += 1;
      if (restore) restores.push(restore);
    }
    // Within the turn, so that no edit of the other device meets a deleted playlist, which the server refuses.
    for (const restore of restores) await editByEngine(device.page, restore);
    if (random() < RELOADS) {
      const before = await listPlaylists(device.page);
      await device.page.reload();
      await device.page.waitForFunction(() => window.undercurrent);
      await expect.poll(() => listPlaylists(device.page)).toEqual(before);
    }
    if (random() >= STAYS_OFFLINE) await sync(device);
  }
  // The second device may have sent after the first one's last pull.
  for (const device of [...devices, one]) await sync(device);

  const [mine, theirs] = [await onServer(backend, me), await onServer(backend, them)];
  for (const device of [one, two]) await expect.poll(() => listPlaylists(device.page), SYNC).toEqual(mine);
  expect(await listPlaylists(third.page)).toEqual(theirs);
  const left = [...mine, ...theirs].flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(left.sort()).toEqual([...added].filter((id) => !removed.has(id)).sort());
  expect([mine.length, theirs.length]).toEqual([2, 1]);

  const wanted = mine.find(({ id }) => id === shown.id);
  await third.page.goto(`/playlist/${shown.id}`);
  await expect(third.page.getByRole('heading', { name: wanted?.title ?? '', level: 1 })).toBeVisible();
  if (!wanted || wanted.entries.length === 0) await expect(third.page.getByText('No tracks yet')).toBeVisible();
  else await expectRows(third.page, wanted);
  expect(errors).toEqual([]);
  console.log(
    `seed ${SEED}: ${JSON.stringify(Object.fromEntries(counts))}, ${left.length} entries left, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  for (const { context, wire } of devices) {
    await context.close();
    await wire.close();
  }
});
