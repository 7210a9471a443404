// `npm run bench -- pages [catalogue] [messages] [playlist] [--slow 4] [--tracks 10000] [--artists 2000] [--entries 1000]`
// measures response times of the app's pages.
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { launch, openDevice, slowDown } from '../client/browser.ts';
import { type BenchServer, openBenchServer } from '../client/server.ts';
import { ms, table } from '../measure.ts';
import type { Figure } from './figure.ts';
import { followLinks, scrollPages, typeSearches } from './journey.ts';
import { openMessages, openThread, receive, typeMessage } from './messages-journey.ts';
import { dragRows, moveByKeys, openPlaylist } from './playlist-journey.ts';
import { seedArtists } from './seed-artists.ts';
import { seedMessages } from './seed-messages.ts';
import { seedPlaylist } from './seed-playlist.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slow: { type: 'string', default: '4' },
    tracks: { type: 'string', default: '10000' },
    artists: { type: 'string', default: '2000' },
    entries: { type: 'string', default: '1000' },
  },
});

const scenes: Record<string, (browser: Browser) => AsyncGenerator<Figure>> = {
  async *catalogue(browser) {
    const server = await openBenchServer(Number(options.tracks), { hasMedia: false });
    try {
      await seedArtists(server.sql, Number(options.artists));
      const page = await open(browser, server, await server.createListener(), '/explore');
      for (const part of [typeSearches, followLinks, scrollPages]) yield* part(page);
    } finally {
      await server.close();
    }
  },
  async *messages(browser) {
    const server = await openBenchServer(0, { hasMedia: false });
    try {
      const listener = await server.createListener();
      const conversation = await seedMessages(server.sql, listener.id);
      const page = await open(browser, server, listener, '/connections');
      yield* openMessages(page, conversation);
      yield* openThread(page, conversation);
      yield* typeMessage(page);
      yield* receive(page, conversation, server.sql);
    } finally {
      await server.close();
    }
  },
  async *playlist(browser) {
    const server = await openBenchServer(Number(options.tracks), { hasMedia: false });
    try {
      const listener = await server.createListener();
      const playlist = await seedPlaylist(server.sql, listener.id, Number(options.entries));
      const page = await open(browser, server, listener, '/explore');
      for (const part of [openPlaylist, dragRows, moveByKeys]) yield* part(page, playlist);
    } finally {
      await server.close();
    }
  },
};

async function open(browser: Browser, server: BenchServer, user: TestUser, path: string): Promise<Page> {
  const device = await openDevice(browser, server, user);
  await device.addInitScript({ path: server.besideApp });
  const page = await device.newPage();
  await page.goto(`${server.config.supabaseUrl}${path}`);
  await page.evaluate(() => window.besideApp.arrival());
  console.log('  everything is on the device');
  await slowDown(page, Number(options.slow));
  return page;
}

function rowOf({ name, times, budgetMs }: Figure): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const most = sorted.at(-1) ?? Number.NaN;
  return [name, ms(median), ms(most), ms(budgetMs), (median / budgetMs).toFixed(2)];
}

async function main(): Promise<void> {
  const unknown = positionals.filter((name) => !(name in scenes));
  if (unknown.length > 0)
    throw new Error(`No such scene: ${unknown.join(', ')}. There are ${Object.keys(scenes).join(', ')}.`);
  const figures: Figure[] = [];
  let version = '';
  for (const [name, scene] of Object.entries(scenes)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    // The previous page would continue in the same process, so each scene has its own browser.
    const browser = await launch();
    version = browser.version();
    try {
      for await (const figure of scene(browser)) {
        figures.push(figure);
        console.log(rowOf(figure).join('  '));
      }
    } finally {
      await browser.close();
    }
  }
  console.log(`\nMilliseconds in Chromium ${version}, ${options.slow} times slowed.\n`);
  console.log(table(['', 'median', 'most', 'budget', 'median/budget'], figures.map(rowOf)));
}

await main();
