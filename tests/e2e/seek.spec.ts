import type { Page } from '@playwright/test';
import { join } from '../../sync/media/sample-files.ts';
import { encodeSweep, FROM_HZ } from '../support/sweep.ts';
import { expect, openSignedIn, signIn, test } from './fixtures.ts';
import { collectAudio, firstTitle, playerBar } from './player-page.ts';
import { reloadUnderWorker, waitForWorker } from './service-worker.ts';
import { describeTrack, success } from './upload-page.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

const RISE_HZ_PER_S = 60;
const SWEEP_S = 40;
/** Number of sweeps in the file. It lasts a quarter of an hour, so that the 100 points of its seek table are 9 s apart. */
const REPETITIONS = 22;

/**
 * Defines `window.clockError()`, the offset in seconds between the heard tone and the element's clock; `window.seekTo()`,
 * which returns that offset after a seek to a share of the length; and `window.readFileType()`.
 */
async function analysePlayback(page: Page, period: number): Promise<void> {
  await page.evaluate(`(() => {
    const element = window.sounds.find((sound) => !sound.paused);
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
    context.createMediaElementSource(element).connect(analyser);
    analyser.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
    const bins = new Float32Array(analyser.frequencyBinCount);
    window.clockError = () => {
      analyser.getFloatFrequencyData(bins);
      const best = bins.reduce((found, db, at) => (db > bins[found] ? at : found), 0);
      const hz = (best * context.sampleRate) / analyser.fftSize;
      const heardAt = (hz - ${FROM_HZ}) / ${RISE_HZ_PER_S} + analyser.fftSize / 2 / context.sampleRate;
      const error = heardAt - element.currentTime;
      return error - ${period} * Math.round(error / ${period});
    };
    window.seekTo = async (share) => {
      const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
      element.currentTime = share * element.duration;
      await seeked;
      const from = element.currentTime;
      while (element.currentTime < from + 0.5) await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
      return window.clockError();
    };
    window.readFileType = () => fetch(element.currentSrc, { headers: { range: 'bytes=4-7' } }).then((response) => response.text());
  })()`);
}

test(
  'seeking in a VBR file plays the right position, from the network and from the device',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await collectAudio(page);
    await openSignedIn(page, account, '/upload');
    const part = await encodeSweep({ seconds: SWEEP_S, rise: RISE_HZ_PER_S, sampleRate: 44_100, channels: 2 });
    const buffer = Buffer.from(join(Array.from({ length: REPETITIONS }, () => part)));
    await page.getByLabel('Choose an MP3').setInputFiles({ name: 'long.mp3', mimeType: 'audio/mpeg', buffer });
    await describeTrack(page, 'A Long Way Up');
    await page.getByRole('button', { name: 'Upload track' }).click();
    await expect(success(page)).toBeVisible({ timeout: 30_000 });
    const [track] = await backend.sql<{ id: string; seconds: number }[]>`
      select id, duration_ms / 1000.0 as seconds from public.tracks where title = 'A Long Way Up'`;
    const period = Number(track?.seconds) / REPETITIONS;

    const expectExactSeeks = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
      await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
      await analysePlayback(page, period);
      for (const share of [0.1, 0.6, 0.97])
        expect(Math.abs(Number(await page.evaluate(`window.seekTo(${share})`)))).toBeLessThan(0.3);
      expect(await page.evaluate('window.readFileType()')).toBe('ftyp');
    };
    await page.goto(`/track/${track?.id}`);
    await reloadUnderWorker(page);
    await expectExactSeeks();
    await page.waitForFunction(() => window.undercurrent);
    await expect
      .poll(() => page.evaluate((id) => window.undercurrent.kept.states.get().get(id)?.kind, track?.id ?? ''))
      .toBe('kept');

    backend.wire.cut();
    await waitForWorker(page);
    await page.reload();
    await expectExactSeeks();
    await page.evaluate(
      'window.sounds.filter((sound) => !sound.paused).forEach((sound) => { sound.currentTime = sound.duration - 1; })',
    );
    await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
  },
);

test(
  'offline, a track with only its beginning cached waits for the rest, and plays when the network is back',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    await signIn(page, account);
    await page.getByRole('button', { name: `Play ${await firstTitle(page)}`, exact: true }).click();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
    const next = await page.getByRole('article').nth(1).locator('[data-sound]').getAttribute('data-sound');
    const statusOf = (bytes: number) =>
      page.evaluate(
        ([url, range]) =>
          fetch(url, { headers: { range } }).then(async (part) => part.arrayBuffer().then(() => part.status)),
        [next ?? '', `bytes=0-${bytes - 1}`] as const,
      );
    expect(await statusOf(4096)).toBe(206);
    backend.wire.cut();
    expect(await statusOf(2)).toBe(206);
    await page.locator('body').press('n');
    await expect(playerBar(page)).toHaveAttribute('data-state', 'waiting');
    backend.wire.mend();
    await expect(playerBar(page)).toHaveAttribute('data-state', 'playing', { timeout: 30_000 });
  },
);
