// `npm run bench -- store [rows]` compares four ways to store a replica's tracks in the browser: Dexie without RxDB, the app's replica,
// RxDB's storage without its database, and RxDB's collections. Each runs in turn, in a new browser context.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { build, loadConfigFromFile, preview } from 'vite';
import { launch, slowDown } from '../client/browser.ts';
import { table } from '../measure.ts';
import type { StoreFigures } from './page/run.ts';

const ROUNDS = 5;
/** CPU throttling: the machine's own speed, and a phone's. */
const RATES = [1, 4];
const stores = ['dexie', 'replica', 'storage', 'collections'] as const;
type StoreName = (typeof stores)[number];

const rows = Number(process.argv[2] ?? 12_500);
const pageDir = fileURLToPath(new URL('page', import.meta.url));
const appConfig = await loadConfigFromFile({ command: 'build', mode: 'production' });
const outDir = mkdtempSync(join(tmpdir(), 'undercurrent-store-bench-'));

/** Only the app's replica is built with the app's own replacements of modules. @returns KB of its script, compressed */
async function buildPage(name: StoreName): Promise<number> {
  const to = join(outDir, name);
  await build({
    root: pageDir,
    base: `/${name}/`,
    configFile: false,
    logLevel: 'error',
    ...(name === 'replica' ? { resolve: appConfig?.config.resolve ?? {} } : {}),
    build: {
      target: 'es2022',
      outDir: to,
      emptyOutDir: true,
      rolldownOptions: { input: join(pageDir, `${name}.html`) },
    },
  });
  const scripts = readdirSync(join(to, 'assets')).filter((file) => file.endsWith('.js'));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(to, 'assets', file))).length, 0) / 1000;
}

async function measure(browser: Browser, origin: string, name: StoreName, rate: number): Promise<StoreFigures> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/${name}/${name}.html`);
  await slowDown(page, rate);
  const figures = await page.evaluate((count) => window.measureStore(count), rows);
  await context.close();
  return figures;
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;

const sizes = new Map<StoreName, number>();
for (const name of stores) sizes.set(name, await buildPage(name));
const server = await preview({
  configFile: false,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
const browser = await launch();
for (const rate of RATES) {
  const figures = new Map<StoreName, StoreFigures[]>(stores.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of stores) figures.get(name)?.push(await measure(browser, origin, name, rate));
  const row = (label: string, of: (one: StoreFigures) => number, digits = 0) => [
    label,
    ...stores.map((name) => median((figures.get(name) ?? []).map(of)).toFixed(digits)),
  ];
  console.log(`\n${rows} tracks, CPU slowed ${rate} times, medians of ${ROUNDS} rounds, times in ms`);
  console.log(
    table(
      ['', ...stores],
      [
        row('fill', (one) => one.fill),
        row('longest task of it', (one) => one.longestTask),
        row('200 known rows again', (one) => one.repeated, 1),
        row('open again', (one) => one.reopen, 1),
        row('first 50', (one) => one.first, 1),
        row('read all', (one) => one.readAll),
        row('a change until reported', (one) => one.change, 1),
        row('disk, KB', (one) => one.disk / 1000),
        ['script, KB compressed', ...stores.map((name) => (sizes.get(name) ?? NaN).toFixed(1))],
      ],
    ),
  );
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true, force: true });
process.exit(0);
