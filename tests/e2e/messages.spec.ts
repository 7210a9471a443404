import type { Locator, Page } from '@playwright/test';
import { type Account, type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { connect, createAccount, createOther, establishAccount } from './people.ts';
import { playerBar } from './player-page.ts';
import { waitForWorker } from './service-worker.ts';

const insertMessages = ({ sql }: Backend, from: string, to: string, count: number, text = 'Message') => sql`
  insert into public.messages (sender_id, receiver_id, content, created_at)
  select ${from}, ${to}, ${text} || ' ' || n, date_trunc('milliseconds', now()) - (${count + 1} - n) * interval '1 minute'
  from generate_series(1, ${count}) n`;

async function sentMessages({ sql }: Backend, from: string, to: string) {
  return (
    await sql<{ content: string; isRead: boolean }[]>`
      select content, is_read as "isRead" from public.messages where sender_id = ${from} and receiver_id = ${to} order by created_at`
  ).map(({ content, isRead }) => [content, isRead]);
}

const youButton = (page: Page) => page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Type a message...' });
const conversation = (page: Page, name: string) => dialog(page).getByRole('button', { name: new RegExp(name) });
const bubbles = (page: Page) => dialog(page).getByRole('group', { name: 'What was said' }).locator('[data-state]');

async function openMessages(page: Page): Promise<void> {
  await youButton(page).click();
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(dialog(page)).toBeVisible();
}

async function connectTwo(backend: Backend, account: Account) {
  const ada = await establishAccount(backend, account, 'Ada Quill');
  const otherAccount = { email: `other-${ada}@example.com`, password: 'correct horse' };
  await createAccount(backend, otherAccount);
  const tin = await establishAccount(backend, otherAccount, 'Tin Orchard');
  await connect(backend, ada, tin);
  return { ada, tin, otherAccount };
}

/** Simulates an on-screen keyboard of this height, in px; 0 closes it. */
async function openKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((keyboardHeight) => {
    const { visualViewport, innerHeight } = window;
    if (!visualViewport) throw new Error('This browser has no visual viewport');
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - keyboardHeight, configurable: true });
    visualViewport.dispatchEvent(new Event('resize'));
  }, height);
}

/** Sends by the button: Enter on a phone's keyboard inserts a line break (S-53). */
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send' }).click();

const topOf = async (message: Locator) => Math.round((await message.boundingBox())?.y ?? Number.NaN);

/** Scrolls a conversation to its top. @returns the message's distance from the window's top, in px, before older messages load */
async function scrollToTop(page: Page, text: RegExp): Promise<number> {
  const message = await bubbles(page).filter({ hasText: text }).elementHandle();
  return dialog(page)
    .getByRole('group', { name: 'What was said' })
    .evaluate((list, shown) => {
      list.scrollTop = 0;
      return Math.round(shown?.getBoundingClientRect().top ?? Number.NaN);
    }, message);
}

test('two people chat: live, with read receipts, offline in order and exactly once, with drafts kept', async ({
  page,
  browser,
  context,
  backend,
  account,
  expectedErrors,
}) => {
  expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
  const { ada, tin, otherAccount } = await connectTwo(backend, account);
  const theirContext = await browser.newContext({ baseURL: backend.address });
  const otherPage = await theirContext.newPage();
  await openSignedIn(otherPage, otherAccount, `/profile/${ada}`);
  await openSignedIn(page, account, '/connections');
  await openMessages(page);
  await expect(page.getByText('Write to one of your connections.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await field(page).fill('Your set on Thursday.');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('Was that Ghost Tram slowed down? https://dub.example/ghost');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(bubbles(page)).toHaveText(/^Your set on Thursday\.\nWas that Ghost Tram slowed down\? https/);
  await expect(bubbles(page)).toHaveAttribute('data-state', 'sent');
  const link = dialog(page).getByRole('link', { name: 'https://dub.example/ghost' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');

  await expect(otherPage.locator('[data-news]').filter({ visible: true })).toHaveCount(1);
  await youButton(otherPage).click();
  await expect(otherPage.getByRole('button', { name: 'Messages 1 unread messages' })).toBeVisible();
  await otherPage.getByRole('button', { name: /^Messages/ }).click();
  await expect(dialog(otherPage).getByRole('img', { name: '1 unread messages' })).toBeVisible();
  await expect(otherPage.locator('[data-news]')).toHaveCount(0);
  await conversation(otherPage, 'Ada Quill').click();
  await expect(dialog(otherPage).getByText('Today')).toBeVisible();
  await expect(dialog(otherPage).getByText('Ada Quill, a moment ago')).toBeVisible();
  await expect(dialog(otherPage).getByRole('img', { name: '1 unread messages' })).toHaveCount(0);
  await expect.poll(() => sentMessages(backend, ada, tin)).toMatchObject([[expect.any(String), true]]);
  await field(otherPage).fill('Slowed to 92.');
  await dialog(otherPage).getByRole('button', { name: 'Send' }).click();
  await expect(bubbles(page)).toHaveCount(2);
  await expect(dialog(page).locator('[aria-live]')).toHaveText('Tin Orchard: Slowed to 92.');
  await expect.poll(() => sentMessages(backend, tin, ada)).toEqual([['Slowed to 92.', true]]);

  await waitForWorker(page);
  backend.wire.cut();
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect(dialog(page).getByText('Offline. Showing messages saved on this device.')).toBeVisible();
  for (const text of ['Send me the stems?', 'I want to try it.', '🎵 שלום']) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
  await expect(dialog(page).getByText('Waiting to send')).toHaveCount(3);
  await field(page).fill('And let me put your name');
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/connections');
  await openMessages(cold);
  await expect(conversation(cold, 'Tin Orchard')).toContainText('Draft:And let me put your name');
  await conversation(cold, 'Tin Orchard').click();
  await expect(field(cold)).toHaveValue('And let me put your name');
  await expect(bubbles(cold)).toHaveCount(5);
  backend.wire.mend();
  await cold.evaluate("window.dispatchEvent(new Event('online'))");
  // The other page learns only from its socket that the network is back. The socket reconnects after 15 s at most.
  await expect(bubbles(otherPage).nth(4)).toHaveText('🎵 שלום', { timeout: 30_000 });
  await expect(cold.getByText('Waiting to send')).toHaveCount(0);
  expect((await sentMessages(backend, ada, tin)).map(([content]) => content)).toEqual([
    expect.stringContaining('Your set on Thursday.\n'),
    'Send me the stems?',
    'I want to try it.',
    '🎵 שלום',
  ]);
  await expect.poll(async () => (await sentMessages(backend, ada, tin)).every(([, isRead]) => isRead)).toBe(true);
  await theirContext.close();
});

test('a long conversation opens at its end, keeps its scroll position while older messages load, survives hostile texts, and refuses empty and long messages', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [nadia, rook] = [await createOther(backend, 'Nadia Oru'), await createOther(backend, 'Rook')];
  await connect(backend, nadia, me);
  await connect(backend, me, rook);
  await insertMessages(backend, rook, me, 12, 'Third Rail');
  await insertMessages(backend, nadia, me, 60);
  await backend.sql`insert into public.messages (sender_id, receiver_id, content)
    values (${nadia}, ${me}, ${'w'.repeat(500) + '\u202e<script>alert(1)</script>'})`;
  await openSignedIn(page, account, '/explore');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await openMessages(page);
  await expect(dialog(page).getByRole('img', { name: '61 unread messages' })).toBeVisible();
  await expect(conversation(page, 'Rook')).toContainText('Third Rail 12');
  if ((page.viewportSize()?.width ?? 0) >= 768)
    await expect(page.getByText('Select a conversation to start messaging')).toBeVisible();
  await conversation(page, 'Nadia Oru').click();
  await expect(bubbles(page)).toHaveCount(20);
  await expect(bubbles(page).last()).toBeInViewport();
  await expectAccessible(page);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await expectAccessible(page);
  expect(await bubbles(page).evaluateAll((all) => all.every((each) => each.scrollWidth <= each.clientWidth + 1))).toBe(
    true,
  );

  const before = await scrollToTop(page, /^Message 42$/);
  await expect(bubbles(page)).toHaveCount(40);
  expect(Math.abs((await topOf(bubbles(page).filter({ hasText: /^Message 42$/ }))) - before)).toBeLessThan(3);
  await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${nadia}, ${me}, 'Still there?')`;
  await expect(bubbles(page)).toHaveCount(41);
  expect(Math.abs((await topOf(bubbles(page).filter({ hasText: /^Message 42$/ }))) - before)).toBeLessThan(3);
  await field(page).fill('Here.');
  // The app takes End for a sign of a hardware keyboard, so Enter now sends.
  await field(page).press('End');
  await field(page).press('Enter');
  await expect(bubbles(page).last()).toBeInViewport();

  if ((page.viewportSize()?.width ?? 0) < 768) {
    // The dialog hides the player from screen readers, but the player can still be pressed.
    const player = page.getByRole('region', { name: 'Player', includeHidden: true });
    await expect(player).toBeInViewport({ ratio: 1 });
    await expect(page.locator('nav').filter({ visible: true })).toHaveCount(0);
    await openKeyboard(page, 300);
    await expect(player).toBeHidden();
    const lifted = await field(page).boundingBox();
    expect((lifted?.y ?? 0) + (lifted?.height ?? 0)).toBeLessThanOrEqual(844 - 300 - 80);
    await openKeyboard(page, 0);
    await player
      .getByRole('button', { name: /^Pause/, includeHidden: true })
      .first()
      .click();
    await expect(player).toHaveAttribute('data-state', 'paused');
    await expect(dialog(page)).toBeVisible();
  }
  await field(page).fill('   ');
  await field(page).press('Enter');
  await expect(page.getByText('Validation Error')).toBeVisible();
  await expect(page.getByText('Message cannot be empty')).toBeVisible();
  await field(page).fill('a'.repeat(1800));
  await expect(dialog(page).getByText('1800/2000')).toBeVisible();
  expect((await field(page).boundingBox())?.height).toBe(120);
  await field(page).fill('a'.repeat(2001));
  await field(page).press('Enter');
  await expect(page.getByText('Message must be less than 2000 characters')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Send' })).toBeDisabled();
  await field(page).fill('');
  await expect.poll(async () => (await field(page).boundingBox())?.height).toBe(44);
  await dialog(page).getByRole('link', { name: 'Nadia Oru' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Nadia Oru' })).toBeVisible();
});

test(
  'a refused message returns to the field, or stays with Retry and Edit; only connections can be messaged',
  { tag: '@once' },
  async ({ page, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
    const { sql } = backend;
    const me = await establishAccount(backend, account, 'Ines Calder');
    const fern = await createOther(backend, 'Fern Division');
    await connect(backend, fern, me);
    await insertMessages(backend, fern, me, 1, 'Cassette run of');
    await openSignedIn(page, account, `/profile/${fern}`);
    await page.getByRole('main').getByRole('button', { name: 'Message', exact: true }).click();
    await expect(bubbles(page)).toHaveCount(1);

    // The block ends the connection, and the queued messages are refused.
    backend.wire.cut();
    await field(page).fill('Thursday, side door.');
    await send(page);
    await field(page).fill('It weighs eleven kilos.');
    await send(page);
    await expect(bubbles(page)).toHaveCount(3);
    await sql`update public.connections set deleted_at = now() where user_id = ${fern}`;
    await sql`insert into public.blocks (user_id, blocked_id) values (${fern}, ${me})`;
    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect(page.getByText('You can only message your connections').first()).toBeVisible();
    await expect(field(page)).toHaveValue('Thursday, side door.');
    await expect(bubbles(page)).toHaveCount(2);
    await expect(dialog(page).getByText('Not sent', { exact: true })).toBeVisible();

    // Retry and Edit are pressed at once. Retry wins: the text must not also return to the field.
    backend.wire.cut();
    await dialog(page)
      .getByRole('button', { name: 'Retry' })
      .evaluate((retry: HTMLElement) => {
        const edit = retry.nextElementSibling as HTMLElement;
        retry.click();
        edit.click();
      });
    await expect(dialog(page).getByText('Not sent', { exact: true })).toHaveCount(0);
    await expect(bubbles(page)).toHaveCount(2);
    await expect(field(page)).toHaveValue('Thursday, side door.');
    backend.wire.mend();
    await page.evaluate("window.dispatchEvent(new Event('online'))");

    await expect(dialog(page).getByText('Not sent', { exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Edit' }).click();
    await expect(field(page)).toHaveValue('It weighs eleven kilos.\nThursday, side door.');
    await expect(bubbles(page)).toHaveCount(1);
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('You can only message your connections').first()).toBeVisible();
    await expect(field(page)).toHaveValue('It weighs eleven kilos.\nThursday, side door.');
    expect(await sentMessages(backend, me, fern)).toEqual([]);
  },
);

test(
  'messages while the app is hidden show on the app badge, and as notifications after permission',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    const nadia = await createOther(backend, 'Nadia Oru');
    await connect(backend, nadia, me);
    await page.addInitScript(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      navigator.setAppBadge = async (count) => void counts.push(count ?? -1);
      navigator.clearAppBadge = async () => void counts.push(0);
      let permission: NotificationPermission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => (permission = 'granted');
    });
    await context.grantPermissions(['notifications']);
    await openSignedIn(page, account, '/connections');
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await expect(field(page)).toBeVisible();
    await expect(page.getByText('Tell you of replies while you are away?')).toHaveCount(0);
    await field(page).fill('Friday works for me');
    await send(page);
    await page.getByRole('button', { name: 'Allow notices' }).click();
    await expect(page.getByText('Tell you of replies while you are away?')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await waitForWorker(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${nadia}, ${me}, 'See you there')`;
    const notices = () =>
      page.evaluate(async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications();
        return shown.map(({ title, body }) => [title, body]);
      });
    await expect.poll(notices).toEqual([['Nadia Oru', 'See you there']]);
    await expect.poll(() => page.evaluate('window.counts.at(-1)')).toBe(1);

    await youButton(page).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/beta-access');
    await expect.poll(notices).toEqual([]);
    await expect.poll(() => page.evaluate('window.counts.at(-1)')).toBe(0);
  },
);

test(
  '[SY-37] a conversation of 260 messages loads its newest on a new device, the others on scrolling, and keeps them offline',
  { tag: '@once' },
  async ({ page, context, backend, account, expectedErrors }) => {
    test.setTimeout(240_000);
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
    const me = await establishAccount(backend, account, 'Ines Calder');
    const nadia = await createOther(backend, 'Nadia Oru');
    await connect(backend, nadia, me);
    await insertMessages(backend, nadia, me, 260);
    await backend.sql`update public.messages set is_read = true where receiver_id = ${me}`;
    // At each new message the server chooses anew which messages are recent. Now that all are read, only the newest 100 are.
    await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${nadia}, ${me}, 'The newest')`;
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/rpc/older_messages')) asked.push(response.status());
    });
    const texts = () => bubbles(page).allTextContents();
    const expected = (count: number) => [
      ...Array.from({ length: count - 1 }, (_, at) => `Message ${261 - count + 1 + at}`),
      'The newest',
    ];
    await openSignedIn(page, account, '/explore');
    await waitForWorker(page);
    await openMessages(page);
    await conversation(page, 'Nadia Oru').click();
    await expect(bubbles(page)).toHaveCount(20);
    // The device stores this change of an old message, but must not show the message while the pages between are missing.
    await backend.sql`update public.messages set is_read = false where content = 'Message 7' and receiver_id = ${me}`;
    for (let count = 40; count <= 100; count += 20) {
      await scrollToTop(page, /^The newest$/);
      await expect(bubbles(page)).toHaveCount(count);
    }
    expect([await texts(), asked]).toEqual([expected(100), []]);
    await context.setOffline(true);
    await expect(dialog(page).getByText('Offline. Showing messages saved on this device.')).toBeVisible({
      timeout: 30_000,
    });
    await scrollToTop(page, /^The newest$/);
    await expect(dialog(page).getByText('Only what is on this device.')).toBeVisible();
    await context.setOffline(false);
    const before = await scrollToTop(page, /^Message 162$/);
    await expect(bubbles(page)).toHaveCount(120, { timeout: 60_000 });
    expect(await texts()).toEqual(expected(120));
    expect(await topOf(bubbles(page).filter({ hasText: /^Message 162$/ }))).toBeGreaterThan(before - 200);
    for (let count = 140; count < 261; count += 20) {
      await scrollToTop(page, /^The newest$/);
      await expect(bubbles(page)).toHaveCount(Math.min(count, 261), { timeout: 30_000 });
    }
    await scrollToTop(page, /^The newest$/);
    await expect(bubbles(page)).toHaveCount(261);
    expect([await texts(), asked.every((status) => status === 200), asked.length]).toEqual([expected(261), true, 2]);
    await expect(dialog(page).getByRole('button', { name: 'Load older messages' })).toBeHidden();

    await context.setOffline(true);
    await page.reload();
    await openMessages(page);
    await conversation(page, 'Nadia Oru').click();
    await expect(bubbles(page)).toHaveCount(20);
    for (let count = 40; count <= 160; count += 20) {
      await scrollToTop(page, /^The newest$/);
      await expect(bubbles(page)).toHaveCount(count, { timeout: 30_000 });
    }
    expect(await texts()).toEqual(expected(160));
  },
);
