import { randomUUID } from 'node:crypto';
import { expect, openSignedIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createAccount, establish, establishAccount, giveTrack, idOf } from './people.ts';

// The tests of a worker share its station.
test.afterEach(async ({ backend }) => {
  await backend.sql`delete from private.radio_stop`;
});

test('an operator skips the playing track, takes an unplayed one off the radio and puts it back, stops the station and starts it', async ({
  browser,
  backend,
  account,
}) => {
  const artist = await establishAccount(backend, account, 'Tin Orchard');
  const title = `Pier ${randomUUID().slice(0, 8)}`;
  // The track's address names no file of its own, so the station skips the track, which stays unplayed.
  const track = await giveTrack(backend, artist, title);
  await backend.sql`update public.tracks set radio_opt_in = true, sponsored = true, sponsored_at = now() where id = ${track}`;
  await backend.sql`insert into private.sponsorships (track_id, sponsored_at, sponsor_id, paid)
                    select id, sponsored_at, ${artist}, 20 from public.tracks where id = ${track}`;
  const mara = { email: `${randomUUID()}@example.com`, password: 'a long password' };
  await createAccount(backend, mara);
  await establish(backend, await idOf(backend, mara.email), 'Mara Quill');
  await backend.sql`select private.set_operator(${mara.email}, true)`;
  const { viewport } = test.info().project.use;
  const page = await (await browser.newContext({ viewport: viewport ?? null })).newPage();
  await openSignedIn(page, mara, '/operator');
  const radio = page.getByRole('region', { name: 'Radio' });
  const skip = radio.getByRole('button', { name: /^Skip / });
  await expect(skip).toBeVisible();
  await expect(radio.getByText('ON AIR')).toBeVisible();
  await expect(radio.getByText(/\d listening$/)).toBeVisible();
  await expect(radio.getByText(/^Next: /)).toBeVisible();

  // The form to skip an airing closes when the airing ends, so wait for an airing that lasts long enough.
  const titleOnAir = async () => {
    const [row] =
      await backend.sql`select t.title from private.radio_station s join public.tracks t on t.id = s.track_id
                                    where s.ends_at > now() + interval '30 seconds'`;
    return `Skip ${String(row?.['title'])}`;
  };
  await expect
    .poll(async () => (await skip.getAttribute('aria-label')) === (await titleOnAir()), { timeout: 60_000 })
    .toBe(true);
  const before = await skip.getAttribute('aria-label');
  await skip.focus();
  await page.keyboard.press('Enter');
  await radio.getByRole('textbox', { name: 'Reason (for the log)' }).fill('Silence for a minute');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Skipped', { exact: true })).toBeVisible();
  await expect(skip).toHaveAttribute('aria-label', /^Skip /);
  await expect(skip).not.toHaveAttribute('aria-label', before ?? '');

  const takeOff = radio.getByRole('button', { name: `Take off: ${title}` });
  await takeOff.click();
  await expect(radio.getByText('Its sponsor gets 20 ZAPs back, because it has not played.')).toBeVisible();
  await radio.getByRole('textbox', { name: 'Reason (for the log and the sponsor)' }).fill('Hate');
  await page.keyboard.press('Enter');
  await expect(page.getByText('20 ZAPs went back to the sponsor.')).toBeVisible();
  await expect(takeOff).toHaveCount(0);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Put back into the queue')).toBeVisible();
  await expect(takeOff).toBeVisible();

  await radio.getByRole('button', { name: 'Stop the station' }).click();
  await radio.getByRole('textbox', { name: 'Reason (for the log)' }).fill('A complaint');
  await expectAccessible(page);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.screenshot({ path: test.info().outputPath('stop.png'), fullPage: true });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Station stopped')).toBeVisible();
  await expect(radio.getByText(/^.?Mara Quill.*A complaint/)).toBeVisible();
  await expect.poll(() => backend.sql`select from private.radio_station`).toHaveLength(0);
  const listener = await (await browser.newContext({ viewport: viewport ?? null })).newPage();
  await openSignedIn(listener, account, '/radio');
  await expect(listener.getByText('Radio stream unavailable, please try again.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('stopped.png'), fullPage: true });
  await listener.screenshot({ path: test.info().outputPath('listener.png'), fullPage: true });
  await radio.getByRole('button', { name: 'Start the station' }).click();
  await radio.getByRole('textbox', { name: 'Reason (for the log)' }).fill('Settled');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Station started')).toBeVisible();
  await expect(radio.getByRole('button', { name: 'Stop the station' })).toBeVisible();
  await expect(skip).toBeVisible();
  await listener.context().close();
  await page.context().close();
});
