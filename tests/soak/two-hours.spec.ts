import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { playStateOf } from '../e2e/server-state.ts';
import { expect, signIn, test } from '../e2e/fixtures.ts';
import { playerBar } from '../e2e/player-page.ts';
import { addMixedTracks, type MixedTrack } from './mixed-tracks.ts';

/** Playback rate, the highest that Chromium allows. */
const RATE = 16;
const TRACKS = Number(process.env['SOAK_TRACKS'] ?? 300);
/** Maximum number of tracks in the app's queue. */
const QUEUE = 200;
/** Longest wait for the end of the next track. */
const STUCK_MS = 60_000;

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch', '404', '400'] });

interface Ended {
  file: string;
  atS: number;
  lengthS: number;
}

/** Plays all audio at `RATE`, and records its elements, the ends of tracks and the error toasts. */
async function speedUp(page: Page): Promise<void> {
  await page.addInitScript(`
    window.elementCount = 0;
    window.ended = [];
    const Real = Audio;
    window.Audio = class extends Real {
      constructor(...args) {
        super(...args);
        window.elementCount += 1;
        this.defaultPlaybackRate = this.playbackRate = ${RATE};
        this.addEventListener('ended', () =>
          window.ended.push({ file: this.src.split('/').pop(), atS: this.currentTime, lengthS: this.duration }));
      }
    };
    window.toasts = {};
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          for (const text of ['Audio Load Error', 'Audio Error'])
            if (node.textContent?.includes(text) && node.closest?.('[role=alert]') ?.contains(node)) window.toasts[text] = (window.toasts[text] ?? 0) + 1;
    }).observe(document, { childList: true, subtree: true });
  `);
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

test('two hours of mixed files and network cuts skip no playable track, never block playback, and do not let the memory grow', async ({
  page,
  context,
  backend,
  account,
}) => {
  const tracks = await addMixedTracks(backend, TRACKS);
  await speedUp(page);
  await signIn(page, account);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const first = tracks[0]?.title ?? '';
  await page.getByRole('button', { name: `Play ${first}`, exact: true }).click();

  const playable = tracks.slice(0, QUEUE).filter((track) => track.isPlayable);
  const goal = Math.ceil((TRACKS / Math.min(QUEUE, TRACKS)) * playable.length);
  const heaps: { tracks: number; bytes: number }[] = [];
  await expect.poll(() => page.evaluate('window.ended.length'), { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  const earlyElementCount = Number(await page.evaluate('window.elementCount'));
  let cuts = 0;
  let last = 0;
  let cutAt = Date.now();
  let random = 20_261_121;
  const chance = () => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
  while (last < goal) {
    const hasMore = await page
      .waitForFunction((count) => Reflect.get(window, 'ended').length > count, last, { timeout: STUCK_MS })
      .catch(() => null);
    if (!hasMore) throw new Error(`stuck after ${last} tracks, ${await playerBar(page).getAttribute('data-state')}`);
    const count = Number(await page.evaluate('window.ended.length'));
    last = count;
    if (count >= (heaps.length + 1) * 50) heaps.push({ tracks: count, bytes: await heapBytes(session) });
    if (Date.now() - cutAt > 15_000 + chance() * 10_000) {
      backend.wire.cut();
      // The sleep is the outage itself.
      await sleep(2_000 + chance() * 6_000);
      backend.wire.mend();
      cuts += 1;
      cutAt = Date.now();
    }
  }

  const ended: Ended[] = (await page.evaluate<Ended[]>('window.ended')).slice(0, goal);
  const inOrder = (list: MixedTrack[]) => Array.from({ length: ended.length }, (_, i) => list[i % list.length]?.file);
  expect(ended.map(({ file }) => file)).toEqual(inOrder(playable));
  expect(ended.filter(({ atS, lengthS }) => lengthS - atS > 1)).toEqual([]);
  expect(await page.evaluate('window.elementCount'), 'audio elements').toBe(earlyElementCount);
  const [early, late] = [heaps[1], heaps.at(-1)];
  console.log(
    `${ended.length} tracks to their end, ${cuts} cuts, heap ${heaps.map(({ tracks: n, bytes }) => `${n}: ${(bytes / 1e6).toFixed(1)} MB`).join(', ')}, toasts ${JSON.stringify(await page.evaluate('window.toasts'))}`,
  );
  expect((late?.bytes ?? 0) - (early?.bytes ?? 0)).toBeLessThan(4_000_000);
  // Plays at a faster rate do not count as listening.
  expect(await playStateOf(backend, account.email)).toMatchObject({ plays: 0 });
});
