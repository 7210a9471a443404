import { randomUUID } from 'node:crypto';
import release from '../../package.json' with { type: 'json' };
import { expect, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createOther, enqueueAll, establishAccount } from './people.ts';
import { firstTitle, playerBar } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

test(
  'queued actions can be edited and removed, a refused one can be sent again, and kept tracks can be removed',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    // A service worker caches the pages for the offline visits.
    await reloadUnderWorker(page);
    const me = await establishAccount(backend, account, 'Nina');
    const friend = await createOther(backend, 'Otis');
    const stranger = await createOther(backend, 'Quinn');
    await backend.sql`insert into public.connections (user_id, connection_id, status) values (${friend}, ${me}, 'accepted')`;
    const title = await firstTitle(page);
    const [track] = await backend.sql<{ id: string }[]>`select id from public.tracks where title = ${title}`;
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.locator('body').press('Space');
    await page.getByRole('button', { name: /^Open player/ }).click();
    await page.getByRole('button', { name: 'Save on this device' }).click();
    await expect(page.getByRole('button', { name: 'Saved on this device. Remove' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect.poll(() => page.evaluate(() => window.undercurrent.connections.get().length)).toBe(1);

    backend.wire.cut();
    // While known offline, no action is in flight, so every action can be edited.
    await page.evaluate(() => window.undercurrent.syncNow());
    await expect(page.getByRole('button', { name: 'Offline', exact: true })).toBeVisible({ timeout: 30_000 });
    await enqueueAll(page, [
      ['vote.cast', { track_id: track?.id, weight: 3 }],
      ['message.send', { message_id: randomUUID(), partner_id: friend, content: 'Helo' }],
      ['message.send', { message_id: randomUUID(), partner_id: stranger, content: 'Do we know each other?' }],
      ['profile.update', { bio: 'To be removed' }],
    ]);
    const pill = page.getByRole('button', { name: 'Offline. 4 waiting to send' });
    await expect(pill).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: '55 ZAPs, 5 waiting to be spent' }).click();
    await expect(page.getByRole('list', { name: 'Balance' }).getByRole('listitem')).toContainText([
      'Confirmed60',
      `Vote on ${title}−5`,
    ]);
    await page.keyboard.press('Escape');
    await pill.click();
    await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
    await expect(page.getByText(`Undercurrent ${release.version}`, { exact: true })).toBeVisible();
    const waiting = page.getByRole('region', { name: 'Waiting to send' }).getByRole('listitem');
    await expect(waiting).toHaveCount(4);
    await expect(waiting.nth(0)).toContainText(`Vote 3 for \u201c${title}\u201d`);
    await expect(waiting.nth(0)).toContainText('No network.');
    await expect(waiting.nth(1)).toContainText('Message to Otis');
    const storage = page.getByRole('region', { name: 'Storage' });
    await expect(storage.getByRole('meter')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit: Message to Otis' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello Otis');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(waiting.nth(1)).toContainText('Hello Otis');
    await page.getByRole('button', { name: 'Remove: Change of your profile' }).click();
    await expect(waiting).toHaveCount(3);

    backend.wire.mend();
    await page.getByRole('button', { name: 'Sync now' }).click();
    const refused = page.getByRole('region', { name: '1 could not be sent' }).getByRole('listitem');
    await expect(refused).toContainText('Message to Quinn');
    await expect(refused).toContainText('You can only message your connections');
    await expect(page.getByRole('region', { name: 'Waiting to send' })).toContainText('Nothing waits');
    await expectAccessible(page);
    const sentContents = async () =>
      (await backend.sql`select content from public.messages where sender_id = ${me} order by created_at`).map(
        (row) => row['content'],
      );
    expect(await sentContents()).toEqual(['Hello Otis']);
    const [stored] = await backend.sql`
    select (select bio from public.user_profiles where id = ${me}) as bio,
      (select array_agg(vote_weight) from public.track_votes where user_id = ${me}) as votes`;
    expect(stored).toEqual({ bio: null, votes: [3] });

    await backend.sql`insert into public.connections (user_id, connection_id, status) values (${stranger}, ${me}, 'accepted')`;
    await refused.getByRole('button', { name: /^Retry/ }).click();
    await expect(page.getByRole('region', { name: /could not be sent/ })).toHaveCount(0);
    await expect.poll(sentContents).toEqual(['Hello Otis', 'Do we know each other?']);
    await expect(page.getByRole('status').filter({ hasText: 'Synced' })).toHaveCount(1);

    await storage.getByRole('link', { name: 'Manage saved music' }).click();
    await expect(page.getByText('1 track,')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Remove ${title} from this device` }).click();
    await expect(page.getByText('Nothing kept yet')).toBeVisible();
  },
);
