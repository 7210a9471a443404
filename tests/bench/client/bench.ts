// `npm run bench -- client [--slow 4] [--rounds 5] [--tracks 10000] [--actions 1000] [--profile ours|hand]
// [--only first,cards,app,drain,frames]` compares the engine in Chromium with code that does the same work on plain
// Dexie (`hand`).
import { parseArgs } from 'node:util';
import { ms, summary, table, type Timed } from '../measure.ts';
import { compareInApp, watchArrival } from './app.ts';
import { launch, openBench, openDevice, slowDown } from './browser.ts';
import { compareDrain, compareFirstCards, compareFirstReplica, fillBoth, type Compared, type Done } from './pages.ts';
import { recordCpuProfile } from './cpu-profile.ts';
import { openBenchServer } from './server.ts';

const { values: options } = parseArgs({
  options: {
    slow: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    tracks: { type: 'string', default: '10000' },
    actions: { type: 'string', default: '1000' },
    profile: { type: 'string', default: '' },
    only: { type: 'string', default: 'first,cards,app,drain,frames' },
  },
});
const rate = Number(options.slow);
const rounds = Number(options.rounds);
const isSelected = (part: string) => options.only.split(',').includes(part);
/** Short work varies more in time, so it has more rounds. */
const SHORT = { rounds: rounds * 3, warmUps: 3 };
const LONG = { rounds, warmUps: 1 };

function shown(piece: Timed): string {
  const { median, min, max } = summary(piece);
  return `${ms(median)} (${ms(min)}–${ms(max)})`;
}

function rowOf({ name, ours, byHand }: Compared): string[] {
  return [name, shown(ours), shown(byHand), (summary(ours).median / summary(byHand).median).toFixed(2)];
}

async function main(): Promise<void> {
  const started = performance.now();
  const since = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const server = await openBenchServer(Number(options.tracks));
  const browser = await launch();
  const compared: Compared[] = [];
  const lines: string[] = [];
  const done: Done = async (found, page) => {
    compared.push(found);
    console.log(`${since()}: ${rowOf(found).join('  ')}`);
    if (!options.profile) return;
    const side = options.profile === 'hand' ? found.byHand : found.ours;
    console.log(await recordCpuProfile(page, () => side.work(side.times.length)));
  };
  try {
    // Each voter has thousands of own rows, so the app is measured with another account.
    const [user, voter, handVoter] = [
      await server.createListener(),
      await server.createListener(),
      await server.createListener(),
    ];
    const trackId = await server.createTopTrack(user);
    console.log(`${since()}: Chromium ${browser.version()}, ${Number(options.tracks).toLocaleString('en')} tracks`);

    if (['first', 'cards', 'drain'].some(isSelected)) {
      const device = await openDevice(browser, server, voter);
      const page = await openBench(device, server.config.supabaseUrl);
      await slowDown(page, rate);
      if (isSelected('first')) await done(await compareFirstReplica(page, server, voter, LONG), page);
      await fillBoth(page, server, voter);
      if (isSelected('cards')) await compareFirstCards(page, server, voter, SHORT, done);
      if (isSelected('drain'))
        await done(
          await compareDrain(page, server, { ours: voter, byHand: handVoter }, LONG, Number(options.actions)),
          page,
        );
      await device.close();
    }
    if (isSelected('app')) await compareInApp(browser, server, { user, trackId }, SHORT, rate, done);
    if (isSelected('frames'))
      for (const at of [1, rate]) {
        for (const { first, complete, starting, arriving } of await watchArrival(browser, server, user, at, 3)) {
          lines.push(
            `${at}x: cards at ${ms(first)}, all tracks at ${ms(complete)}; behind the cards: longest task ` +
              `${ms(arriving.longestTask)}, ${arriving.longTasks} over 50, longest frame ` +
              `${ms(arriving.longestFrame)}, ${arriving.longFrames} over 50; ` +
              `before them: longest task ${ms(starting.longestTask)}`,
          );
          console.log(`${since()}: ${lines.at(-1)}`);
        }
      }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(
    '\nGoals at 4x: the first replica within 1.6x of plain Dexie and no task over 50 ms; 1,000 votes in 5 s; an',
  );
  console.log('action painted in 50 ms, a changed row in 80 ms.');
  console.log(`\nMilliseconds at ${rate}x slow-down: median (least–most). Ratio: ours to by hand.\n`);
  console.log(table(['', 'ours', 'by hand', 'ratio'], compared.map(rowOf)));
  for (const { name, note: text } of compared) if (text !== undefined) console.log(`  ${name}: ${text}`);
  if (lines.length > 0)
    console.log(`\nThe first replica behind the app's cards, in milliseconds:\n  ${lines.join('\n  ')}`);
  console.log(`\nDone in ${since()}`);
}

await main();
