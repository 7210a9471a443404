import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { id3Frames, join, latin, mp3 } from '../../sync/media/sample-files.ts';
import { makeZip } from '../../src/testing/zip-files.ts';
import { expectAccessible } from './accessibility.ts';
import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { fixture } from './upload-page.ts';

/** Makes a tagged MP3. The sound depends on the number, so that no two tracks have the same audio. */
function tide(title: string, number: number): Uint8Array {
  const frames = [
    ['TIT2', title],
    ['TALB', 'Tide Tables'],
    ['TPE1', 'Ines Calder'],
    ['TRCK', String(number)],
  ] as const;
  const tags = frames.map(([id, text]) => [id, join([Uint8Array.of(0), latin(text)])] as const);
  return join([id3Frames(3, tags), mp3({ frames: 200 + title.length, fill: number })]);
}

const file = (title: string, number: number) => ({
  name: `${title}.mp3`,
  mimeType: 'audio/mpeg',
  buffer: Buffer.from(tide(title, number)),
});

const picker = (page: Page) => page.getByLabel('Add MP3 files or a ZIP');
const rows = (page: Page) => page.getByRole('list', { name: 'Tracks in order' }).getByRole('listitem');
const inOrder = (titles: readonly string[]) => titles.map((title) => new RegExp(title));

async function openRelease(page: Page, account: { email: string; password: string }): Promise<void> {
  await openSignedIn(page, account, '/upload');
  await page.getByRole('radio', { name: 'One release' }).check();
  await expect(page.getByRole('textbox', { name: 'Release title' })).toBeVisible();
}

const nextYear = `${new Date().getFullYear() + 1}-03-04T18:00`;

async function submit(page: Page): Promise<void> {
  await page.getByLabel('Genre').selectOption('Ambient');
  await page.getByLabel('I own the rights to these recordings').check();
  await page.getByRole('button', { name: 'Upload release' }).click();
}

const stored = async ({ sql }: Backend, email: string) => {
  const releases = await sql<{ title: string; kind: string | null; isOut: boolean; hasDate: boolean }[]>`
    select r.title, r.kind, r.published_at is not null as "isOut", r.publish_at is not null as "hasDate"
    from public.releases r join auth.users u on u.id = r.user_id where u.email = ${email}`;
  const tracks = await sql<{ title: string; isPublic: boolean }[]>`
    select t.title, t.is_public as "isPublic"
    from public.releases r join auth.users u on u.id = r.user_id
    cross join lateral unnest(r.places) with ordinality p (id, at)
    join public.tracks t on t.id = p.id and t.release_id = r.id
    where u.email = ${email} order by p.at`;
  return { releases: [...releases], tracks: [...tracks] };
};

test('[S-61] MP3s chosen at once become one release in their order, which shows once all have arrived', async ({
  page,
  backend,
  account,
}) => {
  await openRelease(page, account);
  await picker(page).setInputFiles([file('Flood', 3), file('Low Water', 1), file('High Water', 2)]);
  await expect(rows(page)).toContainText(inOrder(['Low Water', 'High Water', 'Flood']));
  await expect(page.getByRole('textbox', { name: 'Release title' })).toHaveValue('Tide Tables');
  await expect(page.getByText('3 of 3 slots left, this release takes 3')).toBeVisible();
  await page.getByLabel('Add cover').setInputFiles(fixture('cover.png'));
  await expectAccessible(page);
  await submit(page);
  await expect(page.getByText('3 of 3 arrived')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('It is out.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  expect(await stored(backend, account.email)).toEqual({
    releases: [{ title: 'Tide Tables', kind: null, isOut: true, hasDate: false }],
    tracks: ['Low Water', 'High Water', 'Flood'].map((title) => ({ title, isPublic: true })),
  });
});

test('[S-61] a ZIP becomes a release of a later date, after a reload, and stays private until then', async ({
  page,
  backend,
  account,
}) => {
  await openRelease(page, account);
  const buffer = await makeZip([
    { path: 'Tides/CD2/Ebb.mp3', bytes: tide('Ebb', 1) },
    { path: 'Tides/CD1/Slack Water.mp3', bytes: tide('Slack Water', 1) },
    { path: 'Tides/cover.png', bytes: readFileSync(fixture('cover.png')) },
    { path: 'Tides/notes.txt', bytes: Buffer.from('Three tides.') },
  ]).arrayBuffer();
  await picker(page).setInputFiles({ name: 'tides.zip', mimeType: 'application/zip', buffer: Buffer.from(buffer) });
  await expect(page.getByText('were left out: Tides/notes.txt')).toBeVisible();
  await expect(rows(page)).toContainText(inOrder(['Slack Water', 'Ebb']));
  await page.getByLabel('Notes').fill('Three tides.');
  await page.getByRole('radio', { name: 'Later' }).check();
  await page.getByLabel('Date and time').fill(nextYear);
  await expect(page.getByLabel('Change cover')).toBeAttached();
  await page.reload();
  await expect(rows(page)).toContainText(inOrder(['Slack Water', 'Ebb']));
  await expect(page.getByLabel('Notes')).toHaveValue('Three tides.');
  await expect(page.getByLabel('Change cover')).toBeAttached();
  await submit(page);
  await expect(page.getByText('2 of 2 arrived')).toBeVisible({ timeout: 60_000 });
  expect(await stored(backend, account.email)).toEqual({
    releases: [{ title: 'Tide Tables', kind: null, isOut: false, hasDate: true }],
    tracks: ['Slack Water', 'Ebb'].map((title) => ({ title, isPublic: false })),
  });
  await page.getByRole('button', { name: 'Upload another release' }).click();
  await expect(page.getByRole('textbox', { name: 'Release title' })).toHaveValue('');
  await expect(rows(page)).toHaveCount(0);
});
