import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { createOther, giveTrack } from './people.ts';
import { playerBar, seekPercent } from './player-page.ts';
import { reloadUnderWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

/** Audio elements and rows report a track's duration this much too short, so that even a late start on a busy machine precedes the end. */
const UNREPORTED_MS = 400;

/** Records the starts and ends of the tracks in `window.borders`. */
async function recordBorders(page: Page): Promise<void> {
  await page.addInitScript(`
    window.borders = [];
    const elements = new Set();
    const { prototype } = HTMLMediaElement;
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'duration');
    Object.defineProperty(prototype, 'duration', { get() { return get.call(this) - ${UNREPORTED_MS / 1000}; } });
    const play = prototype.play;
    prototype.play = function () {
      window.borders.push('start');
      if (!elements.has(this)) this.addEventListener('ended', () => window.borders.push('end'), true);
      elements.add(this);
      return play.call(this);
    };
  `);
}

test(
  'the next track starts just before the end of the last one, also if both are kept and there is no network',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await recordBorders(page);
    const artist = await createOther(backend, 'Tin Orchard');
    const tracks = [await giveTrack(backend, artist, 'Kiln'), await giveTrack(backend, artist, 'Halide')];
    await backend.sql`update public.tracks set duration_ms = duration_ms - ${UNREPORTED_MS} where user_id = ${artist}`;
    await openSignedIn(page, account, `/track/${tracks[0]}`);
    await reloadUnderWorker(page);
    await page.waitForFunction(() => window.undercurrent);
    await page.evaluate((ids) => window.undercurrent.kept.keepAll(ids), tracks);
    await expect
      .poll(() => page.evaluate(() => [...window.undercurrent.kept.states.get().values()].map(({ kind }) => kind)))
      .toEqual(['kept', 'kept']);
    backend.wire.cut();
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.getByRole('slider', { name: 'Seek' }).first().fill('97');
    await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(96.5);
    await expect(playerBar(page)).toContainText('Halide');
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect.poll(() => page.evaluate('window.borders')).toEqual(['start', 'start', 'end']);
    backend.wire.mend();
  },
);
