import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';

const TEMPLATE_DATABASE = 'undercurrent_template';

/** One throwaway PostgreSQL for the whole run, with one migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The server may run as another account, which has to reach its folder.
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-postgres-'));
  const server = await startPostgres({ dataDir, durable: false });
  try {
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
    await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await admin.end();
    const url = new URL(server.url);
    url.pathname = `/${TEMPLATE_DATABASE}`;
    await prepareDatabase(url.href);
    project.provide('postgresTemplateUrl', url.href);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
