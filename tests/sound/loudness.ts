import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import type { MeasuredLoudness } from '../../supabase/functions/_shared/media/loudness-meter.ts';
import { openMeasureThread } from '../../supabase/local/loudness/measure-tracks.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { ffmpegTool, measureByFfmpeg } from './ffmpeg.ts';
import { makeLoudnessFiles } from './loudness-files.ts';
import type { SoundPart } from './part.ts';

/** LU between our measurement and ffmpeg's, which has one decimal. */
const TOLERANCE_LU = 0.5;
const PEAK_TOLERANCE_DB = 0.5;
/** dBTP. Chromium's decoder clips samples at full scale, and the server replaces its measurement. */
const BROWSER_MAX_PEAK = 0;
/** LUFS; the files must be this different, or the comparison shows little. */
const SPREAD = { quietest: -29, loudest: -5 };
const root = fileURLToPath(new URL('../..', import.meta.url));

type Measure = (path: string) => Promise<MeasuredLoudness | null>;

/** Calls `use` with the upload form's measurement, in Chromium. */
async function inChromium<T>(folder: string, use: (measure: Measure) => Promise<T>): Promise<T> {
  const server = await createServer({
    root,
    configFile: false,
    cacheDir: `${folder}/vite`,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage({ baseURL: server.resolvedUrls?.local[0] ?? '' });
    await page.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.route('/sound/*', (route) => route.fulfill({ path: `${folder}/${basename(route.request().url())}` }));
    await page.goto('/blank');
    return await use((path) => measureInPage(page, basename(path)));
  } finally {
    await browser.close();
    await server.close();
  }
}

function measureInPage(page: Page, name: string): Promise<MeasuredLoudness | null> {
  return page.evaluate(`import('/src/upload/measure-loudness.ts').then(async ({ measureLoudness }) =>
    measureLoudness(await (await fetch('/sound/${name}')).blob()))`);
}

/** Compares the server's and the browser's measurement of many kinds of files with ffmpeg's. */
export const loudness: SoundPart = {
  needs: [ffmpegTool],
  async run(folder) {
    const paths = await makeLoudnessFiles(folder);
    const thread = openMeasureThread();
    const measureByServer: Measure = async (path) => {
      const reply = await thread.run({ path });
      if (reply.kind !== 'measured') throw new Error(`${path}: ${reply.reason}`);
      return reply.loudness;
    };
    const expected: MeasuredLoudness[] = [];
    const wrong: string[] = [];
    const worst = { lufs: 0, truePeakDbtp: 0 };
    try {
      await inChromium(folder, async (measureByBrowser) => {
        for (const path of paths) {
          const byFfmpeg = await measureByFfmpeg(path);
          expected.push(byFfmpeg);
          const figures = [
            { by: 'server', measured: await measureByServer(path), maxPeak: Infinity },
            { by: 'browser', measured: await measureByBrowser(path), maxPeak: BROWSER_MAX_PEAK },
          ];
          const off = figures.map(({ by, measured, maxPeak }) => {
            assert.ok(measured, `${basename(path)} is measured by the ${by}`);
            const lufs = Math.abs(measured.lufs - byFfmpeg.lufs);
            const truePeakDbtp = Math.abs(
              Math.min(maxPeak, measured.truePeakDbtp) - Math.min(maxPeak, byFfmpeg.truePeakDbtp),
            );
            worst.lufs = Math.max(worst.lufs, lufs);
            worst.truePeakDbtp = Math.max(worst.truePeakDbtp, truePeakDbtp);
            const line = `${by} ${lufs.toFixed(2)} LU and ${truePeakDbtp.toFixed(2)} dB off`;
            if (lufs > TOLERANCE_LU || truePeakDbtp > PEAK_TOLERANCE_DB) wrong.push(`${basename(path)}: ${line}`);
            return line;
          });
          console.log(
            `        ${basename(path)}: ${byFfmpeg.lufs} LUFS, ${byFfmpeg.truePeakDbtp} dBTP; ${off.join('; ')}`,
          );
        }
      });
    } finally {
      await thread.close();
    }
    assert.deepEqual(wrong, []);
    const lufs = expected.map((measured) => measured.lufs);
    assert.ok(
      Math.min(...lufs) <= SPREAD.quietest && Math.max(...lufs) >= SPREAD.loudest,
      `from ${lufs.join(', ')} LUFS`,
    );
    return `${paths.length} files from ${Math.min(...lufs)} to ${Math.max(...lufs)} LUFS, at most ${worst.lufs.toFixed(2)} LU and ${worst.truePeakDbtp.toFixed(2)} dB from ffmpeg`;
  },
};
