import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Backend, expect, openSignedIn, test } from '../e2e/fixtures.ts';
import { establishAccount } from '../e2e/people.ts';
import { albums } from './albums.ts';
import { makeAlbum } from './make-album.ts';

const ARTIST = 'Ines Calder';

const folder = mkdtempSync(join(tmpdir(), 'undercurrent-albums-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = (page: Page) => page.getByRole('list', { name: 'Tracks in order' }).getByRole('listitem');

/** Drops files or folders of the disk on the form, as a person does from a file manager. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const box = await page.getByRole('textbox', { name: 'Release title' }).boundingBox();
  if (!box) throw new Error('The form is not visible');
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

async function stored({ sql }: Backend, userId: string) {
  const [release] = await sql<{ id: string; title: string; artist: string; isOut: boolean }[]>`
    select r.id, r.title, r.artist_name as artist, r.published_at is not null as "isOut"
    from public.releases r where r.user_id = ${userId}`;
  const tracks = await sql<{ title: string; artist: string; genre: string; hasCover: boolean }[]>`
    select t.title, t.artist_name as artist, t.genre, t.cover_url is not null as "hasCover"
    from public.releases r
    cross join lateral unnest(r.places) with ordinality p (id, at)
    join public.tracks t on t.id = p.id and t.release_id = r.id
    where r.user_id = ${userId} order by p.at`;
  return { release, tracks: [...tracks] };
}

for (const album of albums)
  test(`[S-61] one release: ${album.name}`, async ({ page, backend, account }) => {
    // More slots than the highest level has.
    await backend.sql`
      create or replace function private.upload_slots(p_level integer) returns integer
      language sql immutable set search_path = '' return 20`;
    const me = await establishAccount(backend, account, ARTIST);
    const paths = await makeAlbum(album, folder);
    await openSignedIn(page, account, '/upload');
    await page.getByRole('radio', { name: 'One release' }).check();
    await expect(page.getByRole('textbox', { name: 'Artist name' })).toHaveValue(ARTIST);
    await drop(page, paths);
    await expect(rows(page)).toContainText(album.tracks.map(({ title }) => title));
    await page.getByLabel('Genre').selectOption('Ambient');
    await page.getByLabel('I own the rights to these recordings').check();
    await page.getByRole('button', { name: 'Upload release' }).click();
    await expect(page.getByText('It is out.')).toBeVisible({ timeout: 240_000 });

    const { release, tracks } = await stored(backend, me);
    expect(release).toMatchObject({ title: album.title, artist: ARTIST, isOut: true });
    const hasCover =
      album.hasCoverInTags === true || Object.keys(album.others ?? {}).some((name) => /png|jpg/.test(name));
    expect(tracks).toEqual(
      album.tracks.map(({ title, tags }) => ({
        title,
        artist: tags?.['album_artist'] ? tags['artist'] : ARTIST,
        genre: 'Ambient',
        hasCover,
      })),
    );
    await page.goto(`/release/${release?.id}`);
    await expect(page.getByRole('heading', { name: album.title, level: 1 })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Tracks' }).getByRole('listitem')).toContainText(
      album.tracks.map(({ title }) => title),
    );
  });
