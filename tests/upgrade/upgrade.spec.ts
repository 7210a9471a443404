import { chromium, devices, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../supabase/local/http/free-port.ts';
import { readVersion } from '../../supabase/local/app/read-version.ts';
import { signUp, type Account } from '../e2e/fixtures.ts';
import { idOf } from '../e2e/people.ts';
import { waitForWorker } from '../e2e/service-worker.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { hashStoredFiles } from '../support/stored-files.ts';
import { RELEASE_BEFORE } from './release-before.ts';
import { hasBackup, readRows, startRelease, type ReleaseServer } from './release-server.ts';
import { openReleaseTree } from './release-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const account: Account = { email: 'ada@example.com', password: 'correct horse' };
const BIO = 'Written without a network, before the upgrade.';
const DRAFT = 'Half a thought about';

let folder: string;
let port: number;
const closers: (() => unknown)[] = [];
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'undercurrent-upgrade-'));
  port = await freePort();
});
test.afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(tree: string): Promise<ReleaseServer> {
  const server = await startRelease({ tree, dataDir: join(folder, 'data'), port });
  closers.push(() => server.stop());
  return server;
}

/** Opens the browser with the folder that contains its profile: the person's session and data. */
async function openProfile(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...devices['Desktop Chrome'],
    ...chromiumOptions,
    baseURL: `http://localhost:${port}`,
  });
  context.setDefaultTimeout(30_000);
  closers.push(() => context.close());
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

const keptState = (page: Page, track: string) =>
  page.evaluate((id) => window.undercurrent?.kept.states.get().get(id)?.kind, track);
const composer = (page: Page) => page.getByRole('textbox', { name: 'Type a message...' });

async function openConversation(page: Page, partner: string): Promise<void> {
  await page.goto(`/profile/${partner}`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(composer(page)).toBeVisible();
}

test("an upgrade from the release before keeps the server's rows, and the browser's session, queue, kept track and draft", async () => {
  const before = openReleaseTree(RELEASE_BEFORE);
  closers.push(() => before.remove());

  const old = await start(before.folder);
  const used = await openProfile();
  await signUp(used.page, account);
  const me = await idOf(old, account.email);
  const [track] = await old.sql<{ id: string; owner: string }[]>`
    select t.id, t.user_id as owner from public.tracks t where t.is_public and t.deleted_at is null order by t.created_at limit 1`;
  if (!track) throw new Error('There is no demo music');
  // A name, a picture, ZAPs and a connection, as messages require (S-14).
  await old.sql`update public.user_profiles set artist_name = 'Ada Quill', avatar_url = ${`${me}/face.png`} where id = ${me}`;
  await old.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${me}, 'zap', 60, '2026-01-05')`;
  await old.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${track.owner}, 'accepted')`;
  // The upgrade must also keep the rows of the private schema.
  await old.sql`insert into private.operators (user_id) values (${me})`;
  await old.sql`insert into private.restricted_words (word) values ('spam')`;
  await old.sql`insert into private.ended_sessions (session_id) values (gen_random_uuid())`;
  await waitForWorker(used.page);
  await used.page.evaluate((id) => window.undercurrent.kept.keepAll([id]), track.id);
  await expect.poll(() => keptState(used.page, track.id), { timeout: 60_000 }).toBe('kept');
  await used.page.evaluate(() => window.undercurrent.syncNow());
  await openConversation(used.page, track.owner);
  await composer(used.page).fill(DRAFT);

  const rows = await readRows(old.sql);
  const files = await hashStoredFiles(old);
  expect(files.size).toBeGreaterThan(10);
  await old.stop();
  await used.page.evaluate((bio) => window.undercurrent.enqueue('profile.update', { bio }), BIO);
  await used.context.close();

  const upgraded = await start(root);
  expect(upgraded.lines.join('\n')).toMatch(
    /Upgrading from Undercurrent .* Making a backup first[^]*is made and verified/,
  );
  expect(hasBackup(join(folder, 'data'), readVersion())).toBe(true);
  const rowsNow = await readRows(upgraded.sql);
  const changed = [...rows].flatMap(([table, columns]) =>
    [...columns].flatMap(([column, hash]) => (rowsNow.get(table)?.get(column) === hash ? [] : [`${table}.${column}`])),
  );
  expect(changed, 'columns whose values changed').toEqual([]);
  expect(await hashStoredFiles(upgraded)).toEqual(files);

  const { page } = await openProfile();
  await page.goto('/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(() => window.undercurrent.me.get()?.profile?.id), 'still signed in').toBe(me);
  expect(await keptState(page, track.id), 'kept').toBe('kept');
  await expect
    .poll(async () => [...(await upgraded.sql`select bio from public.user_profiles where id = ${me}`)], {
      timeout: 30_000,
    })
    .toEqual([{ bio: BIO }]);
  await openConversation(page, track.owner);
  await expect(composer(page)).toHaveValue(DRAFT);
});
