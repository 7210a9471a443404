import type { Page } from '@playwright/test';
import { stopTimeAt } from '../support/server-time.ts';
import { playStateOf } from './server-state.ts';
import { type Backend, expect, openSignedIn, passGate, signIn, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { enqueueAll, establishAccount, idOf } from './people.ts';
import { reloadUnderWorker, waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

const chip = (page: Page) => page.locator('#profile-area');

const openStatus = async (page: Page, isMobile: boolean) => {
  await chip(page).click();
  const status = page.getByRole('dialog', { name: isMobile ? 'You' : 'ZAP status' });
  await expect(status).toBeVisible();
  return status;
};

async function expectBalance(page: Page, backend: Backend, email: string, zaps: number) {
  await expect(chip(page)).toHaveAccessibleName(`${zaps} ZAPs`);
  expect(await playStateOf(backend, email)).toMatchObject({ zaps, ledgerSum: zaps });
}

async function insertPlays({ sql }: Backend, user: string, plays: number) {
  await sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    select ${user}, t.id, (private.now() at time zone 'utc')::date, private.now(), 30000, true, false
    from public.tracks t where t.is_public and t.deleted_at is null order by t.id limit ${plays}`;
}

test('the ZAP status shows confirmed and queued ZAPs and matches the ledger; window events show badges and pull', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [voted, shared] = await backend.sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where is_public and not sponsored and deleted_at is null and user_id <> ${me}
    order by average_vote_rating desc, created_at desc limit 2`;
  if (!voted || !shared) throw new Error('There are no tracks');
  await signIn(page, account);
  await reloadUnderWorker(page);
  await expect(chip(page)).toHaveAccessibleName('60 ZAPs');
  backend.wire.cut();
  await enqueueAll(page, [
    ['vote.cast', { track_id: voted.id, weight: 4 }],
    ['share.add', { track_id: shared.id }],
  ]);
  await expect(chip(page)).toHaveAccessibleName('52 ZAPs, 8 waiting to be spent');
  const status = await openStatus(page, isMobile);
  const ledger = status.getByRole('list', { name: 'Balance' });
  await expect(ledger.getByRole('listitem')).toHaveText([
    'Confirmed60',
    `Vote on ${voted.title}−5`,
    `Share of ${shared.title}−3`,
  ]);
  await expect(status.getByText('2 waiting to send').first()).toBeVisible();
  await expect(status.getByRole('img', { name: '52 ZAPs' })).toBeVisible();
  await expect(status.getByText(/^The day resets at \d\d:\d\d, in (\d+ h )?\d+ min\.$/)).toBeVisible();
  await expect(status.getByText('18 XP to level 5').first()).toBeVisible();
  await expect(status.getByRole('progressbar', { name: 'Level 4' })).toHaveAttribute('aria-valuenow', '8');
  await expectUsable(page);

  backend.wire.mend();
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect(ledger).toHaveCount(0);
  await expect(status.getByRole('img', { name: '52 ZAPs' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
  await expect(chip(page)).toBeFocused();
  await expectBalance(page, backend, account.email, 52);

  await backend.sql`update public.user_stats set current_streak = 12, longest_streak = 12,
                    last_active_on = (now() at time zone 'utc')::date - 2 where user_id = ${me}`;
  await backend.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                    values (${me}, 'zap', 4, (now() at time zone 'utc')::date)`;
  await expect(chip(page)).toHaveAccessibleName('56 ZAPs');
  const reopened = await openStatus(page, isMobile);
  await expect(reopened.getByText('Streak ended at 12 days').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const showBadge = (amount: number) =>
    page.evaluate(
      (value) =>
        window.dispatchEvent(new CustomEvent('zapAnimationTrigger', { detail: { amount: value, x: 200, y: 300 } })),
      amount,
    );
  await showBadge(7);
  await showBadge(-5);
  await expect(page.locator('[data-part=zap-badge]')).toHaveText(['+7', '-5']);
  expect(
    await page
      .locator('[data-part=zap-badge]')
      .first()
      .evaluate((badge) => getComputedStyle(badge).zIndex),
  ).toBe('9999');
  await expect(page.locator('[data-part=zap-badge]')).toHaveCount(0);
  for (const event of ['zapStoreRefresh', 'trackDataRefresh']) {
    const pull = page.waitForRequest('**/rpc/sync_pull');
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
    await pull;
  }
});

test(
  'the play and login rewards can be claimed, and the login reward again the next day, without a reload',
  { tag: '@once' },
  async ({ page, backend, account, isMobile }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    await backend.sql`update public.user_stats set current_streak = 31, longest_streak = 31,
                    last_active_on = (now() at time zone 'utc')::date where user_id = ${me}`;
    await insertPlays(backend, me, 7);
    await page.clock.install();
    await openSignedIn(page, account, '/profile');
    await waitForWorker(page);
    const main = page.getByRole('main');
    await expect(main.getByText('Listen to 3 more tracks (7/10)')).toBeVisible();
    await expect(main.getByText('Extra plays count for streaks but no ⚡ earned')).toBeVisible();
    await expect(main.getByText('BONUS')).toBeVisible();
    await expectUsable(page);

    await main.getByRole('button', { name: 'Claim +2 ⚡' }).click();
    await expect(page.locator('[data-part=zap-badge]')).toHaveText('+2');
    await expect(main.getByText('Claimed Today!')).toBeVisible();
    await expect(main.getByText(/^Next in/)).toBeVisible();
    await expectBalance(page, backend, account.email, 62);

    await backend.sql`delete from public.track_plays where user_id = ${me}`;
    await insertPlays(backend, me, 10);
    await page.route('**/rpc/claim_daily_zap_reward', (route) =>
      route.fulfill({
        json: { success: false, code: 'tracks_needed', message: 'Listen to 1 more track to claim this reward.' },
      }),
    );
    await main.getByRole('button', { name: 'Claim 2 ZAPs' }).click();
    await expect(page.getByText("Can't Claim Reward")).toBeVisible();
    await expect(page.getByText('Listen to 1 more track to claim this reward.')).toBeVisible();
    await page.unroute('**/rpc/claim_daily_zap_reward');
    await main.getByRole('button', { name: 'Claim 2 ZAPs' }).click();
    await expect(main.getByText('Claimed Today!')).toHaveCount(2);
    await expect(main.getByText(/^Resets in/)).toBeVisible();
    await expectBalance(page, backend, account.email, 64);
    const status = await openStatus(page, isMobile);
    await expect(status.getByText('Claimed Today!')).toHaveCount(2);
    await expect(status.getByText('1 day active')).toBeVisible();
    await page.keyboard.press('Escape');

    await reloadUnderWorker(page);
    await expect(main.getByText('Max Daily ZAPs Reached')).toBeVisible();
    backend.wire.cut();
    await page.goto('/profile');
    await expect(main.getByText('Max Daily ZAPs Reached')).toBeVisible();
    backend.wire.mend();
    await page.evaluate(() => window.undercurrent.syncNow());

    const midnight = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
    const resumeTime = await stopTimeAt(backend.sql, new Date(midnight + 60_000));
    try {
      await page.clock.fastForward(midnight + 60_000 - (await page.evaluate(() => Date.now())));
      await expect(main.getByText('Listen to 10 more tracks (0/10)')).toBeVisible();
      await main.getByRole('button', { name: 'Claim +2 ⚡' }).click();
      await expect(main.getByText('Claimed Today!')).toHaveCount(1);
      await expectBalance(page, backend, account.email, 66);
    } finally {
      await resumeTime();
    }
  },
);

test(
  "a device whose clock is a day off follows the server's day",
  { tag: '@once' },
  async ({ page, backend, account, isMobile }) => {
    const offsetDays = isMobile ? -1 : 1;
    const me = await establishAccount(backend, account, 'Ines Calder');
    await backend.sql`update public.user_stats set current_streak = 5, longest_streak = 5,
                      last_active_on = (now() at time zone 'utc')::date where user_id = ${me}`;
    const [track] = await backend.sql<{ id: string }[]>`
      select id from public.tracks where is_public and deleted_at is null and user_id <> ${me} limit 1`;
    if (!track) throw new Error('There are no tracks');
    await backend.sql`insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
                      values (${me}, ${track.id}, 4, now() + interval '3 hours')`;
    await page.clock.install({ time: Date.now() + offsetDays * 86_400_000 });
    await openSignedIn(page, account, '/profile');
    const main = page.getByRole('main');
    await expect(main.getByText('5-day streak')).toBeVisible();
    await expect(main.getByText('Listen to 10 more tracks (0/10)')).toBeVisible();
    await main.getByRole('button', { name: 'Claim +1 ⚡' }).click();
    await expect(main.getByText('Claimed Today!')).toBeVisible();
    await expect(main.getByText(/^Next in ([12]?\d h )?[1-5]?\d min$/)).toBeVisible();
    await expectBalance(page, backend, account.email, 61);
    await page.goto(`/track/${track.id}`);
    await expect(main.getByText(/^Free edits for (3 h [01]|2 h 5\d) min$/)).toBeVisible();
    await expect(main.getByText('Vote Locked')).toHaveCount(0);
  },
);

test('the debug pages ask a guest to log in', { tag: '@once' }, async ({ page }) => {
  await passGate(page);
  await page.goto('/debug/zaps');
  await expect(page.getByText('Please log in to view ZAP debug information.')).toBeVisible();
  await page.goto('/test/zaps');
  await expect(page.getByText('Please log in to test ZAP functionality.')).toBeVisible();
  await expectUsable(page);
});

test(
  'the debug pages show the ledger, and their buttons work',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await idOf(backend, account.email);
    await establishAccount(backend, account, 'Ines Calder');
    await openSignedIn(page, account, '/debug/zaps');
    const figures = page.getByRole('main').locator('dl').first();
    await expect(figures).toContainText('Balance60');
    await expect(figures).toContainText('Total earned60');
    await expect(figures).toContainText('Fan level4');
    await expect(page.getByText('Actions add up to the balance')).toBeVisible();
    await expect(page.getByText('60 earned − 0 spent = 60')).toBeVisible();
    const lines = page.getByRole('table').getByRole('row');
    await expect(lines).toHaveCount(2);
    await page.getByRole('button', { name: 'Test rate' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'record_zap_action' })).toContainText('Recorded.');
    await expect(lines).toHaveCount(3);
    await expect(lines.nth(1)).toContainText('rate');
    await page.getByRole('button', { name: 'Test upload' }).click();
    await expect(lines.nth(1)).toContainText('upload');
    await page.getByRole('button', { name: 'Test play' }).click();
    await expect(page.getByText('ZAP Error')).toBeVisible();
    await expect(page.getByText('No play of this track earns a ZAP today.').first()).toBeVisible();
    await insertPlays(backend, me, 10);
    await page.getByRole('button', { name: 'Test claim' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'claim_daily_zap_reward' })).toContainText('zaps_earned2');
    await expect(lines.nth(1)).toContainText('claim+2');
    await expect(figures).toContainText('Balance62');
    await expect(page.getByText('62 earned − 0 spent = 62')).toBeVisible();
    await expectBalance(page, backend, account.email, 62);
    await expectUsable(page);

    await page.getByRole('link', { name: 'Open ZAP test suite' }).click();
    await page.getByRole('button', { name: 'Run the tests' }).click();
    await expect(page.getByText('3 of 3 passed')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Passed' })).toHaveCount(3);
    await expectUsable(page);
    await expectBalance(page, backend, account.email, 62);

    await reloadUnderWorker(page);
    await page.goto('/debug/zaps');
    await expect(lines.nth(1)).toContainText('rate');
    backend.wire.cut();
    await page.reload();
    await expect(lines.nth(1)).toContainText('rate');
    await expect(page.getByText(/^Last known, .* ago$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Test rate' })).toBeDisabled();
    backend.wire.mend();

    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/(explore)?$/);
  },
);
