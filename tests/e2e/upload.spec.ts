import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mp3 } from '../../sync/media/sample-files.ts';
import { playCountOf, playStateOf, uploadsOf } from './server-state.ts';
import { expect, openSignedIn, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createAccount } from './people.ts';
import { playerBar } from './player-page.ts';
import { waitForWorker } from './service-worker.ts';
import {
  chooseThirdPartyMp3,
  CRAWLING,
  describeTrack,
  fillForm,
  fixture,
  thirdPartyMp3,
  percentOf,
  sendSlowly,
  slowUploads,
  success,
} from './upload-page.ts';

test('a third-party MP3 with a cover becomes a playable track', async ({ page, backend, account, isMobile }) => {
  await signIn(page, account);
  if (isMobile) await page.getByRole('button', { name: 'You', exact: true }).click();
  await page.getByRole('link', { name: 'Upload' }).filter({ visible: true }).click();
  await expect(page.getByText('3 of 3 slots left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload track' })).toBeDisabled();
  await chooseThirdPartyMp3(page);
  await page.getByLabel('Add cover').setInputFiles(fixture('cover.png'));
  await describeTrack(page, 'Made Elsewhere');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload track' }).click();
  await expect(success(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('2 upload slots left').first()).toBeVisible();
  expect(await uploadsOf(backend, account.email)).toEqual({
    tracks: [{ title: 'Made Elsewhere', hasFile: true }],
    files: 4,
  });
  const covers = await backend.sql<{ name: string; kind: string }[]>`
    select regexp_replace(o.name, '.*_', '') as name, f.kind
    from storage.objects o join auth.users u on u.id::text = o.owner_id
    join private.file_facts f on f.bucket_id = o.bucket_id and f.name = o.name
    where o.bucket_id = 'covers' and u.email = ${account.email} order by o.name`;
  expect([...covers]).toEqual(['large', 'medium', 'small'].map((size) => ({ name: `${size}.jpg`, kind: 'jpeg' })));
  const [track] = await backend.sql<
    { durationMs: number }[]
  >`select duration_ms as "durationMs" from public.tracks where title = 'Made Elsewhere'`;
  expect(Math.abs((track?.durationMs ?? 0) - 45_000)).toBeLessThan(150);

  await page.getByRole('link', { name: 'See it on your profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Made Elsewhere' })).toContainText('0 plays');
  await expect(page.getByText('Member since')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Undercurrent, Explore' }).click();
  await page.getByRole('searchbox').fill('made elsewhere');
  await expect(page.getByText('1 track found')).toBeVisible();
  await expect(page.getByRole('article').getByText('NEW')).toBeVisible();
  await page.getByRole('button', { name: 'Play Made Elsewhere' }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  await expect(playerBar(page)).toContainText('/ 0:45'.slice(-4));
});

test(
  'a third-party MP3 is uploaded by one person and heard by another, who earns the ZAP',
  { tag: '@once' },
  async ({ page, browser, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    await fillForm(page, 'Heard Elsewhere');
    await page.getByRole('button', { name: 'Upload track' }).click();
    await expect(success(page)).toBeVisible({ timeout: 30_000 });

    const context = await browser.newContext({ baseURL: backend.address });
    const listener = await context.newPage();
    const other = { ...account, email: `second-${account.email}` };
    await createAccount(backend, other);
    await signIn(listener, other);
    await listener.getByRole('searchbox').fill('heard elsewhere');
    await listener.getByRole('button', { name: 'Play Heard Elsewhere' }).click();
    await expect(listener.locator('[data-part=zap-badge]')).toBeVisible({ timeout: 50_000 });
    await expect(listener.locator('#profile-area')).toHaveText('2');
    expect(await playStateOf(backend, other.email)).toMatchObject({ zaps: 2, ledgerSum: 2, playActions: 1, plays: 1 });
    expect(await playCountOf(backend, 'Heard Elsewhere')).toBe(1);
    // Artists earn nothing when other people play their tracks.
    expect(await playStateOf(backend, account.email)).toMatchObject({ zaps: 0, plays: 0 });
    await context.close();
  },
);

test(
  'an upload resumes after its tab is killed: one track, no orphan file',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    await fillForm(page, 'Killed and Resumed');
    await sendSlowly(page, 30, CRAWLING);
    await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
    const percentAtKill = await percentOf(page);
    // Closing a page ends its throttling, so begin the outage first.
    backend.wire.cut();
    await page.close({ runBeforeUnload: false });
    backend.wire.mend();
    expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });

    const restarted = await context.newPage();
    await slowUploads(restarted);
    await restarted.goto('/upload');
    await expect.poll(() => percentOf(restarted), { intervals: [50] }).toBeGreaterThan(0);
    expect(await percentOf(restarted)).toBeGreaterThanOrEqual(percentAtKill - 20);
    await expect(success(restarted)).toBeVisible({ timeout: 40_000 });
    expect(await uploadsOf(backend, account.email)).toEqual({
      tracks: [{ title: 'Killed and Resumed', hasFile: true }],
      files: 1,
    });
  },
);

test(
  'a cancelled upload leaves nothing behind and shows the form again',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    await fillForm(page, 'Never Mind');
    await sendSlowly(page, 21, CRAWLING);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Never Mind');
    await expect(page.getByRole('button', { name: 'Upload track' })).toBeEnabled();
    expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
  },
);

test('typed texts survive a reload', { tag: '@once' }, async ({ page, account }) => {
  await openSignedIn(page, account, '/upload');
  await describeTrack(page, 'Half a Thought');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a Thought');
  await expect(page.getByLabel('Description')).toHaveValue('Made elsewhere.');
});

test(
  'texts typed while the files are being read belong to the same upload',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await page.addInitScript(() => {
      const read = File.prototype.arrayBuffer;
      const send = Worker.prototype.postMessage;
      const filled = new Promise<void>((resolve) => {
        addEventListener('change', ({ target }) => {
          if (target instanceof HTMLInputElement && target.type === 'checkbox') resolve();
        });
      });
      File.prototype.arrayBuffer = async function () {
        await filled;
        return read.call(this);
      };
      Worker.prototype.postMessage = function (message: unknown) {
        void filled.then(() => send.call(this, message));
      };
    });
    await openSignedIn(page, account, '/upload');
    await page.getByLabel('Choose an MP3').setInputFiles(thirdPartyMp3);
    await page.getByLabel('Add cover').setInputFiles(fixture('cover.png'));
    await expect(page.getByRole('button', { name: 'Checking' })).toBeVisible();
    await describeTrack(page, 'All of One');
    await page.getByRole('button', { name: 'Upload track' }).click();
    await expect(success(page)).toBeVisible({ timeout: 30_000 });
    expect(await uploadsOf(backend, account.email)).toEqual({
      tracks: [{ title: 'All of One', hasFile: true }],
      files: 4,
    });
  },
);

test(
  'files that are not MP3s or pictures are refused with a reason, and nothing is stored',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    const folder = mkdtempSync(join(tmpdir(), 'undercurrent-bad-'));
    const writeTestFile = (name: string, bytes: number | string | Uint8Array) => {
      const path = join(folder, name);
      writeFileSync(path, typeof bytes === 'number' ? '' : bytes);
      if (typeof bytes === 'number') truncateSync(path, bytes);
      return path;
    };
    const mp3Only =
      'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. Please upload an MP3 (max 50MB) for Explore and Radio.';
    const problem = page.getByRole('alert');
    for (const [path, text] of [
      [fixture('wav-in-disguise.mp3'), mp3Only],
      [writeTestFile('empty.mp3', 0), 'Invalid file. Please check file type and size.'],
      [writeTestFile('large.mp3', 50 * 1024 * 1024 + 1), 'File size must be under 50MB'],
      [
        writeTestFile('notes.mp3', 'Only text, and no sound at all. '.repeat(400)),
        'There is no MP3 sound in this file. Choose another one.',
      ],
      [writeTestFile('real.wav', 'RIFF'), mp3Only],
      [writeTestFile('song.m4a', 'ftyp'), mp3Only],
      [writeTestFile('blip.mp3', mp3({ frames: 20 })), 'Shorter than a second. Choose the whole track.'],
    ] as const) {
      await page.getByLabel('Choose an MP3').setInputFiles(path);
      await expect(problem.filter({ hasText: text }).first()).toBeVisible();
      await expect(page.getByLabel('Choose an MP3')).toBeVisible();
    }
    await page.getByLabel('Add cover').setInputFiles(writeTestFile('cover.png', 'no picture'));
    await expect(problem.filter({ hasText: 'Must be an image file' }).first()).toBeVisible();
    await page.getByLabel('Add cover').setInputFiles(writeTestFile('big.png', 5 * 1024 * 1024 + 1));
    await expect(problem.filter({ hasText: 'Image must be under 5MB' }).first()).toBeVisible();

    await fillForm(page, 'x'.repeat(101));
    await page.getByRole('button', { name: 'Upload track' }).click();
    await expect(problem.filter({ hasText: 'Title must be 100 characters or less' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
    rmSync(folder, { recursive: true });
  },
);

test(
  'the server refuses restricted words, and the typed texts stay',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    const [row] = await backend.sql<
      { word: string }[]
    >`select word from private.restricted_words order by length(word) desc limit 1`;
    await page.goto('/upload');
    await fillForm(page, `A ${row?.word ?? ''} song`);
    await page.getByRole('button', { name: 'Upload track' }).click();
    const rejected = page.getByRole('alert').filter({ hasText: 'Submission Rejected' });
    await expect(rejected).toContainText('Your submission contains restricted words. Please edit and try again.', {
      timeout: 30_000,
    });
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`A ${row?.word ?? ''} song`);
    expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
  },
);

test.describe('a server error in the checks before an upload', () => {
  test.use({ expectedErrors: ['status of 400'] });

  test('shows an error toast, and nothing is sent', { tag: '@once' }, async ({ page, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    await waitForWorker(page);
    await fillForm(page, 'A clean song');
    for (const [procedure, text] of [
      ['check_upload_slot_availability', 'Failed to check upload slots'],
      ['validate_file_upload', 'Failed to validate file'],
    ] as const) {
      await page.route(`**/rest/v1/rpc/${procedure}`, (route) =>
        route.fulfill({ status: 400, json: { code: 'P0001', message: 'internal' } }),
      );
      await page.getByRole('button', { name: 'Upload track' }).click();
      const toast = page.getByRole('alert').filter({ hasText: 'Upload Failed' });
      await expect(toast).toContainText(text);
      await toast.getByRole('button', { name: 'Close' }).click();
      await page.unrouteAll();
    }
    expect(await uploadsOf(backend, account.email)).toEqual({ tracks: [], files: 0 });
  });
});

test.describe('a file that the server has not validated yet', () => {
  test.use({ expectedErrors: ['status of 503'] });

  test(
    'shows as completely uploaded, and the page polls until it is validated',
    { tag: '@once' },
    async ({ page, account }, info) => {
      await openSignedIn(page, account, '/upload');
      await waitForWorker(page);
      let isValidated = false;
      await page.route('**/functions/v1/check-upload', (route) =>
        isValidated
          ? route.continue()
          : route.fulfill({ status: 503, json: { message: 'The file is being checked.' } }),
      );
      await fillForm(page, 'Judged Later');
      await page.getByRole('button', { name: 'Upload track' }).click();
      await expect(page.getByText('The server has not checked it yet. It goes on by itself.')).toBeVisible();
      expect(await percentOf(page)).toBe(100);
      if (info.project.name === 'desktop') await expect(page.getByRole('banner')).toContainText('100%');
      isValidated = true;
      await expect(success(page)).toBeVisible();
    },
  );
});

test(
  'several files form a queue, prefilled from their tags, and are sent one after another',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await openSignedIn(page, account, '/upload');
    const folder = mkdtempSync(join(tmpdir(), 'undercurrent-many-'));
    const files = ['First', 'Second', 'Third'].map((title, index) => {
      const path = join(folder, `${title}.mp3`);
      writeFileSync(path, Buffer.concat([titleTag(title), mp3({ frames: 900, fill: index + 1 })]));
      return path;
    });
    await page.getByLabel('Choose an MP3').setInputFiles(files);
    const queue = page.getByRole('region', { name: 'Queue' });
    await expect(queue.getByRole('heading', { name: '3 files' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
    await expect(page.getByText('From the file').first()).toBeVisible();
    await page.getByLabel('Artist name').fill('The Album');
    await page.getByLabel('Genre').selectOption('Experimental');
    await page.getByRole('button', { name: 'Copy artist and genre to the rest' }).click();
    await slowUploads(page);
    for (const title of ['First', 'Second', 'Third']) {
      await queue.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
      await expect(page.getByLabel('Artist name')).toHaveValue('The Album');
      await page.getByLabel('I own the rights to this recording').check();
      await page.getByRole('button', { name: 'Upload track' }).click();
    }
    await expect(queue.getByText('Waiting to send').first()).toBeVisible();
    await page.getByRole('link', { name: 'Undercurrent, Explore' }).click();
    await page.getByRole('link', { name: /^Uploading, \d+ %$/ }).click();
    await expect
      .poll(async () => (await uploadsOf(backend, account.email)).tracks.map(({ title }) => title).sort(), {
        timeout: 90_000,
      })
      .toEqual(['First', 'Second', 'Third']);
    await expect(page.getByRole('link', { name: /^Uploading/ })).toHaveCount(0);
    rmSync(folder, { recursive: true });
  },
);

/** An ID3v2.4 tag with a title in UTF-8. */
function titleTag(title: string): Buffer {
  const text = Buffer.concat([Buffer.from([3]), Buffer.from(title)]);
  const frame = Buffer.concat([Buffer.from('TIT2'), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, frame.length]), frame]);
}
