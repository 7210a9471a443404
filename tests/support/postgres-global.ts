import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';

const TEMPLATE_DATABASE = 'undercurrent_template';

/**
 * One throwaway PostgreSQL for each worker, with one migrated database to copy from. The files that run side by side share no
 * server: a pull waits for the transactions of the whole server (SY-6), those of another file's database too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.vitest.config.maxWorkers;
  const servers = await Promise.all(Array.from({ length: workers }, startServer));
  project.provide(
    'postgresTemplateUrls',
    servers.map(({ templateUrl }) => templateUrl),
  );
  return async () => void (await Promise.all(servers.map((server) => server.stop())));
}

async function startServer(): Promise<{ templateUrl: string; stop(): Promise<void> }> {
  // The server may run as another account, which has to reach its folder.
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-postgres-'));
  const server = await startPostgres({ dataDir, durable: false });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
    await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await admin.end();
    const url = new URL(server.url);
    url.pathname = `/${TEMPLATE_DATABASE}`;
    await prepareDatabase(url.href);
    return { templateUrl: url.href, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
