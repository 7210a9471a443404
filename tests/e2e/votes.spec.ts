import type { Locator, Page } from '@playwright/test';
import { playStateOf } from './server-state.ts';
import { type Backend, expect, openSignedIn, passGate, signIn, test, pressEscape } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { establish, establishAccount, idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['Failed to load resource', 'WebSocket', 'ERR_', 'Failed to fetch'] });

const card = (page: Page, index: number): Locator =>
  page.getByRole('list', { name: 'Tracks' }).getByRole('article').nth(index);
const control = (page: Page): Locator => page.getByRole('dialog', { name: 'Your vote' });
/** An open sheet hides the balance chip from the accessibility tree, so locate it by its id. */
const expectBalance = (page: Page, label: string | RegExp): Promise<void> =>
  expect(page.locator('#profile-area')).toHaveAttribute('aria-label', label);

async function trackOf(page: Page, index: number): Promise<{ id: string; button: Locator }> {
  const id = await card(page, index).locator('[data-vote]').getAttribute('data-vote');
  if (id === null) throw new Error('The card has no control');
  // A vote changes the order of the cards, so locate the button by id.
  return { id, button: page.getByRole('list', { name: 'Tracks' }).locator(`[data-vote="${id}"]`) };
}

async function votesOf({ sql }: Backend, userId: string, trackId: string): Promise<number[]> {
  const rows = await sql<{ weight: number }[]>`
    select vote_weight as weight from public.track_votes where user_id = ${userId} and track_id = ${trackId}`;
  return rows.map(({ weight }) => weight);
}

test('a vote costs five ZAPs once, can be changed for free for a day, then locks; also by keyboard', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  await page.addInitScript(
    `window.votes = []; window.addEventListener('voteUpdate', (event) => window.votes.push(event.detail.weight));`,
  );
  await signIn(page, account);
  await expectBalance(page, '60 ZAPs');
  const { id, button } = await trackOf(page, 0);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(control(page)).toContainText('Free edits for 24 hours');
  await expect(control(page).getByRole('radio', { name: '3 of 5' })).toBeChecked();
  await control(page).getByRole('radio', { name: '3 of 5' }).focus();
  await page.keyboard.press('ArrowRight');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await expectAccessible(page, ['[role=dialog]']);
  }
  await control(page).getByRole('button', { name: 'Vote 4 for 5 ⚡' }).click();
  await expect(page.getByText('Vote cast! (-⚡5)')).toBeVisible();
  await expectBalance(page, '55 ZAPs');
  await expect(control(page).getByRole('button')).toHaveCount(0);
  await expect(control(page)).toContainText('Free edits for 24 hours');

  await control(page).getByRole('radio', { name: '5 of 5' }).click();
  await expect.poll(() => votesOf(backend, me, id)).toEqual([5]);
  expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 55, ledgerSum: 55 });
  await expectBalance(page, '55 ZAPs');
  expect(await page.evaluate('window.votes')).toEqual([4, 5]);
  await page.keyboard.press('Escape');
  await expect(control(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleName(/your vote 5$/);

  await backend.sql`update public.track_votes set editable_until = now() - interval '1 minute' where user_id = ${me}`;
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect(button).toHaveAccessibleName(/your vote 5, Vote Locked$/);
  await button.click();
  await expect(control(page)).toContainText('Vote Locked');
  await expect(control(page).getByRole('radio', { name: '2 of 5' })).toBeDisabled();
});

test(
  "an operator's change of vote price and level applies to an open page",
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await establishAccount(backend, account, 'Ines Calder');
    await signIn(page, account);
    const { button } = await trackOf(page, 0);
    await button.click();
    await expect(control(page).getByRole('button', { name: 'Vote 3 for 5 ⚡' })).toBeVisible();
    try {
      await backend.sql`update public.zap_rules set min_level = 9 where action_type = 'vote'`;
      await expect(control(page)).toContainText('Feature locked. Keep earning zaps!');
      await backend.sql`update public.zap_rules set min_level = 3, zap_value = -7 where action_type = 'vote'`;
      const voteForSeven = control(page).getByRole('button', { name: 'Vote 3 for 7 ⚡' });
      await expect(voteForSeven).toBeVisible();
      backend.wire.cut();
      await voteForSeven.click();
      await expect(control(page)).toContainText('7 ⚡ held');
      await expectBalance(page, '53 ZAPs, 7 waiting to be spent');
      backend.wire.mend();
      await page.evaluate(() => window.undercurrent.syncNow());
      await expect(page.getByText('Vote cast! (-⚡7)')).toBeVisible();
      await expectBalance(page, '53 ZAPs');
      expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 53, ledgerSum: 53 });
    } finally {
      await backend.sql`update public.zap_rules set min_level = 3, zap_value = -5 where action_type = 'vote'`;
    }
  },
);

test(
  'offline votes hold their ZAPs and arrive once; refused votes are rolled back',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    await signIn(page, account);
    await reloadUnderWorker(page);
    const tracks = [await trackOf(page, 0), await trackOf(page, 1), await trackOf(page, 2)] as const;
    const vote = async (index: 0 | 1 | 2, weight = 3) => {
      await tracks[index].button.click();
      if (weight !== 3)
        await control(page)
          .getByRole('radio', { name: `${weight} of 5` })
          .check();
      await control(page)
        .getByRole('button', { name: `Vote ${weight} for 5 ⚡` })
        .click();
    };
    const reconnect = async () => {
      backend.wire.mend();
      await page.evaluate(() => window.undercurrent.syncNow());
    };

    backend.wire.cut();
    await vote(0);
    await expect(control(page)).toContainText('5 ⚡ held');
    await expect(control(page)).toContainText('Waiting to send');
    await control(page).getByRole('radio', { name: '5 of 5' }).click();
    await page.keyboard.press('Escape');
    await expect(tracks[0].button).toHaveAccessibleName(/your vote 5, Waiting to send$/);
    await expectBalance(page, '55 ZAPs, 5 waiting to be spent');
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 60 });
    await reconnect();
    await expectBalance(page, '55 ZAPs');
    await expect.poll(() => votesOf(backend, me, tracks[0].id)).toEqual([5]);
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 55, ledgerSum: 55 });

    backend.wire.cut();
    await vote(1);
    await page.keyboard.press('Escape');
    await expectBalance(page, /^50 ZAPs/);
    await backend.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                    values (${me}, 'store_purchase', -52, '2026-01-05')`;
    await reconnect();
    await expect(page.getByText('Insufficient ZAPs. You need 5 ZAPs to vote.')).toBeVisible();
    await expectBalance(page, '3 ZAPs');
    await expect(tracks[1].button).not.toHaveAccessibleName(/your vote/);
    expect(await votesOf(backend, me, tracks[1].id)).toEqual([]);
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 3, ledgerSum: 3 });
    await tracks[1].button.click();
    await expect(control(page)).toContainText('You have 3 ⚡');
    await expect(control(page)).toContainText('Insufficient ZAPs. You need 5 ZAPs to vote.');
    await page.keyboard.press('Escape');

    await backend.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                    values (${me}, 'zap', 10, '2026-01-05')`;
    await page.evaluate(() => window.undercurrent.syncNow());
    await expectBalance(page, '13 ZAPs');
    await backend.sql`alter table public.track_votes add constraint broken check (vote_weight <> 2) not valid`;
    await vote(2, 2);
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    await backend.sql`alter table public.track_votes drop constraint broken`;
    await expectBalance(page, '13 ZAPs');
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 13, ledgerSum: 13 });
  },
);

test(
  'people below level 3, owners of the track and guests see why they may not vote',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    const me = await idOf(backend, account.email);
    await establish(backend, me, 'Ines Calder', 21);
    await signIn(page, account);
    const { id } = await trackOf(page, 0);
    const [original] = await backend.sql<
      { owner: string }[]
    >`select user_id as owner from public.tracks where id = ${id}`;
    await card(page, 0)
      .getByRole('button', { name: /^More for/ })
      .click();
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Vote/ })).toContainText(
      'Unlocks at Level 3 – keep listening and earning Zaps!',
    );
    await pressEscape(page);
    await page.goto(`/track/${id}`);
    const vote = page.getByRole('region', { name: 'Vote' });
    await expect(vote).toContainText('5 XP to level 3');
    await expect(vote).toContainText('Unlocks at Level 3 – keep listening and earning Zaps!');
    await expectAccessible(page);
    await backend.sql`update public.tracks set user_id = ${me} where id = ${id}`;
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect(page.getByText('You cannot vote on your own track')).toBeVisible();
    await backend.sql`update public.tracks set user_id = ${original?.owner ?? ''} where id = ${id}`;

    const stranger = await browser.newPage();
    await passGate(stranger);
    await stranger.goto(`/track/${id}`);
    await expect(stranger.getByText('Please sign in to vote')).toBeVisible();
    await expect(stranger.locator('[data-vote]')).toHaveCount(0);
    await stranger.close();
  },
);

test('Now Playing lets people vote on the track, and offers to sponsor it', async ({ page, backend, account }) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [track] = await backend.sql<{ id: string }[]>`
    select id from public.tracks where is_public and not sponsored and deleted_at is null order by created_at limit 1`;
  const id = track?.id ?? '';
  await openSignedIn(page, account, `/track/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: /^Open player/ }).click();
  const playing = page.getByRole('dialog', { name: 'Now playing' });
  await expect(playing.getByRole('button', { name: 'Sponsor 20 ⚡' })).toBeVisible();
  await playing.getByRole('radio', { name: '1 of 5' }).check();
  await playing.getByRole('button', { name: 'Vote 1 for 5 ⚡' }).click();
  await expect(page.getByText('Vote cast! (-⚡5)')).toBeVisible();
  expect(await votesOf(backend, me, id)).toEqual([1]);
  await expectAccessible(page, ['[role=dialog]']);
});
