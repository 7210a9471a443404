import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { newerInterfaces, removeInterfaces } from '../browsers/oldest-engines.ts';
import { readZip } from '../support/read-zip.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { expect, openSignedIn, signUp, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';
import { fillForm, success } from './upload-page.ts';
import { firstTitle, playerBar } from './player-page.ts';

/** Over HTTP, this host name is not a secure context. */
const HOST = hostname().toLowerCase();
test.use({
  launchOptions: { ...chromiumOptions, args: [...chromiumOptions.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
});

test.describe('a browser without newer APIs (S-56)', () => {
  test("plays, and exports an archive of the person's data", { tag: '@once' }, async ({ page, newcomer }) => {
    await page.addInitScript(removeInterfaces, newerInterfaces);
    await signUp(page, newcomer);
    const title = await firstTitle(page);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.getByRole('searchbox').first().fill(title.toLowerCase());
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.goto('/profile');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const entries = readZip(new Uint8Array(readFileSync(await (await download).path())));
    expect([...entries.keys()]).not.toContain('could-not-be-read.json');
    expect(JSON.parse(entries.get('account.json') ?? '{}')).toMatchObject({ email: newcomer.email });
  });
});

test.describe('over plain HTTP from another machine', () => {
  test.use({
    baseURL: async ({ backend }, use) => use(`http://${HOST}:${backend.wire.port}`),
    expectedErrors: ['The Cross-Origin-Opener-Policy header has been ignored'],
  });

  test(
    'the page warns of missing features, and allows playing, messaging, voting, buying and uploading',
    { tag: '@once' },
    async ({ page, backend, account }) => {
      const me = await establishAccount(backend, account, 'Ines Calder');
      const artist = await createOther(backend, 'Tin Orchard');
      const track = await giveTrack(backend, artist, 'Kelp Forest');
      await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${artist}, 'accepted')`;
      await openSignedIn(page, account, '/explore');
      expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
      await expect(page.getByText('This address has no encryption')).toBeVisible();
      const title = await firstTitle(page);
      await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
      await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');

      await page.goto('/connections');
      await page.getByRole('main').getByRole('button', { name: 'Message' }).click();
      // An exception while the first message is sent would block the second.
      for (const text of ['Can you hear me without a lock?', 'And again?']) {
        await page.getByRole('textbox', { name: 'Type a message...' }).fill(text);
        await page.getByRole('button', { name: 'Send' }).click();
      }
      await expect(page.getByRole('dialog').locator('[data-state=sent]')).toHaveCount(2);
      await page.goto(`/track/${track}`);
      await page.getByRole('radio', { name: '4 of 5' }).click();
      await page.getByRole('button', { name: 'Vote 4 for 5 ⚡' }).click();
      await expect(page.getByText('Vote cast!')).toBeVisible();
      await page.goto('/store');
      await page.getByRole('button', { name: 'Open ZAP Store' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Buy for 20 ZAPs' }).click();
      await expect(page.getByText('Glow Border is yours!')).toBeVisible();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await page.goto('/upload');
      await fillForm(page, 'Made in the Open');
      await page.getByRole('button', { name: 'Upload track' }).click();
      await expect(success(page)).toBeVisible();
      const [stored] = await backend.sql`
      select (select count(*)::int from public.messages where sender_id = ${me}) as messages,
        (select count(*)::int from public.track_votes where user_id = ${me}) as votes,
        (select count(*)::int from public.zap_actions where user_id = ${me} and zap_value = -20) as bought,
        (select count(*)::int from public.tracks where user_id = ${me} and title = 'Made in the Open') as tracks`;
      expect({ ...stored }).toEqual({ messages: 2, votes: 1, bought: 1, tracks: 1 });
    },
  );
});
