import type { Locator, Page } from '@playwright/test';
import { type Account, type Backend, expect, openSignedIn, passGate, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { idOf } from './people.ts';
import { playerBar } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

// 13 hours ahead of UTC in March.
test.use({
  timezoneId: 'Pacific/Auckland',
  expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'],
});

/** Times of two plays of one UTC day, after and before midnight in Auckland, and of one play of the day before. */
const heardAt = ['2026-03-10T11:30:00Z', '2026-03-10T10:30:00Z', '2026-03-09T09:05:00Z'] as const;

/** Inserts a play of another track at each of these times. @returns the titles, newest play first */
async function insertPlays({ sql }: Backend, me: string): Promise<string[]> {
  const tracks = await sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where is_public and deleted_at is null order by title limit ${heardAt.length}`;
  for (const [index, { id }] of tracks.entries())
    await sql`
      insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
      select ${me}, ${id}, (at at time zone 'utc')::date, at, 30000, true, false from (select ${heardAt[index] ?? ''}::timestamptz as at) t`;
  return tracks.map(({ title }) => title);
}

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Plays' }).getByRole('article');
const days = (page: Page): Locator => page.getByRole('list', { name: 'Plays' }).getByRole('heading', { level: 2 });
const empty = (page: Page): Locator => page.getByText('No plays yet', { exact: true });

async function choose(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openHistory(page: Page, backend: Backend, account: Account): Promise<{ me: string; titles: string[] }> {
  const me = await idOf(backend, account.email);
  const titles = await insertPlays(backend, me);
  await openSignedIn(page, account, '/library/history');
  await expect(rows(page)).toHaveCount(titles.length);
  return { me, titles };
}

test('plays are listed by local day, can be searched, and play again in the order of the day', async ({
  page,
  backend,
  account,
}) => {
  const { titles } = await openHistory(page, backend, account);
  await expect(days(page)).toHaveText([/^Wednesday, 11 March/, /^Tuesday, 10 March/, /^Monday, 9 March/]);
  await expect(rows(page)).toContainText(titles);
  await expect(rows(page)).toContainText(['00:30', '23:30', '22:05']);
  await expectUsable(page);

  const search = page.getByRole('searchbox', { name: 'Search your history' });
  await search.fill(titles[1] ?? '');
  await expect(rows(page)).toHaveCount(1);
  await search.fill('');
  await page.getByRole('button', { name: /^Play Wednesday, 11 March.* again$/ }).click();
  await expect(playerBar(page)).toContainText(titles[0] ?? '');
});

test(
  'a day that is forgotten offline stays hidden after a reload and on other devices',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    const { me, titles } = await openHistory(page, backend, account);
    const remaining = [titles[0] ?? '', titles[2] ?? ''];
    await reloadUnderWorker(page);
    await expect(rows(page)).toHaveCount(titles.length);
    backend.wire.cut();
    await page.getByRole('button', { name: /^More for Tuesday, 10 March/ }).click();
    await page.getByRole('menuitem', { name: 'Forget this day' }).click();
    await expect(rows(page)).toContainText(remaining);
    await page.reload();
    await expect(rows(page)).toContainText(remaining);
    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    const hidden = () => backend.sql`select hidden_plays::text from public.user_stats where user_id = ${me}`;
    await expect
      .poll(hidden, { timeout: 30_000 })
      .toEqual([{ hidden_plays: '{["2026-03-09 11:00:00+00","2026-03-10 11:00:00+00")}' }]);

    const context = await browser.newContext({ timezoneId: 'Pacific/Auckland' });
    const other = await context.newPage();
    await openSignedIn(other, account, '/library/history');
    await expect(rows(other)).toContainText(remaining);
    await context.close();
  },
);

test(
  'the history can be turned off and on, and forgets everything after a confirmation',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const { me, titles } = await openHistory(page, backend, account);
    const isOff = page.getByText('Your history is off', { exact: true });
    await choose(page, 'More', 'Turn history off');
    await expect(isOff).toBeVisible();
    await expect(rows(page)).toHaveCount(titles.length);
    await expectUsable(page);
    const hidden = () => backend.sql`
      select upper_inf(hidden_plays) as "isOff" from public.user_stats where user_id = ${me}`;
    await expect.poll(hidden).toEqual([{ isOff: true }]);
    await page.getByRole('button', { name: 'Turn history on' }).click();
    await expect(isOff).toBeHidden();
    await expect.poll(hidden).toEqual([{ isOff: false }]);

    await choose(page, 'More', 'Forget everything');
    const question = page.getByRole('alertdialog', { name: 'Forget your history?' });
    await expect(question).toContainText('your ZAPs stay');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(titles.length);
    await choose(page, 'More', 'Forget everything');
    await question.getByRole('button', { name: 'Forget everything' }).click();
    await expect(empty(page)).toBeVisible();
    expect(await backend.sql`select from public.track_plays where user_id = ${me}`).toHaveLength(titles.length);
  },
);

test(
  'a track that its artist hides stays in the history without its name',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const { titles } = await openHistory(page, backend, account);
    await backend.sql`update public.tracks set is_public = false where title = ${titles[0] ?? ''}`;
    await page.reload();
    await expect(page.getByText('No longer public', { exact: true })).toBeVisible();
    await expect(page.getByText(titles[0] ?? '')).toHaveCount(0);
    await backend.sql`update public.tracks set is_public = true where title = ${titles[0] ?? ''}`;
  },
);

test(
  'an offline play shows at once as waiting, survives a reload, and is listed once after it was sent',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const { me, titles } = await openHistory(page, backend, account);
    await reloadUnderWorker(page);
    await expect(rows(page)).toHaveCount(titles.length);
    backend.wire.cut();
    const [track] = await backend.sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where is_public and deleted_at is null order by title desc limit 1`;
    await page.evaluate(
      (id) => window.undercurrent.enqueue('play.record', { track_id: id, progress_ms: 30_000, is_manual: true }),
      track?.id ?? '',
    );
    await expect(rows(page).first()).toContainText(track?.title ?? '');
    await expect(rows(page).first()).toContainText('Waiting to send');
    await page.reload();
    await expect(rows(page).first()).toContainText('Waiting to send');
    await expect(days(page)).toContainText([/^Today/, /./, /./, /./]);

    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect(rows(page).first()).not.toContainText('Waiting to send', { timeout: 30_000 });
    await expect(rows(page)).toHaveCount(titles.length + 1);
    await expect(rows(page).first()).toContainText('First listen');
    expect(await backend.sql`select from public.track_plays where user_id = ${me}`).toHaveLength(titles.length + 1);
  },
);

test('a guest is asked to sign in', { tag: '@once' }, async ({ page }) => {
  await passGate(page);
  await page.goto('/library/history');
  await expect(empty(page)).toBeVisible();
  await expect(page.getByText('What you play shows here by day.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/auth');
});
