// `npm run bench -- idle [--minutes 20]` measures requests, timers and memory of the app while the screen is locked
// and music plays.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CDPSession, Page, Request } from 'playwright';
import { ensureBuilt } from '../../../supabase/local/app/build-app.ts';
import { makeMp3 } from '../../../supabase/local/radio/sample-sound.ts';
import { openTestStack, type TestStack, type TestUser } from '../../../supabase/local/test-stack.ts';
import { launch } from '../client/browser.ts';
import { table } from '../measure.ts';

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const minutes = Number(options.minutes);
const perHour = (count: number) => (count * 60) / minutes;
/** A page is quiet after this time without a request. */
const QUIET_MS = 5_000;
/** Length of a typical song. It determines how many counted plays are sent. */
const TRACK_SECONDS = 210;

/** Counts timers and frames in the page, and lets the bench decide whether the page is visible. */
const watch = `
  window.idle = { timers: new Map(), frames: 0, isHidden: false };
  const counted = (run, ms, given) => typeof run !== 'function' ? run : (...args) => {
    const name = Math.round(ms ?? 0) + ' ms: ' + String(run).slice(0, 60).replace(/\\s+/g, ' ');
    window.idle.timers.set(name, (window.idle.timers.get(name) ?? 0) + 1);
    return run(...given, ...args);
  };
  for (const name of ['setTimeout', 'setInterval']) {
    const real = window[name].bind(window);
    window[name] = (run, ms, ...given) => real(counted(run, ms, given), ms);
  }
  const draw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => draw((at) => { window.idle.frames += 1; run(at); });
  Object.defineProperty(document, 'visibilityState', { get: () => (window.idle.isHidden ? 'hidden' : 'visible') });
`;
const hide = `window.idle.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))`;
const resetCounts = 'window.idle.timers.clear(), (window.idle.frames = 0)';
const readCounts = '({ timers: [...window.idle.timers], frames: window.idle.frames })';

async function addTracks({ stack, sql }: TestStack, owner: TestUser, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const name = `${owner.id}/${at}.mp3`;
    const bytes = await makeMp3({ seconds: TRACK_SECONDS, tone: 200 + at, bitrate: 64 });
    await stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: owner.id });
    await sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                 rights_confirmed, total_votes, average_vote_rating)
      values (gen_random_uuid(), ${owner.id}, ${`Bench ${at}`}, 'Artist', 'House', ${name}, ${TRACK_SECONDS * 1000},
              ${bytes.length}, true, 1, 5)`;
  }
}

async function openPlaying(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto('/explore');
  await page.waitForURL('**/beta-access');
  await page.waitForFunction('window.undercurrentApp');
  await page.evaluate(`window.undercurrentApp.auth.signIn(${JSON.stringify(email)}, ${JSON.stringify(password)})`);
  await page.waitForURL('**/explore');
  await page
    .getByRole('button', { name: /^Play Bench/ })
    .first()
    .click();
}

function waitUntilQuiet(page: Page): Promise<void> {
  const pending = new Set<Request>();
  return new Promise((resolve) => {
    const end = () => {
      page.off('request', begun);
      page.off('requestfinished', ended);
      page.off('requestfailed', ended);
      resolve();
    };
    let timer = setTimeout(end, QUIET_MS);
    const wait = () => {
      clearTimeout(timer);
      if (pending.size === 0) timer = setTimeout(end, QUIET_MS);
    };
    const begun = (request: Request) => {
      pending.add(request);
      wait();
    };
    const ended = (request: Request) => {
      pending.delete(request);
      wait();
    };
    page.on('request', begun);
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  });
}

async function countBytes(session: CDPSession): Promise<Map<string, { times: number; bytes: number }>> {
  const wire = new Map<string, { times: number; bytes: number }>();
  const requests = new Map<string, { name: string; bytes: number }>();
  const add = (name: string, times: number, bytes: number) => {
    const previous = wire.get(name) ?? { times: 0, bytes: 0 };
    wire.set(name, { times: previous.times + times, bytes: previous.bytes + bytes });
  };
  const sizeOf = (headers: object) =>
    Object.entries(headers).reduce((sum, [key, value]) => sum + key.length + String(value).length + 4, 0);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith('/storage/') ? 'music' : pathname;
    requests.set(requestId, { name, bytes: sizeOf(request.headers) + (request.postData?.length ?? 0) });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { name, bytes } = requests.get(requestId) ?? { name: '?', bytes: 0 };
    requests.set(requestId, response.fromDiskCache ? { name: `${name}, from the cache`, bytes: 0 } : { name, bytes });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { name, bytes } = requests.get(requestId) ?? { name: '?', bytes: 0 };
    add(name, 1, name.endsWith('from the cache') ? 0 : bytes + encodedDataLength);
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const { name, bytes } = requests.get(requestId) ?? { name: '?', bytes: 0 };
    add(`${name}, aborted`, 1, bytes);
  });
  session.on('Network.webSocketFrameSent', ({ response }) => add('socket, sent', 1, response.payloadData.length));
  session.on('Network.webSocketFrameReceived', ({ response }) =>
    add('socket, received', 1, response.payloadData.length),
  );
  await session.send('Network.enable');
  return wire;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function main(): Promise<void> {
  await ensureBuilt(fileURLToPath(new URL('../../..', import.meta.url)), (line) => console.log(line));
  const server = await openTestStack();
  const browser = await launch();
  try {
    const user = await server.createUser();
    await addTracks(server, user, Math.ceil((minutes * 60) / TRACK_SECONDS) + 3);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: server.stack.url });
    await context.addInitScript(watch);
    const page = await context.newPage();
    await openPlaying(page, user);
    await waitUntilQuiet(page);
    await page.evaluate(hide);
    await waitUntilQuiet(page);
    const session = await context.newCDPSession(page);
    const before = await heapOf(session);
    const wire = await countBytes(session);
    await page.evaluate(resetCounts);
    await page.waitForTimeout(minutes * 60_000);
    const { timers, frames }: { timers: [string, number][]; frames: number } = await page.evaluate(readCounts);
    // Trigger the requests that the hidden page deferred during these minutes, so that they are counted.
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await waitUntilQuiet(page);
    const after = await heapOf(session);
    const withoutMusic = [...wire].filter(([name]) => name !== 'music');
    const kilobytes = perHour(withoutMusic.reduce((sum, [, { bytes }]) => sum + bytes, 0)) / 1000;
    const sorted = timers.sort(([, a], [, b]) => b - a);
    const fastest = (sorted[0]?.[1] ?? 0) / (minutes * 60);
    console.log(
      table(
        ['on the wire', 'times an hour', 'KB an hour'],
        [...wire].map(([name, { times, bytes }]) => [
          name,
          perHour(times).toFixed(0),
          (perHour(bytes) / 1000).toFixed(1),
        ]),
      ),
    );
    console.log(
      `\n${table(
        ['timers', 'a minute'],
        sorted.slice(0, 12).map(([name, times]) => [name, (times / minutes).toFixed(1)]),
      )}`,
    );
    console.log(`\nLocked, music playing, ${minutes} minutes for an hour (goal):`);
    console.log(`  ${kilobytes.toFixed(1)} KB an hour beside the music (60)`);
    console.log(`  the fastest timer ${fastest.toFixed(2)} a second (1), ${frames} frames (0)`);
    console.log(`  pulls a minute: ${((wire.get('/rest/v1/rpc/sync_pull')?.times ?? 0) / minutes).toFixed(2)} (1)`);
    console.log(`  heap ${(before / 1e6).toFixed(1)} MB before, ${(after / 1e6).toFixed(1)} MB after`);
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
