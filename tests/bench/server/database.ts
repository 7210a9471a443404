import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { prepareDatabase } from '../../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../../supabase/local/postgres/start-postgres.ts';

export interface BenchServer {
  readonly version: string;
  createDatabase(name: string): Promise<string>;
  /** Uses up transaction ids, so that seeded rows may have past `row_xid`s. @returns the first of them */
  passTransactions(count: number): Promise<bigint>;
  stop(): Promise<void>;
}

export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-bench-'));
  const server = await startPostgres({ dataDir, durable: false });
  const admin = connect(server.url);
  const [row] = await admin<{ version: string }[]>`select current_setting('server_version') as version`;
  return {
    version: row?.version ?? 'unknown',
    async createDatabase(name) {
      await admin.unsafe(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      await prepareDatabase(url.href);
      return url.href;
    },
    async passTransactions(count) {
      const [first] = await admin<{ id: string }[]>`select pg_current_xact_id()::text as id`;
      await admin.unsafe(`do $$ begin
        for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop;
      end $$`);
      return BigInt(first?.id ?? 0) + 1n;
    },
    async stop() {
      await admin.end({ timeout: 5 });
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function connect(url: string, onNotice: (notice: postgres.Notice) => void = () => undefined): postgres.Sql {
  return postgres(url, { max: 1, onnotice: onNotice, idle_timeout: 0 });
}
