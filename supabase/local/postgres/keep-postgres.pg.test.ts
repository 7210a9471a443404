import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startStack, type Stack } from '../stack.ts';
import { readPostmasterPid } from './pid-file.ts';

let dir: string;
let stack: Stack;
let sql: postgres.Sql;
const said: string[] = [];
const lost: string[] = [];
const clusterDir = () => join(dir, 'postgres', 'cluster');
const health = async () => (await fetch(`${stack.url}/healthz`)).status;
/** What the system does to a process when it needs its memory. */
const killDatabase = () => process.kill(readPostmasterPid(clusterDir()) ?? Number.NaN, 'SIGKILL');

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'undercurrent-lost-'));
  stack = await startStack({
    dataDir: dir,
    port: 0,
    passcode: 'underground',
    empty: true,
    log: (line) => said.push(line),
    onLost: (line) => lost.push(line),
  });
  sql = postgres(stack.keys.databaseUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await stack.stop();
  await rm(dir, { recursive: true, force: true });
});

it('a database that is killed comes back with what it had, its log goes on, and one that cannot come back is told of once', async () => {
  expect(await sql`show max_slot_wal_keep_size`).toEqual([{ max_slot_wal_keep_size: '1GB' }]);
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'kept@example.com')`;
  killDatabase();
  await vi.waitFor(() => expect(said).toContain('The database is back.'), { timeout: 30_000 });
  await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 10_000 });
  expect([...(await sql`select email from auth.users`)]).toEqual([{ email: 'kept@example.com' }]);
  const rest = await fetch(`${stack.url}/rest/v1/tracks?select=id`, { headers: { apikey: stack.keys.publishableKey } });
  expect(await rest.json()).toEqual([]);
  const log = readFileSync(join(dir, 'postgres', 'postgres.log'), 'utf8');
  expect(log.split('database system is ready to accept connections')).toHaveLength(3);

  await rm(join(clusterDir(), 'global', 'pg_control'));
  killDatabase();
  await vi.waitFor(() => expect(lost).toHaveLength(1), { timeout: 60_000 });
  expect(lost[0]).toMatch(/^The database ended by itself and does not stay up\. PostgreSQL did not start: /);
  expect(await health()).toBe(503);
});
