import { type Backend, expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { openQueue, playerBar } from './player-page.ts';

/** Inserts two tracks of one artist. The second has a stored length of 5 s, so that its play counts after 4.75 s (S-10). */
async function insertTracks({ sql }: Backend, prefix: string): Promise<readonly [string, string]> {
  const titles = [`${prefix} first`, `${prefix} second`] as const;
  const [artist] = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), ${`${prefix}@artist.test`}) returning id`;
  for (const [index, title] of titles.entries())
    await sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      select gen_random_uuid(), ${artist?.id ?? ''}, ${title}, 'Up next artist', genre, audio_url || ${`?copy=${encodeURIComponent(title)}`}, ${index === 0 ? sql`duration_ms` : 5_000}, audio_bytes, true
      from public.tracks where is_public and deleted_at is null and audio_url not like '%copy=%' limit 1`;
  return titles;
}

test('when a list ends, playback continues with a similar track, whose play is not manual', async ({
  page,
  account,
  backend,
}, { project }) => {
  const prefix = account.email.replace(/@.*/, '');
  const [first, second] = await insertTracks(backend, prefix);
  await signIn(page, account);
  if (project.name === 'phone') await page.getByRole('button', { name: 'You' }).click();
  else await page.goto('/profile');
  const choice = page.getByRole('switch', { name: 'Up next from here' });
  await expect(choice).toHaveAttribute('aria-checked', 'false');
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toHaveAttribute('aria-checked', 'true');

  await page.goto('/');
  await page.getByRole('searchbox').fill(`${prefix} first`);
  await page.getByRole('button', { name: `Play ${first}`, exact: true }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
  const queue = await openQueue(page);
  const rows = queue.getByRole('listitem');
  await expect(rows.nth(1)).toContainText('Up next from here');
  await expect(rows.filter({ hasText: second })).toHaveCount(1);
  await expectAccessible(page, ['[role=dialog]']);
  await page.keyboard.press('Escape');

  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/sync_push') && String(request.postData()).includes('play.record'),
  );
  await page.getByRole('slider', { name: 'Seek' }).first().fill('98.5');
  await expect(playerBar(page)).toContainText(second);
  const body = String((await sent).postData());
  expect(body).toContain('"is_manual":false');
  expect(body).not.toContain('"is_manual":true');
});
