import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openApi } from './api.ts';
import { expectInBounds } from './bounds.ts';
import { type Backend, expect, openSignedIn, test } from './fixtures.ts';
import { createAccount, enqueueAll, establishAccount, giveTrack } from './people.ts';

const hostileTexts: readonly ((length: number) => string)[] = [
  (length) => `"><img src=x onerror=ran=1>${'<script>ran=1</script>'.repeat(length)}`.slice(0, length),
  (length) => `\u202e${'\u2067txet denruT\u200b\u200d\ufeff'.repeat(length)}`.slice(0, length),
  (length) => `a${'\u0301\u0338\u20dd'.repeat(length)}`.slice(0, length),
  (length) => 'W'.repeat(length),
  (length) => Array.from('👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿𝕏'.repeat(length)).slice(0, length).join(''),
];

interface HostilePeople {
  people: { id: string; name: string; trackId: string; title: string }[];
  removeAll(): Promise<void>;
}

async function createHostilePeople(backend: Backend, listener: string): Promise<HostilePeople> {
  const { sql } = backend;
  const people: HostilePeople['people'] = [];
  for (const [index, textOf] of hostileTexts.entries()) {
    const account = { email: `hostile-${randomUUID()}@example.com`, password: 'correct horse' };
    await createAccount(backend, account);
    const id = await establishAccount(backend, account, 'Somebody');
    const trackId = await giveTrack(backend, id, 'Something');
    const onRadio = await giveTrack(backend, id, 'Something');
    const isFriend = index < hostileTexts.length - 1;
    await sql`insert into public.connections (user_id, connection_id, status)
              values (${id}, ${listener}, ${isFriend ? 'accepted' : 'pending'})`;
    const act = await openApi(backend, account);
    const name = textOf(50);
    const title = textOf(60);
    const message: Parameters<typeof act> = [
      ['message.send', { message_id: randomUUID(), partner_id: listener, content: textOf(2000) }],
    ];
    const results = await act(
      ['profile.update', { artist_name: name, bio: textOf(500), website_url: `https://${'w'.repeat(60)}.example` }],
      ['track.update', { track_id: trackId, title }],
      ['track.update', { track_id: onRadio, title }],
      ['report.send', { subject: 'profile', subject_id: listener, reason: 'spam', details: textOf(500) }],
      ...(isFriend ? message : []),
    );
    expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
    const long = `a${'\u0301'.repeat(9_999)}`;
    const refused = await act(
      ['profile.update', { artist_name: long }],
      ['profile.update', { bio: long }],
      ['track.update', { track_id: trackId, title: long }],
      ['message.send', { message_id: randomUUID(), partner_id: listener, content: long }],
    );
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    // An opted-in track could stay on the station after its deletion, so `radio_opt_in` is not set.
    await sql`update public.tracks set sponsored = true, sponsored_at = now() where id = ${onRadio}`;
    await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
              values (${id}, 'zap', 5000, (now() at time zone 'utc')::date)`;
    const [previous] = people.slice(-1);
    if (previous) await sql`insert into public.shared_tracks (user_id, track_id) values (${id}, ${previous.trackId})`;
    people.push({ id, name, trackId, title });
  }
  const ids = people.map(({ id }) => id);
  await sql`update public.tracks set artist_name = left(title, 50), average_vote_rating = 5, total_votes = 99999,
              play_count = 987654, created_at = now() where user_id = any(${ids})`;
  return {
    people,
    async removeAll() {
      await sql`update public.tracks set deleted_at = now() where user_id = any(${ids})`;
      await sql`delete from public.user_profiles where id = any(${ids})`;
    },
  };
}

async function expectHarmless(page: Page): Promise<void> {
  await expectInBounds(page);
  const violations = `document.querySelectorAll('[onerror], body script:not([src])').length + ('ran' in window)`;
  expect(await page.evaluate(violations)).toBe(0);
}

// The browser logs an error for each offline request.
test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

test('hostile texts in every public field stay text within their boxes, on each page that shows them', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const { people, removeAll } = await createHostilePeople(backend, me);
  const main = page.getByRole('main');
  const open = async (path: string, ...texts: string[]) => {
    // Reloading the app each time would be slow.
    await page.evaluate((to) => history.pushState({}, '', to), path);
    for (const text of texts) await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expectHarmless(page);
  };
  const [first] = people;
  if (!first) throw new Error('No hostile person was created');
  await openSignedIn(page, account, '/explore');
  const titles = people.map(({ title }) => title);
  const names = people.map(({ name }) => name);
  await open('/explore', ...titles);
  for (const { id, name, trackId, title } of people) {
    await open(`/track/${trackId}`, title);
    await open(`/profile/${id}`, name);
  }
  await open('/community', ...names);
  await open('/radio', ...titles);
  await open('/store', ...names);
  await open('/connections', ...names);

  await open(`/track/${first.trackId}`, first.title);
  await main.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toHaveAttribute('data-state', 'playing');
  await expectHarmless(page);
  await page.getByRole('button', { name: /^Open player/ }).click();
  const close = page.getByRole('button', { name: 'Close player' });
  await expect(close).toBeVisible();
  await expectHarmless(page);
  await close.click();
  await expect(close).toHaveCount(0);
  await page.getByRole('button', { name: 'You', exact: true }).filter({ visible: true }).click();
  await page.getByRole('button', { name: /^Messages/ }).click();
  const messages = page.getByRole('dialog', { name: 'Messages' });
  const rows = messages.getByRole('list', { name: 'Conversations' }).getByRole('button');
  await expect(rows).toHaveCount(people.length - 1);
  for (let row = 0; row < people.length - 1; row++) {
    await expectHarmless(page);
    await rows.nth(row).click();
    await expect(messages.getByRole('group', { name: 'What was said' }).locator('[data-state]')).toHaveCount(1);
    await expectHarmless(page);
    if (isMobile) await messages.getByRole('button', { name: 'Back' }).click();
  }
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await enqueueAll(
    page,
    people.flatMap(({ id, trackId }) => [
      ['vote.cast', { track_id: trackId, weight: 2 }],
      ['message.send', { message_id: randomUUID(), partner_id: id, content: 'Hello' }],
    ]),
  );
  await open('/device', ...titles);
  await removeAll();
});
