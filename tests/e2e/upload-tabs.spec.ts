import { type BrowserContext, type Page } from '@playwright/test';
import { uploadsOf } from './server-state.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { waitForWorker } from './service-worker.ts';
import {
  CRAWLING,
  describeTrack,
  expectTagsRead,
  fillForm,
  thirdPartyMp3,
  percentOf,
  sendSlowly,
  slowUploads,
  success,
} from './upload-page.ts';

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

/** Starts an upload that outlasts everything that the test does in another tab meanwhile. */
async function startUpload(page: Page, title: string): Promise<void> {
  await fillForm(page, title);
  await sendSlowly(page, 6, CRAWLING);
}

async function openUpload(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await slowUploads(page);
  await page.goto('/upload');
  return page;
}

test('[SY-28] an upload open in two tabs creates one track with its file, and both tabs show success', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await startUpload(page, 'Seen Twice');
  const other = await openUpload(context);
  await expect.poll(() => percentOf(other), { intervals: [100] }).toBeGreaterThan(5);
  await slowUploads(page);
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

test('[SY-28] if the sending tab is closed, the other tab finishes the upload', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await startUpload(page, 'Handed Over');
  const other = await openUpload(context);
  await expect(other.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  await expect(success(other)).toBeVisible({ timeout: 60_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Handed Over', hasFile: true }],
    files: 1,
  });
});

test('[SY-28] an upload cancelled in one tab ends in the other, without an error message', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await startUpload(page, 'Taken Back');
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

test('[SY-28] two tabs upload two songs, and a network outage breaks neither', async ({
  page,
  context,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await fillForm(page, 'First of Two');
  await expect(page.getByText('outside-vbr-art.mp3')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/upload');
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await other.getByLabel('Choose an MP3').setInputFiles(thirdPartyMp3);
  await other.getByRole('button', { name: 'Upload anyway' }).click();
  await expectTagsRead(other);
  await describeTrack(other, 'Second of Two');
  for (const tab of [page, other]) {
    await slowUploads(tab, CRAWLING);
    await tab.getByRole('button', { name: 'Upload track' }).click();
  }
  await expect.poll(() => percentOf(page), { timeout: 40_000, intervals: [100] }).toBeGreaterThan(5);
  backend.wire.cut();
  await expect(page.getByRole('button', { name: 'Waiting to send' })).toBeVisible({ timeout: 20_000 });
  for (const tab of [page, other]) await slowUploads(tab);
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

test('[SY-28] after a restart an upload resumes on any page', async ({ page, context, backend, account }) => {
  await openSignedIn(page, account, '/upload');
  await startUpload(page, 'Begun Yesterday');
  await page.close({ runBeforeUnload: false });
  const restarted = await context.newPage();
  await restarted.goto('/explore');
  await expect(restarted.getByText('Track uploaded successfully!')).toBeVisible({ timeout: 60_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Begun Yesterday', hasFile: true }],
    files: 1,
  });
});

test('[SY-28] signing out during an upload asks first; discarding it leaves no data and no message', async ({
  page,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await startUpload(page, 'Left Behind');
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

test('[SY-28] an upload with a rejected session keeps its files until a new sign-in, and then resumes', async ({
  page,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/upload');
  await waitForWorker(page);
  const rejection = { status: 401, json: { code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' } };
  await fillForm(page, 'Kept for You');
  await page.route('**/storage/v1/upload/resumable**', (route) => route.fulfill(rejection));
  // Starting an upload needs a valid session, so reject requests only later.
  let isRejecting = false;
  await page.route('**/rest/v1/rpc/**', (route) => {
    isRejecting ||= route.request().url().endsWith('/check_upload_words');
    return isRejecting ? route.fulfill(rejection) : route.continue();
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
  await expect(success(page)).toBeVisible({ timeout: 30_000 });
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Kept for You', hasFile: true }],
    files: 1,
  });
});
