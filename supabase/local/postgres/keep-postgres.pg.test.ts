import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPostgres } from './keep-postgres.ts';
import { readPostmasterPid } from './pid-file.ts';
import { startPostgres } from './start-postgres.ts';

let dir: string;
let server: Awaited<ReturnType<typeof keepPostgres>>;
let logLines: string[];
let lost: string[];
let timesBack: number;
const clusterDir = () => join(dir, 'cluster');
const killDatabase = () => process.kill(readPostmasterPid(clusterDir()) ?? Number.NaN, 'SIGKILL');

async function runQuery(query: string) {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

beforeEach(async () => {
  [logLines, lost, timesBack] = [[], [], 0];
  dir = await mkdtemp(join(tmpdir(), 'undercurrent-lost-'));
  server = await keepPostgres({
    dataDir: dir,
    log: (line) => logLines.push(line),
    onLost: (line) => lost.push(line),
    onBack: () => (timesBack += 1),
  });
});
afterEach(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

it('a killed database restarts with its data and its log, and a final loss is reported once', async () => {
  expect(await runQuery('show max_slot_wal_keep_size')).toEqual([{ max_slot_wal_keep_size: '1GB' }]);
  await runQuery(`create table kept as select 'safe' as note`);
  killDatabase();
  await vi.waitFor(() => expect(logLines).toContain('The database is back.'), { timeout: 60_000 });
  expect(await runQuery('select note from kept')).toEqual([{ note: 'safe' }]);
  expect(timesBack).toBe(1);
  const log = readFileSync(join(dir, 'postgres.log'), 'utf8');
  expect(log.split('database system is ready to accept connections')).toHaveLength(3);

  await rm(join(clusterDir(), 'global', 'pg_control'));
  killDatabase();
  await vi.waitFor(() => expect(lost).toHaveLength(1), { timeout: 60_000 });
  expect(lost[0]).toMatch(
    /^The database ended by itself and does not stay up\. PostgreSQL did not start\. .* is damaged\./,
  );
  await expect(runQuery('select 1')).rejects.toThrow('ECONNREFUSED');
}, 150_000);

it('a database whose folder is gone is not replaced by a new one', async () => {
  await runQuery(`create table kept as select 'safe' as note`);
  const aside = `${clusterDir()}.aside`;
  const pid = readPostmasterPid(clusterDir()) ?? Number.NaN;
  await rename(clusterDir(), aside);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(lost).toHaveLength(1), { timeout: 60_000 });
  expect(lost[0]).toBe(
    `The database ended by itself and does not stay up. There is no longer a database in ${clusterDir()}, and none is made. ` +
      'If its disk was unmounted, mount it and start again; if the folder was moved, put it back.',
  );
  expect(existsSync(clusterDir())).toBe(false);
  await rename(aside, clusterDir());
  const again = await startPostgres({ dataDir: dir });
  const sql = postgres(again.url, { max: 1, onnotice: () => undefined });
  expect([...(await sql`select note from kept`)]).toEqual([{ note: 'safe' }]);
  await sql.end();
  await again.stop();
}, 90_000);
