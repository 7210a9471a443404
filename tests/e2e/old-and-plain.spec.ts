import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { newerInterfaces, removeInterfaces } from '../browsers/oldest-engines.ts';
import { readZip } from '../support/read-zip.ts';
import { chromium } from '../support/chromium.ts';
import { expect, openSignedIn, signUp, test } from './fixtures.ts';
import { outside } from './upload-page.ts';
import { firstTitle, playerBar } from './player-page.ts';

/** This machine's name on a network: the browser grants no secure context to it. */
const OTHER = hostname().toLowerCase();
test.use({ launchOptions: { ...chromium, args: [...chromium.args, `--host-resolver-rules=MAP ${OTHER} 127.0.0.1`] } });

test.describe('an engine without any newer interface (S-56)', () => {
  test('plays, and puts together an archive of everything', async ({ page, newcomer }) => {
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
    baseURL: async ({ backend }, use) => use(`http://${OTHER}:${backend.wire.port}`),
    expectedErrors: ['The Cross-Origin-Opener-Policy header has been ignored'],
  });

  test('a person is told what does not work there, plays and fills an upload in', async ({ page, account }) => {
    await openSignedIn(page, account, '/explore');
    expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
    await expect(page.getByText('This address has no encryption')).toBeVisible();
    const title = await firstTitle(page);
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.goto('/upload');
    await page.getByLabel('Choose an MP3').setInputFiles(outside);
    await expect(page.getByRole('button', { name: 'Remove file' })).toBeVisible();
  });
});
