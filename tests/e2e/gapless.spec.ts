import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import './people.ts';
import { playerBar, seekPercent } from './player-page.ts';
import { waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

/** Records the starts and ends of the tracks in `window.borders`, and the seconds then left of the one that plays. */
async function recordBorders(page: Page): Promise<void> {
  await page.addInitScript(`
    window.borders = [];
    const elements = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      const [sounding] = elements.filter((each) => !each.paused && each !== this);
      window.borders.push({ type: 'start', leftS: sounding ? sounding.duration - sounding.currentTime : null });
      if (!elements.includes(this)) {
        elements.push(this);
        this.addEventListener('ended', () => window.borders.push({ type: 'end' }), true);
      }
      return play.call(this);
    };
  `);
}

const typesOf = (page: Page) => page.evaluate('window.borders.map(({ type }) => type)');

test(
  'the next track starts just before the end of the last one, also if both are kept and there is no network',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await recordBorders(page);
    await signIn(page, account);
    await waitForWorker(page);
    const tracks = await backend.sql<{ id: string; title: string }[]>`
      select id, title from public.tracks where is_public and not sponsored and deleted_at is null
      order by average_vote_rating desc, created_at desc limit 2`;
    const [first, second] = tracks.map(({ title }) => title);
    await page.evaluate(
      (ids) => window.undercurrent.kept.keepAll(ids),
      tracks.map(({ id }) => id),
    );
    await expect
      .poll(() => page.evaluate(() => [...window.undercurrent.kept.states.get().values()].map(({ kind }) => kind)))
      .toEqual(['kept', 'kept']);
    backend.wire.cut();
    await page.goto('/explore');
    await page
      .getByRole('article')
      .getByRole('button', { name: `Play ${first}`, exact: true })
      .click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await page.getByRole('slider', { name: 'Seek' }).fill('97');
    await expect.poll(() => seekPercent(page)).toBeGreaterThanOrEqual(96.5);
    await expect(playerBar(page)).toContainText(second ?? '');
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    await expect.poll(() => typesOf(page)).toEqual(['start', 'start', 'end']);
    backend.wire.mend();
  },
);
