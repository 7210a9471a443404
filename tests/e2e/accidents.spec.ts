import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmasterPid } from '../../supabase/local/postgres/pid-file.ts';
import { mountDisk } from '../support/mount-disk.ts';
import { beginConversation } from './conversation-page.ts';
import { type Backend, expect, openSignedIn, restart, test } from './fixtures.ts';
import { uploadsOf } from './server-state.ts';
import { fillForm, success } from './upload-page.ts';

// The test stops its database, so it needs a stack of its own, which `moreTracks` gives it.
test.use({ moreTracks: 1, expectedErrors: ['status of 503', 'status of 507', 'WebSocket connection to', 'net::ERR_'] });

/** Ends the database and takes its folder away, so that the server cannot start it again. @returns a function that repairs both */
async function loseDatabase(backend: Backend): Promise<() => Promise<void>> {
  const cluster = join(backend.dataDir, 'postgres', 'cluster');
  const aside = `${cluster}.aside`;
  const pid = readPostmasterPid(cluster);
  if (pid === null) throw new Error('The database does not run');
  renameSync(cluster, aside);
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${backend.url}/healthz`)).status).toBe(503);
  return async () => {
    renameSync(aside, cluster);
    await restart(backend);
  };
}

test(
  'without a database the server says so and the app shows the data on the device; once it is back, the queue is sent',
  { tag: '@once' },
  async ({ page, backend, account, browser }) => {
    const me = await beginConversation(page, backend, account, 'Are you there?');
    const repair = await loseDatabase(backend);
    const conversation = page.getByRole('dialog', { name: 'Messages' });
    try {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(conversation.getByText('Waiting to send')).toBeVisible();
      await page.goto('/explore');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('banner').getByRole('button', { name: '1 waiting to send' })).toBeVisible();

      const guest = await browser.newPage({ baseURL: backend.address });
      await guest.goto('/beta-access');
      await guest.getByLabel('Beta passcode').fill('underground');
      await guest.getByRole('button', { name: 'Unlock Beta Access' }).click();
      await expect(guest.getByRole('alert').filter({ hasText: 'Validation failed' })).toContainText(
        'The passcode could not be checked. Please try again.',
      );
      await guest.close();
    } finally {
      await repair();
    }
    await expect
      .poll(() => backend.sql`select content from public.messages where sender_id = ${me}`, { timeout: 60_000 })
      .toEqual([{ content: 'Are you there?' }]);
    await expect(page.getByRole('banner').getByRole('button', { name: '1 waiting to send' })).toHaveCount(0);
  },
);

test(
  'an upload to a server whose disk is full says so, and goes on by itself once there is room',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const disk = join(backend.dataDir, 'storage');
    const folders = readdirSync(disk, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const unmount = mountDisk(disk, 8);
    try {
      for (const { name } of folders) mkdirSync(join(disk, name));
      const filler = join(disk, 'of another program');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc((bavail - 2) * bsize));

      await openSignedIn(page, account, '/upload');
      await fillForm(page, 'Larger than the Disk');
      await page.getByRole('button', { name: 'Upload track' }).click();
      await expect(page.getByText('The server has no room at the moment. It goes on by itself.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('The server has no room at the moment. It goes on by itself.')).toBeVisible();

      rmSync(filler);
      await expect(success(page)).toBeVisible({ timeout: 60_000 });
      expect((await uploadsOf(backend, account.email)).tracks).toEqual([
        { title: 'Larger than the Disk', hasFile: true },
      ]);
    } finally {
      unmount();
    }
  },
);
