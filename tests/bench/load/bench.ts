// `npm run bench -- load [visits] [start] [scripts] [--rounds 5] [--tracks 10000]` measures the start of the
// app. `visits`: the app's pages, alternating with a hello page, on Lighthouse's phone. `start`: a cold offline start,
// with and without a press. `scripts`: the contents of each script.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { BACKEND_TEXT } from '../../../src/engine/backend-text.ts';
import { deviceTextName, ownerName } from '../../../sync/core/names.ts';
import { openBench } from '../client/browser.ts';
import { type BenchServer, openBenchServer, sessionOf } from '../client/server.ts';
import { ms, table } from '../measure.ts';
import { buildHello, helloPath } from './build-hello.ts';
import { type ColdStart, startCold } from './cold-start.ts';
import { openProfile, type Profile } from './profile.ts';
import { scriptContents } from './scripts.ts';
import { visit, type Visit } from './visit.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, tracks: { type: 'string', default: '10000' } },
});
const rounds = Number(options.rounds);

interface Case {
  readonly name: string;
  readonly path: string;
  readonly has: 'nothing' | 'a session' | 'a replica';
}

const cases: readonly Case[] = [
  { name: 'hello page (floor)', path: helloPath, has: 'nothing' },
  { name: '/beta-access', path: '/beta-access', has: 'nothing' },
  { name: '/explore, first visit', path: '/explore', has: 'a session' },
  { name: '/explore, replica on the device, code not', path: '/explore', has: 'a replica' },
];

async function prepareDevice({ context }: Profile, server: BenchServer, user: TestUser): Promise<void> {
  const page = await openBench(context, server.config.supabaseUrl);
  await page.evaluate((session) => window.bench.plantSession(session), sessionOf(user));
  // A signed-in device knows the account and the backend before its databases are read.
  const localTexts = { [deviceTextName(ownerName(user.id))]: '1', [BACKEND_TEXT]: JSON.stringify(server.config) };
  await page.evaluate((texts) => Object.assign(localStorage, texts), localTexts);
  await page.close();
}

async function fillDevice({ context }: Profile, server: BenchServer): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ path: server.besideApp });
  await page.goto(`${server.config.supabaseUrl}/explore`);
  await page.evaluate(() => window.besideApp.arrival());
  await page.evaluate(async () => {
    const [first] = window.undercurrent.explore({ search: '', genre: null }).get().tracks;
    if (first) await window.undercurrent.kept.keep(first.id);
    await navigator.serviceWorker.ready;
  });
  await page.close();
}

async function visitOnce(server: BenchServer, user: TestUser, { path, has }: Case): Promise<Visit> {
  const profile = await openProfile();
  try {
    if (has !== 'nothing') await prepareDevice(profile, server, user);
    if (has === 'a replica') await fillDevice(profile, server);
    return await visit(profile, `${server.config.supabaseUrl}${path}`, has === 'nothing');
  } finally {
    await profile.close();
  }
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
}

async function visits(): Promise<void> {
  const server = await openBenchServer(0);
  const user = await server.createListener();
  await buildHello(join(server.distDir, 'hello'));
  const pages = cases.map((each) => ({ ...each, results: new Array<Visit>() }));
  for (let round = 0; round < rounds; round++) {
    for (const each of pages) {
      each.results.push(await visitOnce(server, user, each));
      console.log(`  round ${round + 1}: ${each.name}`, JSON.stringify(each.results.at(-1)));
    }
  }
  const floor = (key: keyof Visit) => median((pages[0]?.results ?? []).map((result) => result[key]));
  console.log(
    `\n${table(
      ['medians', 'KB to LCP', 'KB in all', 'FCP ms', 'LCP ms', 'of hello', 'TBT ms', 'CLS', 'score'],
      pages.map(({ name, results }) => {
        const of = (key: keyof Visit) => median(results.map((result) => result[key]));
        return [
          name,
          ...[of('usableKb'), of('allKb')].map((kb) => kb.toFixed(0)),
          ...[ms(of('fcp')), ms(of('lcp')), (of('lcp') / floor('lcp')).toFixed(2)],
          ...[ms(of('tbt')), of('cls').toFixed(3), String(of('score'))],
        ];
      }),
    )}\n`,
  );
  await server.close();
}

async function start(): Promise<void> {
  const large = await openBenchServer(Number(options.tracks));
  const listener = await large.createListener();
  const profile = await openProfile();
  await prepareDevice(profile, large, listener);
  await fillDevice(profile, large);
  const starts: string[][] = [];
  for (const rate of [1, 4])
    for (const hasPress of [false, true]) {
      const results: ColdStart[] = [];
      for (let round = 0; round < rounds; round++)
        results.push(await startCold(profile, large.config.supabaseUrl, rate, hasPress));
      const of = (key: keyof ColdStart) => median(results.map((result) => result[key] ?? Number.NaN));
      starts.push([
        `${rate} times slowed, ${hasPress ? 'Play pressed at the first card' : 'nothing pressed'}`,
        ...[of('cards'), of('lcp')].map(ms),
        hasPress ? ms(of('sounds')) : '',
        ...[of('app'), of('blocked')].map(ms),
        of('cls').toFixed(3),
      ]);
    }
  console.log(
    table(
      [
        `start from the device, offline, ${options.tracks} tracks`,
        'cards ms',
        'LCP ms',
        'sound ms',
        'app ms',
        'blocked ms',
        'CLS',
      ],
      starts,
    ),
  );
  await profile.close();
  await large.close();
}

async function scripts(): Promise<void> {
  const contents = await scriptContents(fileURLToPath(new URL('../../..', import.meta.url)));
  console.log(
    table(
      ['script', 'KB packed', 'of it, %'],
      contents.map(({ name, kb, parts: all }) => [
        name,
        kb.toFixed(1),
        all.map(({ name: part, share }) => `${part} ${share.toFixed(0)}`).join(', '),
      ]),
    ),
  );
}

const parts: Record<string, () => Promise<void>> = { visits, start, scripts };
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`There is no ${name}: ${Object.keys(parts).join(', ')}`);
  await part();
}
