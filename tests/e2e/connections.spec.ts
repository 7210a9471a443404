import type { Page } from '@playwright/test';
import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createAccount, createOther, establish, establishAccount, idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

const connect = ({ sql }: Backend, from: string, to: string, status: 'pending' | 'accepted' | 'declined') =>
  sql`insert into public.connections (user_id, connection_id, status) values (${from}, ${to}, ${status})`;

async function statusOf({ sql }: Backend, one: string, other: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from public.connections where deleted_at is null
      and least(user_id, connection_id) = least(${one}::uuid, ${other}) and greatest(user_id, connection_id) = greatest(${one}::uuid, ${other})`;
  return row?.status ?? null;
}

const youButton = (page: Page) => page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true });
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test(
  'two people connect live and disconnect; a decline is final only for the person who sent the request',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    const ada = await establishAccount(backend, account, 'Ada Quill');
    const otherAccount = { email: `other-${ada}@example.com`, password: 'correct horse' };
    await createAccount(backend, otherAccount);
    const tin = await establishAccount(backend, otherAccount, 'Tin Orchard');
    const context = await browser.newContext({ baseURL: backend.address });
    const otherPage = await context.newPage();

    await openSignedIn(otherPage, otherAccount, '/connections');
    await expect(otherPage.getByText('No connections yet')).toBeVisible();
    await openSignedIn(page, account, `/profile/${tin}`);
    await button(page, 'Connect').click();
    await expect(page.getByText('Connection request sent!')).toBeVisible();
    await expect(button(page, 'Pending')).toBeDisabled();

    const request = otherPage
      .getByRole('list', { name: 'Pending requests' })
      .getByRole('article', { name: 'Ada Quill' });
    await expect(request).toBeVisible();
    await expect(otherPage.getByRole('img', { name: '1 connection requests' })).toBeVisible();
    await expect(otherPage.locator('[data-news]')).toHaveCount(0);
    await button(otherPage, 'Decline').click();
    await expect(otherPage.getByText('Connection declined!')).toBeVisible();
    await expect(otherPage.getByText('No connections yet')).toBeVisible();
    await expect(button(page, 'Request Declined')).toBeDisabled();

    // A person who declined may send a request (S-41).
    await otherPage.goto(`/profile/${ada}`);
    await button(otherPage, 'Connect').click();
    await expect(button(otherPage, 'Pending')).toBeDisabled();
    await expect(button(page, 'Accept')).toBeVisible();
    await expect(page.locator('[data-news]').filter({ visible: true })).toHaveCount(1);
    await youButton(page).click();
    await expect(page.getByRole('link', { name: /^Connections 1 connection requests$/ })).toBeVisible();
    await page.getByRole('link', { name: /^Connections/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expect(page.locator('[data-news]')).toHaveCount(0);
    expect(
      await page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(':last_viewed_connections'))),
    ).toBe(true);
    await button(page, 'Accept').click();
    await expect(page.getByText('Connection accepted!')).toBeVisible();
    await expect(button(otherPage, 'Message')).toBeVisible();
    expect(await statusOf(backend, ada, tin)).toBe('accepted');

    const row = page.getByRole('list', { name: 'My Connections' }).getByRole('article', { name: 'Tin Orchard' });
    await expect(row.getByText('No public tracks')).toBeVisible();
    await row.getByRole('button', { name: 'More about Tin Orchard' }).click();
    await page.getByText('Copy profile link').click();
    await expect(page.getByText(/^(Link copied|The address)$/)).toBeVisible();
    await row.getByRole('button', { name: 'More about Tin Orchard' }).click();
    await page.getByText('Disconnect', { exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: 'Disconnect from Tin Orchard?' })).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expect(page.getByText('No connections yet')).toBeVisible();
    await expect.poll(() => statusOf(backend, ada, tin)).toBeNull();
    // Realtime does not report a deleted row. A trigger touches the statistics of both people, so both devices pull (SY-18).
    await expect(button(otherPage, 'Connect')).toBeVisible();
    await context.close();
  },
);

test('the connections page lists received and sent requests and connections, an acceptance offline is sent later, and a row opens the profile', async ({
  page,
  context,
  backend,
  account,
  expectedErrors,
}) => {
  expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
  const me = await establishAccount(backend, account, 'Ines Calder');
  const hostile = 'w'.repeat(42) + '\u202e<b>';
  const [requester, requested, hidden, friend] = await Promise.all(
    ['Moth Parade', 'Ferrous', 'Sub Rosa Club', hostile].map((name) => createOther(backend, name)),
  );
  if (!requester || !requested || !hidden || !friend) throw new Error('No accounts were created');
  await backend.sql`update public.user_profiles set privacy_setting = 'private' where id = ${hidden}`;
  await backend.sql`update public.user_profiles set artist_name = null where id = ${requester}`;
  await connect(backend, requester, me, 'pending');
  await connect(backend, me, requested, 'pending');
  await connect(backend, hidden, me, 'accepted');
  await connect(backend, me, friend, 'accepted');
  await openSignedIn(page, account, '/connections');
  const list = (name: string) => page.getByRole('list', { name }).getByRole('article');
  await expect(list('Pending requests')).toHaveCount(1);
  await expect(list('Pending requests')).toHaveAccessibleName('Anonymous Artist');
  await expect(list('Pending requests')).toContainText('a moment ago');
  await expect(list('Sent')).toContainText('Sent a moment ago');
  await expect(list('My Connections')).toHaveCount(2);
  await expectAccessible(page);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await reloadUnderWorker(page);
  await page.goto(`/profile/${requested}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ferrous' })).toBeVisible();
  backend.wire.cut();
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/connections');
  await expect(cold.getByRole('list', { name: 'My Connections' }).getByRole('article')).toHaveCount(2);
  await button(cold, 'Accept').click();
  await expect(cold.getByText('They hear of it when the network is back.')).toBeVisible();
  await expect(cold.getByRole('list', { name: 'My Connections' }).getByRole('article')).toHaveCount(3);
  backend.wire.mend();
  await cold.evaluate("window.dispatchEvent(new Event('online'))");
  await expect.poll(() => statusOf(backend, requester, me)).toBe('accepted');
  await cold.getByRole('link', { name: 'Ferrous' }).click();
  await expect(cold).toHaveURL(new RegExp(`/profile/${requested}$`));
  await expect(button(cold, 'Pending')).toBeDisabled();
});

test(
  'connecting needs level 2 and a complete profile; crossing requests become a connection; a request after a block is refused like one to an incomplete profile',
  { tag: '@once' },
  async ({ page, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
    const { sql } = backend;
    const me = await idOf(backend, account.email);
    const [nadia, bare, blocker] = [
      await createOther(backend, 'Nadia Oru'),
      await createOther(backend, 'Bare Wire'),
      await createOther(backend, 'Blocking'),
    ];
    await sql`update public.user_profiles set avatar_url = null where id = ${bare}`;
    await openSignedIn(page, account, `/profile/${nadia}`);
    const level = 'Unlock at Level 2 by earning zaps from listening.';
    await expect(main(page).getByText(level)).toBeVisible();
    await expect(button(page, 'Connect')).toBeDisabled();
    await expect(button(page, 'Connect')).toHaveAccessibleDescription(level);
    await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${me}, 'zap', 20, '2026-01-05')`;
    await expect(main(page).getByText('Complete profile to unlock')).toBeVisible();
    await establish(backend, me, 'Ines Calder', 1);
    await expect(button(page, 'Connect')).toBeEnabled();

    await page.goto('/community');
    const cards = page.getByRole('list', { name: 'Artists' }).getByRole('article');
    await expect(cards.first().getByRole('button', { name: 'Connect' })).toBeEnabled();

    await page.goto(`/profile/${bare}`);
    await button(page, 'Connect').click();
    await expect(page.getByText('Cannot connect to users without completed profiles')).toBeVisible();
    await expect(button(page, 'Connect')).toBeVisible();

    // Both send a request. This device is offline, so Nadia's reaches the server first.
    await reloadUnderWorker(page);
    await page.goto(`/profile/${nadia}`);
    await expect(button(page, 'Connect')).toBeEnabled();
    backend.wire.cut();
    await button(page, 'Connect').click();
    await expect(button(page, 'Pending')).toBeDisabled();
    await connect(backend, nadia, me, 'pending');
    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect(button(page, 'Message')).toBeEnabled();
    await expect.poll(() => statusOf(backend, me, nadia)).toBe('accepted');

    // A blocked person gets the same message as for an incomplete profile.
    await page.goto(`/profile/${blocker}`);
    await expect(button(page, 'Connect')).toBeEnabled();
    backend.wire.cut();
    await sql`insert into public.blocks (user_id, blocked_id) values (${blocker}, ${me})`;
    await button(page, 'Connect').click();
    await expect(button(page, 'Pending')).toBeDisabled();
    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect(page.getByText('Cannot connect to users without completed profiles')).toBeVisible();
  },
);
