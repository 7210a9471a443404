// `npm run bench -- client [--slow 4] [--rounds 5] [--tracks 10000] [--only first,cards,app,drain,frames]`: the engine in
// Chromium, beside the same work done by hand.
import { parseArgs } from 'node:util';
import { ms, summary, table, type Timed } from '../measure.ts';
import { compareInApp, watchArrival } from './app.ts';
import { launch, openBench, openDevice, slowDown } from './browser.ts';
import { compareDrain, compareFirstCards, compareFirstReplica, type Compared } from './pages.ts';
import { openBenchServer } from './server.ts';

const { values: options } = parseArgs({
  options: {
    slow: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    tracks: { type: 'string', default: '10000' },
    actions: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'first,cards,app,drain,frames' },
  },
});
const rate = Number(options.slow);
const rounds = Number(options.rounds);
const isWanted = (part: string) => options.only.split(',').includes(part);
/** Of what takes milliseconds, and swings more. */
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
  const note = (found: Compared) => {
    compared.push(found);
    console.log(`${since()}: ${rowOf(found).join('  ')}`);
  };
  try {
    const [user, other] = [await server.createListener(), await server.createListener()];
    const trackId = await server.createTopTrack(user);
    console.log(`${since()}: Chromium ${browser.version()}, ${Number(options.tracks).toLocaleString('en')} tracks`);

    if (['first', 'cards', 'drain'].some(isWanted)) {
      const device = await openDevice(browser, server, user);
      const page = await openBench(device, server.config.supabaseUrl);
      await slowDown(page, rate);
      const { rounds: times, warmUps } = isWanted('first') ? LONG : { rounds: 1, warmUps: 0 };
      note(await compareFirstReplica(page, server, user, { rounds: times, warmUps }));
      if (isWanted('cards')) for (const found of await compareFirstCards(page, server, user, SHORT)) note(found);
      if (isWanted('drain'))
        note(await compareDrain(page, server, { ours: user, byHand: other }, LONG, Number(options.actions)));
      await device.close();
    }
    if (isWanted('app'))
      for (const found of await compareInApp(browser, server, { user, trackId }, SHORT, rate)) note(found);
    if (isWanted('frames'))
      for (const at of [1, rate]) {
        for (const { first, complete, starting, arriving } of await watchArrival(browser, server, user, at, 3)) {
          lines.push(
            `${at}x: cards at ${ms(first)}, all tracks at ${ms(complete)}; behind the cards: longest task ` +
              `${ms(arriving.longestTask)}, ${arriving.longTasks} long, longest frame ${ms(arriving.longestFrame)}; ` +
              `before them: longest task ${ms(starting.longestTask)}`,
          );
          console.log(`${since()}: ${lines.at(-1)}`);
        }
      }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`\nMilliseconds at ${rate}x slow-down: median (least–most). Ratio: ours to by hand.\n`);
  console.log(table(['', 'ours', 'by hand', 'ratio'], compared.map(rowOf)));
  for (const { name, note: text } of compared) if (text !== undefined) console.log(`  ${name}: ${text}`);
  if (lines.length > 0)
    console.log(`\nThe first replica behind the app's cards, in milliseconds:\n  ${lines.join('\n  ')}`);
  console.log(`\nDone in ${since()}`);
}

await main();
