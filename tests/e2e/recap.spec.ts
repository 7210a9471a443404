import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { expectUsable } from './accessibility.ts';
import { idOf } from './people.ts';
import { reloadUnderWorker } from './service-worker.ts';

// Nine hours behind UTC in winter, and eight in summer.
test.use({
  timezoneId: 'America/Anchorage',
  expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'],
});

/** An hour of plays a month: each day of it one of all public tracks in turn. The last one lies in the next month by UTC. */
async function insertMonth({ sql }: Backend, me: string, month: string, days: number): Promise<void> {
  const tracks = await sql<{ id: string }[]>`
    select id from public.tracks where is_public and deleted_at is null order by created_at, id`;
  for (let day = 1; day <= days; day++) {
    const heardAt = `${month}-${String(day).padStart(2, '0')} 23:30 America/Anchorage`;
    for (let nth = 0; nth < 3; nth++)
      await sql`
        insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
        select ${me}, ${tracks[(day + nth * 7) % tracks.length]?.id ?? ''}, (at at time zone 'utc')::date, at, 30000, true, false
        from (select ${heardAt}::timestamptz as at) t on conflict do nothing`;
  }
}

test('a month of listening is a picture, offline too, and is downloaded', async ({ page, backend, account }) => {
  const me = await idOf(backend, account.email);
  await insertMonth(backend, me, '2026-03', 31);
  await insertMonth(backend, me, '2026-01', 31);
  await openSignedIn(page, account, '/library/history');
  const panel = page.getByRole('region', { name: 'Your March' });
  await expect(panel).toContainText('31day streak');
  await expectUsable(page);
  await panel.getByRole('link', { name: 'Share picture' }).click();
  await page.waitForURL('**/library/recap/2026-03');
  const picture = page.getByRole('img', {
    name: /^Your March 2026 as a picture: \d+ minutes of music, \d+ tracks;.* 31 day streak;/,
  });
  await expect(picture).toBeVisible();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Earlier: January 2026' }).click();
  await expect(page.getByRole('heading', { name: 'January 2026' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible();

  await reloadUnderWorker(page);
  await expect(picture).toBeVisible();
  backend.wire.cut();
  await page.reload();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('undercurrent-2026-03.png');
  backend.wire.mend();
});
