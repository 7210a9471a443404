// `npm run bench -- memory [minutes]` measures the memory of `npm start` while 200 clients listen for changes and 50
// hear the radio.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { STREAM_PATH } from '../../../supabase/local/radio/now-playing.ts';
import { table } from '../measure.ts';
import { digestTopic, openSubscribers } from '../realtime/subscribers.ts';
import { startObserved } from './observed-process.ts';

const FOLLOWERS = 200;
const RADIO_LISTENERS = 50;
/** Share of the run whose samples are left out: during it pools fill, code is compiled, and the first song is encoded. */
const SETTLED_AFTER = 0.25;
const CHANGE_EVERY_MS = 1_000;
const HEARTBEAT_MS = 30_000;

const minutes = Number(process.argv[2] ?? 60);
const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-memory-'));
const server = await startObserved(dataDir);
const keys = z
  .object({ databaseUrl: z.string(), publishableKey: z.string(), jwtSecret: z.string() })
  .parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')));
const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });

const topic = await digestTopic(sql);
const followers = await openSubscribers({ stack: { url: server.url, keys }, sql }, FOLLOWERS, () => ({ topic }));
let streamedBytes = 0;
for (let at = 0; at < RADIO_LISTENERS; at++)
  get(`${server.url}/radio${STREAM_PATH}`, (response) =>
    response.on('data', (bytes: Buffer) => (streamedBytes += bytes.length)),
  );

let changes = 0;
let isStopped = false;
const change = async () => {
  for (; !isStopped; await sleep(CHANGE_EVERY_MS)) {
    changes += 1;
    await sql`update public.tracks set play_count = play_count + 1
              where id = (select id from public.tracks where is_public order by id limit 1)`;
    await (
      await fetch(`${server.url}/rest/v1/genres?select=name`, { headers: { apikey: keys.publishableKey } })
    ).text();
  }
};
const changing = change();
const heartbeat = setInterval(() => followers.forEach((follower) => follower.beat()), HEARTBEAT_MS);

const samples: { minute: number; heap: number; outside: number; resident: number }[] = [];
for (let minute = 0; minute <= minutes; minute++) {
  const { heapUsed, external, rss } = await server.memory();
  samples.push({ minute, heap: heapUsed / 1e6, outside: external / 1e6, resident: rss / 1e6 });
  console.log(`minute ${minute}: heap ${mb(heapUsed)}, outside it ${mb(external)}, resident ${mb(rss)}`);
  if (minute < minutes) await sleep(60_000);
}
isStopped = true;
await changing;
clearInterval(heartbeat);

const settled = samples.slice(Math.floor(samples.length * SETTLED_AFTER));
const perHour = (of: (sample: (typeof samples)[number]) => number) =>
  (slope(settled.map((sample) => [sample.minute, of(sample)])) * 60).toFixed(1);
console.log(
  table(
    [`${followers.length} followers, ${RADIO_LISTENERS} listeners`, 'growth, MB an hour'],
    [
      ['heap after collection', perHour((sample) => sample.heap)],
      ['outside the heap', perHour((sample) => sample.outside)],
      ['resident', perHour((sample) => sample.resident)],
    ],
  ),
);
console.log(`${changes} changes, told to ${FOLLOWERS} by digests; ${(streamedBytes / 1e6).toFixed(0)} MB of radio`);
for (const follower of followers) follower.close();
await sql.end({ timeout: 1 });
await server.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
