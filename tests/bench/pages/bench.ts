// `npm run bench -- pages [--slow 4] [--tracks 10000] [--artists 2000]`: what a person waits for in the pages of the built app.
import { parseArgs } from 'node:util';
import { launch, openDevice, slowDown } from '../client/browser.ts';
import { openBenchServer } from '../client/server.ts';
import { ms, table } from '../measure.ts';
import { followLinks, scrollPages, typeSearches, type Figure } from './journey.ts';
import { seedArtists } from './seed-artists.ts';

const { values: options } = parseArgs({
  options: {
    slow: { type: 'string', default: '4' },
    tracks: { type: 'string', default: '10000' },
    artists: { type: 'string', default: '2000' },
  },
});
const rate = Number(options.slow);

function rowOf({ what, times, budgetMs }: Figure): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const most = sorted.at(-1) ?? Number.NaN;
  return [what, ms(median), ms(most), ms(budgetMs), (median / budgetMs).toFixed(2)];
}

async function main(): Promise<void> {
  const server = await openBenchServer(Number(options.tracks));
  const browser = await launch();
  const figures: Figure[] = [];
  try {
    await seedArtists(server.sql, Number(options.artists));
    const device = await openDevice(browser, server, await server.createListener());
    await device.addInitScript({ path: server.besideApp });
    const page = await device.newPage();
    await page.goto(`${server.config.supabaseUrl}/explore`);
    await page.evaluate(() => window.besideApp.arrival());
    await slowDown(page, rate);
    for (const part of [typeSearches, followLinks, scrollPages])
      for await (const figure of part(page)) {
        figures.push(figure);
        console.log(rowOf(figure).join('  '));
      }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(
    `\nMilliseconds in Chromium ${browser.version()}, ${rate} times slowed, ${options.tracks} tracks of ${options.artists} artists.\n`,
  );
  console.log(table(['', 'median', 'most', 'budget', 'median/budget'], figures.map(rowOf)));
}

await main();
