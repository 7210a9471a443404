import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { enqueueAll, establishAccount, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

test('[S-61] a release arrives, is renamed without a network, plays in order, and is on its own page and the profile', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [halide, kiln] = [await giveTrack(backend, me, 'Halide'), await giveTrack(backend, me, 'Kiln')];
  const releaseId = randomUUID();
  await openSignedIn(page, account, '/profile');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Kiln', exact: true })).toBeVisible();
  await enqueueAll(page, [
    [
      'release.create',
      {
        release_id: releaseId,
        title: 'Estuary',
        artist_name: 'Ines Calder',
        kind: null,
        notes: 'Cut in one week.',
        publish_at: null,
        places: [kiln, halide],
      },
    ],
  ]);
  const card = main.getByRole('link', { name: /^Estuary/ });
  await expect(card).toContainText(/Single, 2 tracks, \d{4}$/, { timeout: 30_000 });
  await page.context().setOffline(true);
  await enqueueAll(page, [['release.update', { release_id: releaseId, title: 'Estuary Versions' }]]);
  await expect(card).toContainText('Estuary Versions');
  await page.context().setOffline(false);
  await card.click();
  await expect(page.getByRole('heading', { name: 'Estuary Versions', level: 1 })).toBeVisible();
  await expect(page.getByText('Cut in one week.')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await expect(rows).toHaveText([/Kiln/, /Halide/]);
  await expectAccessible(page);
  await rows.first().getByRole('button', { name: 'Play Kiln' }).click();
  await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');

  await page.goto(`/track/${halide}`);
  await expect(main.getByRole('link', { name: 'Estuary Versions' })).toHaveAttribute('href', `/release/${releaseId}`);
  await main.getByRole('button', { name: 'Description and lyrics' }).click();
  await page.getByRole('textbox', { name: 'Lyrics' }).fill('[ar:Ines]\n[00:00]First line\n[00:20]Second line');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('Second line')).toBeVisible();
  await expect
    .poll(() => backend.sql`select lyrics from private.track_texts where track_id = ${halide}`)
    .toEqual([{ lyrics: '[ar:Ines]\n[00:00]First line\n[00:20]Second line' }]);
});
