import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

// Nine hours behind UTC in winter, and eight in summer.
test.use({
  timezoneId: 'America/Anchorage',
  expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'],
});

/** Inserts a track that is long enough for a recap: the demo's tracks last half a minute. */
async function insertLongTrack({ sql }: Backend, prefix: string): Promise<string> {
  const [artist] = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), ${`${prefix}@artist.test`}) returning id`;
  const [track] = await sql<{ id: string }[]>`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    select gen_random_uuid(), ${artist?.id ?? ''}, ${`${prefix} long`}, 'Recap artist', genre, audio_url || ${`?copy=${prefix}`}, 300000, audio_bytes, true
    from public.tracks where is_public and deleted_at is null and audio_url not like '%copy=%' limit 1 returning id`;
  return track?.id ?? '';
}

/** Inserts a play in each night of a month of 31 days. In UTC, the last play is in the next month. */
async function insertMonth({ sql }: Backend, me: string, trackId: string, month: string): Promise<void> {
  await sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    select ${me}, ${trackId}, (at at time zone 'utc')::date, at, 30000, true, false
    from generate_series(1, 31) day, make_timestamptz(${Number(month.slice(0, 4))}, ${Number(month.slice(5))}, day, 23, 30, 0, 'America/Anchorage') at`;
}

test('the recap of a month is shown as a picture, and can be downloaded offline', async ({
  page,
  backend,
  account,
}) => {
  const me = await idOf(backend, account.email);
  const trackId = await insertLongTrack(backend, account.email.replace(/@.*/, ''));
  for (const month of ['2026-03', '2026-01']) await insertMonth(backend, me, trackId, month);
  await openSignedIn(page, account, '/library/history');
  const panel = page.getByRole('region', { name: 'Your March' });
  await expect(panel).toContainText('day streak31');
  await expectUsable(page);
  await panel.getByRole('link', { name: 'Share picture' }).click();
  await page.waitForURL('**/library/recap/2026-03');
  const picture = page.getByRole('img', {
    name: /^Your March 2026 as a picture: 155 minutes of music, 1 track;.* 31 day streak; Most played, 31 times/,
  });
  await expect(picture).toBeVisible();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  // Until the picture is drawn, the button is dimmed and has another name.
  await expect(save).toBeVisible();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Earlier: January 2026' }).click();
  await expect(page.getByRole('heading', { name: 'January 2026' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();

  await reloadUnderWorker(page);
  await expect(picture).toBeVisible();
  backend.wire.cut();
  await page.reload();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('undercurrent-2026-03.png');
  backend.wire.mend();
});
