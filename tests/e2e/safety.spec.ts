import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readZip } from '../support/read-zip.ts';
import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { createAccount, createOther, establishAccount, giveTrack } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

const hostile = 'w'.repeat(42) + '\u202e<b>';

const reportsOf = async ({ sql }: Backend, reporter: string) => [
  ...(await sql`select subject, reason, details, excerpt from public.reports where reporter_id = ${reporter}
                order by subject`),
];

test(
  'tracks, people and messages can be reported, also offline, and each report is sent once',
  { tag: '@once' },
  async ({ page, context, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
    const me = await establishAccount(backend, account, 'Ines Calder');
    const other = await createOther(backend, hostile);
    const title = `Cellar ${randomUUID().slice(0, 8)}`;
    await giveTrack(backend, other, title);
    await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${other}, 'accepted')`;
    await backend.sql`insert into public.messages (sender_id, receiver_id, content) values (${other}, ${me}, 'Send me your address')`;
    await openSignedIn(page, account, `/profile/${other}`);
    const main = page.getByRole('main');
    const sheet = page.getByRole('dialog', { name: 'Report', exact: true });
    const moreButton = page.getByRole('button', { name: `More about ${hostile}` });
    await expect(main.getByRole('button', { name: `Play ${title}` })).toBeVisible();
    await reloadUnderWorker(page);
    await expect(main.getByRole('button', { name: `Play ${title}` })).toBeVisible();

    await main.getByRole('button', { name: `More for ${title}` }).click();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(sheet.getByText(`${title}. Only the operator sees this.`)).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Send report' })).toBeDisabled();
    await expect(sheet.getByRole('radio')).toHaveCount(6);
    for (const text of [
      'Spam or a scam',
      'Harassment or threats',
      'Hate',
      'Pretends to be someone else',
      'Something else',
    ])
      await expect(sheet.getByRole('radio', { name: text })).not.toBeChecked();
    await sheet.getByRole('radio', { name: 'Not their recording' }).check();
    await expectUsable(page);
    expect(await sheet.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Report sent')).toBeVisible();
    await expect
      .poll(() => reportsOf(backend, me))
      .toMatchObject([{ subject: 'track', reason: 'not_their_recording', details: '', excerpt: title }]);

    await context.setOffline(true);
    await moreButton.click();
    await page.getByText('Report', { exact: true }).last().click();
    await sheet.getByRole('radio', { name: 'Harassment or threats' }).check();
    await sheet.getByLabel('Details').fill('😀'.repeat(501));
    await expect(sheet.getByText('Optional, 501/500')).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Send report' })).toBeDisabled();
    await sheet.getByLabel('Details').fill('Keeps asking for my address.');
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('It is sent when the network is back.')).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await context.setOffline(false);
    await expect.poll(() => reportsOf(backend, me)).toHaveLength(2);
    await page.reload();
    await expect(moreButton).toBeVisible();
    expect((await reportsOf(backend, me))[0]).toMatchObject({
      subject: 'profile',
      reason: 'harassment',
      details: 'Keeps asking for my address.',
    });

    await main.getByRole('button', { name: 'Message', exact: true }).click();
    const thread = page.getByRole('region', { name: `Messages with ${hostile}` });
    await thread.getByRole('button', { name: `More about ${hostile}` }).click();
    await page.getByText('Report', { exact: true }).last().click();
    await sheet.getByRole('radio', { name: 'Spam or a scam' }).check();
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect.poll(() => reportsOf(backend, me)).toHaveLength(3);
    expect((await reportsOf(backend, me))[0]).toMatchObject({ subject: 'message', excerpt: 'Send me your address' });
  },
);

test(
  'a block hides two people from each other, is queued offline, and can be undone in Profile Settings',
  { tag: '@once' },
  async ({ page, context, browser, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch');
    const me = await establishAccount(backend, account, 'Ada Quill');
    const otherAccount = { email: `other-${me}@example.com`, password: 'correct horse' };
    await createAccount(backend, otherAccount);
    const name = `Salt ${me.slice(0, 6)}`;
    const otherId = await establishAccount(backend, otherAccount, name);
    await giveTrack(backend, otherId, `Marsh ${me.slice(0, 6)}`);
    await giveTrack(backend, me, `Quarry ${me.slice(0, 6)}`);
    await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${otherId}, 'accepted')`;
    await openSignedIn(page, account, `/profile/${otherId}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await reloadUnderWorker(page);
    const moreButton = page.getByRole('button', { name: `More about ${name}` });
    await expect(moreButton).toBeVisible();
    const theirContext = await browser.newContext({ baseURL: backend.address });
    const otherPage = await theirContext.newPage();
    await openSignedIn(otherPage, otherAccount, `/profile/${me}`);
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible();

    await context.setOffline(true);
    await moreButton.click();
    await page.getByText('Block', { exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `Block ${name}?` });
    for (const text of [
      'You stop seeing each other here',
      'Your connection ends',
      'No requests and no messages',
      'Tracks already shared stay shared',
      'They are not told. Undo it in Profile Settings.',
    ])
      await expect(question.getByText(text)).toBeVisible();
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await moreButton.click();
    await page.getByText('Block', { exact: true }).click();
    await question.getByRole('button', { name: 'Block' }).click();
    await expect(page.getByRole('button', { name: 'Offline. 1 waiting to send' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(0);

    await page.goto('/profile');
    const people = page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem');
    await expect(people).toHaveCount(1);
    await expect(people.getByText('Waiting to send')).toBeVisible();
    await context.setOffline(false);
    await expect(people.getByText(/^Blocked .+ ago$/)).toBeVisible();

    await expect(otherPage.getByText('Ada Quill')).toHaveCount(0);
    await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
    await expectUsable(page);

    await people.getByRole('button', { name: `Unblock ${name}` }).click();
    await expect(people).toHaveCount(0);
    await expect(page.getByText('Nobody. You can block somebody on their profile.')).toBeVisible();
    await expect
      .poll(
        async () =>
          (await backend.sql`select 1 from public.blocks where user_id = ${me} and deleted_at is null`).length,
      )
      .toBe(0);
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible();
    await theirContext.close();
  },
);

test(
  "a person's data is exported as one archive, which lists unreadable parts, and needs the network",
  { tag: '@once' },
  async ({ page, context, backend, account, expectedErrors }) => {
    expectedErrors.push('net::ERR_', 'WebSocket connection to', 'Failed to fetch', '400', '404');
    const me = await establishAccount(backend, account, 'Tin Orchard');
    const readable = await giveTrack(backend, me, 'Night/Bus: <1>');
    const missing = await giveTrack(backend, me, 'Lost');
    await backend.sql`update public.tracks set audio_url = ${`${me}/gone.mp3`} where id = ${missing}`;
    await openSignedIn(page, account, '/profile');
    await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeVisible();
    const downloadButton = page.getByRole('button', { name: 'Download my data' });
    const download = page.waitForEvent('download');
    await downloadButton.click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^undercurrent-\d{4}-\d\d-\d\d\.zip$/);
    await expect(page.getByText('1 part could not be read. The archive lists what is missing.')).toBeVisible();
    const entries = readZip(readFileSync(await file.path()));
    const json = (name: string): unknown => JSON.parse(entries.get(name) ?? 'null');
    expect(json('account.json')).toMatchObject({ userId: me, email: account.email });
    expect(json('profile.json')).toMatchObject({ artist_name: 'Tin Orchard' });
    expect(json('ledger.json')).toMatchObject([{ action_type: 'zap', zap_value: 60 }]);
    expect(json('days.json')).toMatchObject([{ ledger_lines: 1, zaps: 60 }]);
    expect(json('tracks.json')).toHaveLength(2);
    for (const name of [
      'appeals.json',
      'messages.json',
      'plays.json',
      'votes.json',
      'blocked.json',
      'connections.json',
    ])
      expect(json(name), name).toEqual([]);
    const audio = entries.get(`tracks/Night_Bus_ _1_ ${readable}.mp3`);
    expect(audio?.length).toBeGreaterThan(1000);
    expect([...entries.keys()].some((name) => name.startsWith('picture'))).toBe(true);
    expect(json('could-not-be-read.json')).toEqual([`tracks/Lost ${missing}.mp3`]);

    await context.setOffline(true);
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect(page.getByText('This needs a connection.')).toBeVisible();
    await expect(downloadButton).toBeDisabled();
  },
);
