import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { generateNKeysBetween } from 'fractional-indexing';
import { makeMp3 } from '../../supabase/local/radio/sample-sound.ts';
import { type Backend, expect, openSignedIn, test } from '../e2e/fixtures.ts';
import { idOf } from '../e2e/people.ts';
import { playerBar } from '../e2e/player-page.ts';
import { reloadUnderWorker } from '../e2e/service-worker.ts';

const TRACKS = Number(process.env['KEPT_TRACKS'] ?? 200);
/** The interruptions of the fetches, in their order. `cut`: the network is lost. */
const interruptions = ['cut', 'reload', 'cut', 'cut and reload', 'cut'] as const;
/** Length of each file, so that it has more bytes than the steps in which a fetch reports its progress. */
const SECONDS = 20;
const ID3V1_BYTES = 128;
/** Bytes after which the wire holds a connection: within a file, after its fetch has reported a part. */
const HELD_AFTER = 200_000;
/** Free space that is too small for a list of `TRACKS`. */
const FREE_BYTES = 2_000_000;

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

interface StoredFile {
  name: string;
  size: number;
  hash: string;
}

/** Adds a playlist of tracks whose files differ. @returns its id, and its files by name */
async function addPlaylist(backend: Backend, me: string): Promise<{ playlistId: string; files: StoredFile[] }> {
  const { sql, storage } = backend;
  const sound = await makeMp3({ seconds: SECONDS, tone: 330, bitrate: 128 });
  const playlistId = randomUUID();
  await sql`insert into public.playlists (id, user_id, title) values (${playlistId}, ${me}, 'Long drive')`;
  const positions = generateNKeysBetween(null, null, TRACKS);
  const files: StoredFile[] = [];
  for (const [at, position] of positions.entries()) {
    const id = randomUUID();
    const tag = Buffer.alloc(ID3V1_BYTES);
    tag.write(`TAGDrive ${at}`);
    const bytes = new Uint8Array(Buffer.concat([sound, tag]));
    const name = `${me}/${id}.mp3`;
    await storage.putObject({ bucket: 'tracks', name, bytes, ownerId: me });
    await sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      values (${id}, ${me}, ${`Drive ${at}`}, 'Ines Calder', 'House', ${name}, ${SECONDS * 1000}, ${bytes.length}, true)`;
    await sql`
      insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
      values (${randomUUID()}, ${playlistId}, ${me}, ${id}, ${position})`;
    const hash = createHash('sha256').update(bytes).digest('hex');
    files.push({ name: `${id}.mp3`, size: bytes.length, hash });
  }
  return { playlistId, files: files.sort(byName) };
}

const byName = (a: StoredFile, b: StoredFile) => a.name.localeCompare(b.name, 'en');

/** Counts of the kept states by kind, and the number of fetches that have a part of their file. */
const countStates = (page: Page) =>
  page.evaluate(() => {
    const counts = { kept: 0, fetching: 0, waiting: 0, failed: 0, parts: 0 };
    // The page may be reloading.
    for (const state of window.undercurrent?.kept.states.get().values() ?? []) {
      counts[state.kind] += 1;
      if (state.kind === 'fetching' && state.receivedBytes > 0) counts.parts += 1;
    }
    return counts;
  });

/** Every file in the caches of kept audio. */
async function readStored(page: Page): Promise<StoredFile[]> {
  const files = await page.evaluate(async () => {
    const found: StoredFile[] = [];
    for (const cacheName of await caches.keys()) {
      if (!cacheName.startsWith('kept-audio:')) continue;
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        const body = (await (await cache.match(request))?.arrayBuffer()) ?? new ArrayBuffer(0);
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
        const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        found.push({ name: new URL(request.url).pathname.split('/').pop() ?? '', size: body.byteLength, hash });
      }
    }
    return found;
  });
  return files.sort(byName);
}

/**
 * Replaces the estimated quota by the text `quota` in session storage, in bytes, if there is one. Chromium's own estimate is 10 GB for every
 * page, and ignores `Storage.overrideQuotaForOrigin`. Runs in the page.
 */
function scriptQuota(): void {
  const real = navigator.storage.estimate.bind(navigator.storage);
  navigator.storage.estimate = async () => {
    const quota = sessionStorage.getItem('quota');
    return quota === null ? real() : { usage: 0, quota: Number(quota) };
  };
}

test('[S-60] [SY-22] a playlist shows beforehand that it does not fit, and is kept whole, byte for byte, through five interruptions, two of them with a reload', async ({
  page,
  backend,
  account,
}) => {
  await page.addInitScript(scriptQuota);
  const { playlistId, files } = await addPlaylist(backend, await idOf(backend, account.email));
  await openSignedIn(page, account, `/playlist/${playlistId}`);
  await reloadUnderWorker(page);
  const control = page.getByRole('switch', { name: 'Keep on this device' });
  await expect(control).toBeVisible();

  await page.evaluate((quota) => sessionStorage.setItem('quota', String(quota)), FREE_BYTES);
  await page.reload();
  await expect(page.getByText(/^Not all of it fits\. Free \d+\.\d MB first\.$/)).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('quota'));
  await page.reload();
  await expect(page.getByText(/ MB$/).first()).toBeVisible();
  await expect(page.getByText(/^Not all of it fits/)).toHaveCount(0);

  await control.click();
  const startedAt = Date.now();
  for (const [at, how] of interruptions.entries()) {
    const due = Math.round((TRACKS * (at + 1)) / (interruptions.length + 2));
    await expect
      .poll(async () => (await countStates(page)).kept, { intervals: [50], timeout: 120_000 })
      .toBeGreaterThanOrEqual(due);
    // A connection may reach the limit between two files, or before its file is reported in part.
    await expect(async () => {
      backend.wire.release();
      backend.wire.holdAfter(HELD_AFTER);
      await expect.poll(async () => (await countStates(page)).parts, { timeout: 2_000 }).toBeGreaterThan(0);
    }).toPass({ timeout: 60_000 });
    if (how === 'reload') await page.reload({ waitUntil: 'commit' });
    backend.wire.cut();
    backend.wire.release();
    if (how === 'cut and reload') await page.reload();
    await expect(async () => {
      const { kept, waiting, failed } = await countStates(page);
      expect({ all: kept + waiting, failed }).toEqual({ all: TRACKS, failed: 0 });
      expect(kept).toBeLessThan(TRACKS);
    }).toPass({ timeout: 60_000 });
    backend.wire.mend();
  }
  await expect
    .poll(() => countStates(page), { timeout: 180_000 })
    .toMatchObject({ kept: TRACKS, waiting: 0, failed: 0 });
  console.log(`${TRACKS} tracks kept in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  expect(await readStored(page)).toEqual(files);
  await expect(page.getByRole('progressbar', { name: 'Saving' })).toHaveCount(0);

  backend.wire.cut();
  await page.reload();
  expect(await readStored(page)).toEqual(files);
  const rows = page.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /^Play / })
    .click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
});
