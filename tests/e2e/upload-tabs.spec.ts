import { type BrowserContext, type Page } from '@playwright/test';
import { uploadsOf } from './behind.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { waitForWorker } from './service-worker.ts';
import {
  CRAWLING,
  describeTrack,
  expectTagsRead,
  fillForm,
  outside,
  percentOf,
  sendSlowly,
  slowUploads,
  success,
} from './upload-page.ts';

// What the browser itself says of requests that are cut, overtaken (409) or refused.
test.use({
  expectedErrors: [
    'net::ERR_',
    'WebSocket connection to',
    'Failed to fetch',
    'resumable/',
    'status of 401',
    'refresh_token',
  ],
});

/** An upload that is on its way in this page, slowly. */
async function begin(page: Page, title: string, bytesPerSecond?: number): Promise<void> {
  await fillForm(page, title);
  await sendSlowly(page, 6, bytesPerSecond);
}

async function openUpload(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await slowUploads(page);
  await page.goto('/upload');
  return page;
}

test('[SY-28] one upload in two tabs is one track with its file, and both tabs say that it is done', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await begin(page, 'Seen Twice');
  const other = await openUpload(context);
  // How far the first tab is, as the second knows it from the device.
  await expect.poll(() => percentOf(other), { intervals: [100] }).toBeGreaterThan(5);
  await expect(success(page)).toBeVisible({ timeout: 40_000 });
  await expect(success(other)).toBeVisible();
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Seen Twice', hasFile: true }],
    files: 1,
  });
  await expect(other.getByText('Upload Failed')).toHaveCount(0);
  await other.getByRole('button', { name: 'Upload another' }).click();
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

test('[SY-28] the tab that sends is closed, and the other goes on with it to the end', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await begin(page, 'Handed Over');
  const other = await openUpload(context);
  await expect(other.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  await expect(success(other)).toBeVisible({ timeout: 60_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Handed Over', hasFile: true }],
    files: 1,
  });
});

test('[SY-28] an upload cancelled in one tab ends in the other, without a word of failure', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await begin(page, 'Taken Back');
  const other = await openUpload(context);
  await other.getByRole('button', { name: 'Cancel upload' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Upload track' })).toBeEnabled();
    await expect(tab.getByRole('textbox', { name: 'Title' })).toHaveValue('Taken Back');
    await expect(tab.getByText('outside-vbr-art.mp3')).toBeVisible();
    await expect(tab.getByRole('alert').filter({ hasText: 'Failed' })).toHaveCount(0);
  }
  expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
});

test('[SY-28] two tabs upload two songs, and a network that was away for a while breaks neither', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await fillForm(page, 'First of Two');
  await expect(page.getByText('outside-vbr-art.mp3')).toBeVisible();
  // The form that is open in the other tab is another upload.
  const other = await context.newPage();
  await other.goto('/upload');
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await other.getByLabel('Choose an MP3').setInputFiles(outside);
  // The first tab has the same file.
  await other.getByRole('button', { name: 'Upload anyway' }).click();
  await expectTagsRead(other);
  await describeTrack(other, 'Second of Two');
  for (const tab of [page, other]) {
    await slowUploads(tab);
    await tab.getByRole('button', { name: 'Upload track' }).click();
  }
  await expect.poll(() => percentOf(page), { timeout: 40_000, intervals: [100] }).toBeGreaterThan(5);
  backend.wire.cut();
  await expect(page.getByRole('button', { name: 'Waiting to send' })).toBeVisible({ timeout: 20_000 });
  backend.wire.mend();
  for (const tab of [page, other]) await expect(success(tab)).toBeVisible({ timeout: 60_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [
      { title: 'First of Two', hasFile: true },
      { title: 'Second of Two', hasFile: true },
    ],
    files: 2,
  });
});

test('[SY-28] after a restart an upload goes on from any page', async ({ page, context, backend, account }) => {
  await openSignedIn(page, account, '/upload');
  await begin(page, 'Begun Yesterday');
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/explore');
  await expect(again.getByText('Track uploaded successfully!')).toBeVisible({ timeout: 60_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Begun Yesterday', hasFile: true }],
    files: 1,
  });
});

test('[SY-28] signing out in the middle of an upload asks first; what is given up leaves nothing and no word behind', async ({
  page,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await begin(page, 'Left Behind', CRAWLING);
  await page.getByRole('button', { name: 'You', exact: true }).first().click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('alertdialog', { name: '1 waiting to send' });
  await expect(question).toBeVisible({ timeout: 15_000 });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await question.getByRole('button', { name: 'Sign out and delete them' }).click();
  await expect(page).toHaveURL(/beta-access/);
  await expect(page.getByLabel('Beta passcode')).toBeVisible();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
  expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
});

test('[SY-28] an upload whose session is rejected waits for the person, with its files, and then goes on', async ({
  page,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await waitForWorker(page);
  const refuse = { status: 401, json: { code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' } };
  await fillForm(page, 'Kept for You');
  await page.route('**/storage/v1/upload/resumable**', (route) => route.fulfill(refuse));
  // Not before the upload begins: a person whose session is over by then cannot begin one.
  let isOver = false;
  await page.route('**/rest/v1/rpc/**', (route) => {
    isOver ||= route.request().url().endsWith('/check_upload_words');
    return isOver ? route.fulfill(refuse) : route.continue();
  });
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
    route.fulfill({ status: 400, json: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }),
  );
  await page.getByRole('button', { name: 'Upload track' }).click();
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await expect(page.getByText('Session Expired')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Waiting to send' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // Back on the page that was left for it.
  await expect(success(page)).toBeVisible({ timeout: 30_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Kept for You', hasFile: true }],
    files: 1,
  });
});
