// `npm run bench -- player [--slow 4] [--rounds 9]` measures the time from a press to its audio, and from a track's end
// to the next start. It compares them with a plain audio element, the network's minimum and the allowed gap.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright';
import { ensureBuilt } from '../../../supabase/local/app/build-app.ts';
import { makeMp3 } from '../../../supabase/local/radio/sample-sound.ts';
import { openTestStack, type TestStack } from '../../../supabase/local/test-stack.ts';
import { launch, slowDown } from '../client/browser.ts';
import { ms, table } from '../measure.ts';
import { openShapedWire, type ShapedWire, type WireShape } from './shaped-wire.ts';

const { values: options } = parseArgs({
  options: { slow: { type: 'string', default: '4' }, rounds: { type: 'string', default: '9' } },
});
const rate = Number(options.slow);
const rounds = Number(options.rounds);
const POOR: WireShape = { roundTripMs: 150, bytesPerSecond: 200_000 };
/** Bytes that a browser needs before it starts to play an MP3. */
const FIRST_BYTES = 64 * 1024;
const TRACK_S = 30;

/** Records presses, before any listener of the app runs, and the events of audio elements. */
const watchElements = `
  window.events = [];
  let count = 0;
  const Real = Audio;
  window.Audio = class extends Real {
    constructor(...args) {
      super(...args);
      const element = count++;
      for (const type of ['playing', 'ended'])
        this.addEventListener(type, () => window.events.push({ type, element, at: performance.now() }));
    }
  };
  addEventListener('pointerdown', (event) => window.events.push({ type: 'press', at: event.timeStamp }), true);
`;

interface RecordedEvent {
  type: 'press' | 'playing' | 'ended';
  /** Number of the audio element; none for a press. */
  element?: number;
  at: number;
}

async function pressToPlaying(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => {
      const events: RecordedEvent[] = Reflect.get(window, 'events');
      const start = events.findLast(({ type }) => type === 'press');
      const end = start && events.find(({ type, at }) => type === 'playing' && at > start.at);
      return start && end ? end.at - start.at : null;
    },
    undefined,
    { polling: 20, timeout: 30_000 },
  );
  return Number(await found.jsonValue());
}

/** Negative if the next track starts before the last one has ended. */
async function endToPlaying(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => {
      const events: RecordedEvent[] = Reflect.get(window, 'events');
      const end = events.findLast(({ type }) => type === 'ended');
      const start = end && events.findLast(({ type, element }) => type === 'playing' && element !== end.element);
      return end && start ? start.at - end.at : null;
    },
    undefined,
    { polling: 20, timeout: 30_000 },
  );
  return Number(await found.jsonValue());
}

const resetEvents = (page: Page) => page.evaluate('window.events.length = 0');

async function addTracks({ stack, sql }: TestStack, count: number): Promise<void> {
  const owner = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'artist@example.com') returning id`;
  const id = owner[0]?.id ?? '';
  for (let at = 0; at < count; at++) {
    const name = `${id}/${at}.mp3`;
    const bytes = await makeMp3({ seconds: TRACK_S, tone: 200 + at, bitrate: 128 });
    await stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: id });
    await sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                 rights_confirmed, total_votes, average_vote_rating, created_at)
      values (gen_random_uuid(), ${id}, ${`Bench ${at}`}, 'Artist', 'House', ${name}, ${TRACK_S * 1000}, ${bytes.length}, true, 1, 5,
              now() - make_interval(secs => ${at}))`;
  }
}

async function openExplore(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/beta-access');
  await page.getByLabel('Beta passcode').fill('underground');
  await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await page.waitForURL('**/auth');
  await page.goto('/explore');
  await card(page, 0).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // The player's code loads when the page is idle.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  return page;
}

const card = (page: Page, at: number) => page.getByRole('button', { name: `Play Bench ${at}`, exact: true });

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const shown = (times: number[]) => `${ms(median(times))} (${ms(Math.min(...times))}–${ms(Math.max(...times))})`;

async function plainStart(page: Page, src: string): Promise<number> {
  return page.evaluate(
    (address) =>
      new Promise<number>((resolve, reject) => {
        const element = document.createElement('audio');
        const started = performance.now();
        element.addEventListener('playing', () => {
          resolve(performance.now() - started);
          element.pause();
          element.removeAttribute('src');
          element.load();
        });
        element.src = address;
        element.play().catch(reject);
      }),
    src,
  );
}

async function keep(page: Page, at: number): Promise<void> {
  await page.getByRole('button', { name: `More for Bench ${at}`, exact: true }).click();
  await page.getByRole('button', { name: 'Save on this device' }).click();
  await page.waitForFunction((title) => {
    const client: object = window.undercurrent ?? {};
    const kept: { states: { get(): ReadonlyMap<string, { kind: string }> } } = Reflect.get(client, 'kept');
    const states = [...kept.states.get().values()];
    return title !== '' && states.length > 0 && states.every((state) => state.kind === 'kept');
  }, `Bench ${at}`);
}

async function main(): Promise<void> {
  await ensureBuilt(fileURLToPath(new URL('../../..', import.meta.url)), (line) => console.log(line));
  const server = await openTestStack();
  const wire = await openShapedWire(server.stack.port);
  const browser = await launch();
  try {
    // New tracks in each cold round, so that nothing is cached.
    await addTracks(server, 2 * rounds + 4);
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      baseURL: `http://localhost:${wire.port}`,
    });
    await context.addInitScript(watchElements);
    const page = await openExplore(context);
    await slowDown(page, rate);
    console.log(`Chromium ${browser.version()}, ${rate} times slowed, ${rounds} rounds, ${TRACK_S} s at 128 kbit/s`);
    await report(page, server, wire);
  } finally {
    await browser.close();
    await wire.close();
    await server.close();
  }
}

async function report(page: Page, server: TestStack, wire: ShapedWire): Promise<void> {
  const addresses = await server.sql<{ name: string }[]>`
    select audio_url as name from public.tracks order by created_at desc`;
  const addressOf = (at: number) => `/storage/v1/object/public/tracks/${addresses[at]?.name ?? ''}`;

  const press = async (at: number): Promise<number> => {
    await resetEvents(page);
    await card(page, at).scrollIntoViewIfNeeded();
    await card(page, at).click();
    return pressToPlaying(page);
  };
  const endToNext = async (): Promise<number> => {
    await resetEvents(page);
    await page.getByRole('slider', { name: 'Seek' }).fill('97');
    return endToPlaying(page);
  };

  const cold: number[] = [];
  const coldPlain: number[] = [];
  const kept: number[] = [];
  const keptPlain: number[] = [];
  const preloadedNext: number[] = [];
  const keptNext: number[] = [];
  wire.shape(POOR);
  for (let round = 0; round < rounds; round++) {
    cold.push(await press(2 * round));
    coldPlain.push(await plainStart(page, `${addressOf(2 * round)}?plain`));
    // The next track is preloaded while the last second plays.
    preloadedNext.push(await endToNext());
  }
  wire.shape(null);
  const [a, b] = [2 * rounds + 1, 2 * rounds + 2];
  await keep(page, a);
  await keep(page, b);
  wire.shape(POOR);
  for (let round = 0; round < rounds; round++) {
    kept.push(await press(a));
    keptPlain.push(await plainStart(page, `${addressOf(b)}#${round}`));
    keptNext.push(await endToNext());
  }
  const networkMinimum = 2 * POOR.roundTripMs + (FIRST_BYTES / POOR.bytesPerSecond) * 1000;
  const row = (name: string, ours: number[], reference: string, referenceMs: number) => [
    name,
    shown(ours),
    reference,
    ms(referenceMs),
    (median(ours) / referenceMs).toFixed(2),
  ];
  console.log(
    table(
      ['', 'ms', 'reference', 'ms', 'ratio'],
      [
        row('press to sound, cold', cold, 'two round trips + 64 KB', networkMinimum),
        row('press to sound, cold', cold, 'plain element', median(coldPlain)),
        row('press to sound, kept', kept, 'plain element, kept', median(keptPlain)),
        row('end to next sound, preloaded', preloadedNext, 'the 100 ms allowed', 100),
        row('end to next sound, kept', keptNext, 'the 100 ms allowed', 100),
      ],
    ),
  );
  console.log(`The wire: ${POOR.roundTripMs} ms per round trip, ${POOR.bytesPerSecond / 1000} KB/s.`);
}

await main();
