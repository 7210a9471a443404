// `npm run bench -- growth [seconds] [listeners …]` measures the server's cost per listener, each playing a track
// every 210 s. Listeners have no interface (listener.ts) and run on the same machine. CPU counts the server's
// processes only.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { startObserved } from '../memory/observed-process.ts';
import { ms, table } from '../measure.ts';
import { tokenOf } from '../realtime/listeners.ts';
import { CrowdListener, keepPlaying, type Received } from './listener.ts';

const TRACKS = 1_000;
const PLAY_EVERY_MS = 210_000;
const OPENING = 20;
/** The server limits the sockets per address. */
const AT_AN_ADDRESS = 100;
/** Per second, in /proc. */
const TICKS = 100;

const [seconds = 180, ...sizes] = process.argv.slice(2).map(Number);
const crowds = sizes.length > 0 ? sizes : [10, 100, 1_000];

const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-growth-'));
const server = await startObserved(dataDir, ['--empty']);
const keys = z
  .object({ databaseUrl: z.string(), publishableKey: z.string(), jwtSecret: z.string() })
  .parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')));
const sql = postgres(keys.databaseUrl, { max: 2, onnotice: () => undefined });

const artist = await addPeople(1);
const tracks = await sql<{ id: string }[]>`
  insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
  select ${artist[0] ?? ''}, 'Track ' || n, 'Somebody', 'House', 'growth/' || n || '.mp3', 210000, 5000000, true
  from generate_series(1, ${TRACKS}) n returning id`;

const rows: string[][] = [];
for (const size of crowds) {
  const received: Received = { messages: 0, messageBytes: 0, pulls: 0, pullBytes: 0, pushes: [] };
  const listeners = (await addPeople(size)).map(
    (id, at) =>
      new CrowdListener({
        url: server.url,
        publishableKey: keys.publishableKey,
        id,
        token: tokenOf(id, keys.jwtSecret),
        agent: agentOf(Math.floor(at / AT_AN_ADDRESS)),
        received,
      }),
  );
  for (let at = 0; at < size; at += OPENING)
    await Promise.all(listeners.slice(at, at + OPENING).map((listener) => listener.open()));
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const ids = tracks.map(({ id }) => id);
  const playing = listeners.map((listener) => keepPlaying(listener, ids, PLAY_EVERY_MS, stop.signal));
  // The first pulls and joins do not count.
  await sleep(20_000);
  Object.assign(received, { messages: 0, messageBytes: 0, pulls: 0, pullBytes: 0, pushes: [] });
  const cpuBefore = cpuSeconds(server.pid);
  const started = performance.now();
  await sleep(seconds * 1000);
  const minutes = (performance.now() - started) / 60_000;
  const cpu = cpuSeconds(server.pid) - cpuBefore;
  const { messages, messageBytes, pulls, pullBytes, pushes } = received;
  const each = (amount: number) => (amount / size / minutes).toFixed(1);
  const sorted = [...pushes].sort((one, other) => one - other);
  const at = (share: number) => (sorted.length > 0 ? ms(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN) : '-');
  rows.push([
    String(size),
    each(messages),
    each(messageBytes / 1000),
    each(pulls),
    each(pullBytes / 1000),
    each(cpu * 1000),
    `${Math.round((cpu / minutes / 60) * 100)} %`,
    `${at(0.5)} / ${at(0.95)}`,
    String(pushes.length),
  ]);
  stop.abort();
  await Promise.all(playing);
  await Promise.all(listeners.map((listener) => listener.close()));
}
console.log(
  table(
    [
      'listeners',
      'messages a minute',
      'KB of them',
      'pulls a minute',
      'KB of them',
      'server CPU, ms a minute',
      'CPU of a core',
      'push, ms (median / p95)',
      'plays',
    ],
    rows,
  ),
);
await sql.end({ timeout: 1 });
await server.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);

async function addPeople(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`insert into auth.users (id, email, email_confirmed_at, created_at)
            select id, id || '@example.com', now(), now() - interval '1 year' from unnest(${ids}::uuid[]) id`;
  return ids;
}

/** In seconds, with descendants and PostgreSQL. Reads Linux's /proc. */
function cpuSeconds(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const family = new Set([pid]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.reduce((sum, { id, ticks }) => sum + (family.has(id) ? ticks : 0), 0) / TICKS;
}

/** Null for a process that has ended. Includes ended children. */
function statOf(name: string): { id: number; parent: number; ticks: number } | null {
  try {
    // The fields after the name in parentheses: state, parent …; times are the 12th to 15th.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { id: Number(name), parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

function agentOf(group: number): Agent {
  return new Agent({ keepAlive: true, localAddress: `127.0.${Math.floor(group / 250)}.${(group % 250) + 2}` });
}
