import type { TestUser } from '../../../supabase/local/test-stack.ts';
import { slowDown } from '../client/browser.ts';
import { type BenchServer, openBenchServer } from '../client/server.ts';
import { ms, table } from '../measure.ts';
import { type Arrived, openFreshDevice } from './fresh-device.ts';
import { timeKeys, timeNextPages } from './in-app.ts';
import { growCatalogue } from './seed-tracks.ts';
import { openCaller, type Quantiles, quantiles, timePages, timeSearches } from './server-calls.ts';

/** Number of fresh devices that are opened at each size of the catalogue. The last one is also searched and scrolled. */
const DEVICES = 3;
/** CPU throttling while keys are typed: 4 is a quarter of the machine's speed. */
const SLOW = 4;

/** Prints figures of a device and of the server by the number of public tracks. `sizes` are measured on one server, in ascending order. */
export async function measureTracks(sizes: readonly number[]): Promise<void> {
  const ascending = sizes.toSorted((a, b) => a - b);
  const server = await openBenchServer(0, { hasMedia: false });
  const columns: Map<string, string>[] = [];
  try {
    const listener = await server.createListener();
    for (const size of ascending) columns.push(await measureSize(server, listener, size));
  } finally {
    await server.close();
  }
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  console.log(`\nTimes are in ms, median / p95, unless noted. Keys are typed ${SLOW} times slowed.\n`);
  console.log(
    table(
      ['public tracks', ...ascending.map((size) => size.toLocaleString('en'))],
      names.map((name) => [name, ...columns.map((column) => column.get(name) ?? '-')]),
    ),
  );
}

/** @returns figures by their names */
export async function measureSize(server: BenchServer, listener: TestUser, size: number): Promise<Map<string, string>> {
  await growCatalogue(server.sql, size);
  const column = new Map<string, string>();
  const note = (name: string, value: string) => {
    column.set(name, value);
    console.log(`${size.toLocaleString('en')} tracks, ${name}: ${value}`);
  };
  await measureDevices(server, listener, note);
  const caller = openCaller(server, listener);
  for (const [kind, times] of await timeSearches(caller)) note(`the server's answer, ${kind}`, shown(times));
  const pages = await timePages(caller);
  note("Explore's first page on the server", shown(pages?.first));
  note('its 100th', shown(pages?.hundredth));
  return column;
}

async function measureDevices(
  server: BenchServer,
  listener: TestUser,
  note: (name: string, value: string) => void,
): Promise<void> {
  const arrivals: Arrived[] = [];
  while (arrivals.length < DEVICES) {
    const { page, arrived, close } = await openFreshDevice(server, listener);
    try {
      arrivals.push(arrived);
      if (arrivals.length < DEVICES) continue;
      const middle = (key: keyof Arrived) => quantiles(arrivals.map((each) => each[key])).p50;
      note('first cards, s', (middle('cards') / 1000).toFixed(2));
      note('everything, s', (middle('complete') / 1000).toFixed(1));
      note('fetched, MB', (middle('bytes') / 1e6).toFixed(2));
      note('disk, MB', (middle('diskBytes') / 1e6).toFixed(1));
      note('heap, MB', (middle('heapBytes') / 1e6).toFixed(1));
      await slowDown(page, SLOW);
      for (const [kind, times] of await timeKeys(page)) note(`a key on the device, ${kind}`, shown(quantiles(times)));
      await slowDown(page, 1);
      const pages = await timeNextPages(page);
      // Ten each, because a single page's time varies.
      note("the shelf's next 10 pages in the app", shown(quantiles(pages.slice(0, 10))));
      note('the 91st to 100th after it', shown(quantiles(pages.slice(90, 100))));
    } finally {
      await close();
    }
  }
}

function shown(times: Quantiles | null | undefined): string {
  return times && !Number.isNaN(times.p50) ? `${ms(times.p50)} / ${ms(times.p95)}` : '-';
}
