// `npm run bench -- backup [rounds]` measures pulls of a first page, and the memory of the server's and the backup's processes, during a
// backup into a folder and without one, in turn. Each backup is a first one, so it stores everything. Linux only.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runBackupProcess } from '../../../supabase/local/backup/backup-process.ts';
import { familyOf } from '../growth/cpu.ts';
import { ms, table } from '../measure.ts';
import { openPartsScene } from '../parts/scene.ts';
import { addPeople, tokenOf } from '../realtime/subscribers.ts';

/** Size of the table that makes the database larger than an empty one. */
const FILLER_MB = 400;
const PULL_EVERY_MS = 25;
const MEMORY_EVERY_MS = 500;
const QUIET_MS = 10_000;

const [rounds = 3] = process.argv.slice(2).map(Number);
const ownIds = new Set(familyOf(process.pid).map(({ id }) => id));
const folder = await mkdtemp(join(tmpdir(), 'undercurrent-bench-backup-'));
const dataDir = join(folder, 'data');
const { server, keys, sql, close } = await openPartsScene(dataDir);
await sql`create table private.filler as
  select string_agg(md5(random()::text), '') as text from generate_series(1, ${FILLER_MB * 32}::int) r, generate_series(1, 1000) n group by r`;
const [listener = ''] = await addPeople(sql, 1);
const headers = {
  apikey: keys.publishableKey,
  authorization: `Bearer ${tokenOf(listener, keys.jwtSecret)}`,
  'content-type': 'application/json',
};
const request = {
  v: 1,
  epoch: null,
  since: '0',
  after: null,
  tables: ['tracks', 'user_profiles', 'genres'],
  pending: [],
};
const body = JSON.stringify({ p: { ...request, limit: 500 } });

interface Samples {
  readonly pulls: number[];
  /** Proportional set sizes, which count shared memory once. In MB. */
  readonly memory: number[];
}

async function pull(): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${server.url}/rest/v1/rpc/sync_pull`, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now() - begun;
}

function memoryNow(): number {
  const kilobytes = familyOf(process.pid).flatMap(({ id }) => {
    if (ownIds.has(id)) return [];
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has ended.
      return [];
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000;
}

async function measureDuring(work: Promise<unknown>, { pulls, memory }: Samples): Promise<void> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  let nextMemoryAt = 0;
  while (!isDone) {
    pulls.push(await pull());
    if (performance.now() > nextMemoryAt) {
      memory.push(memoryNow());
      nextMemoryAt = performance.now() + MEMORY_EVERY_MS;
    }
    await sleep(PULL_EVERY_MS);
  }
  await done;
}

async function backUp(round: number): Promise<number> {
  const begun = performance.now();
  const order = { dataDir, to: join(folder, `place-${round}`), keepCount: 1 };
  const outcome = await runBackupProcess(order, process.env, new AbortController().signal);
  if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome));
  await rm(order.to, { recursive: true });
  return (performance.now() - begun) / 1000;
}

const [quiet, busy]: [Samples, Samples] = [
  { pulls: [], memory: [] },
  { pulls: [], memory: [] },
];
const seconds: number[] = [];
await measureDuring(sleep(QUIET_MS), { pulls: [], memory: [] });
for (let round = 0; round < rounds; round += 1) {
  await measureDuring(sleep(QUIET_MS), quiet);
  await measureDuring(
    backUp(round).then((took) => seconds.push(took)),
    busy,
  );
}
await close();
await rm(folder, { recursive: true, force: true });

const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
const figures = ({ pulls, memory }: Samples) => [at(pulls, 0.5), at(pulls, 0.95), Math.max(...memory)] as const;
const [without, during] = [figures(quiet), figures(busy)];
const row = (name: string, [median, p95, mb]: typeof without, count: number) => [
  name,
  String(count),
  ms(median),
  ms(p95),
  mb.toFixed(0),
];
console.log(
  table(
    ['', 'pulls', 'median, ms', 'p95, ms', 'most memory, MB'],
    [
      row('without a backup', without, quiet.pulls.length),
      row('during a backup', during, busy.pulls.length),
      ['ratio', '', ...during.map((value, column) => (value / (without[column] ?? Number.NaN)).toFixed(2))],
    ],
  ),
);
console.log(`Backups took ${seconds.map((each) => each.toFixed(1)).join(', ')} s`);
process.exit(0);
