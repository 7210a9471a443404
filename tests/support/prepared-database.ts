import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';

/** Name of the variable with the folder for prepared databases; from postgres-global.ts. */
export const PREPARED_DATABASES = 'UNDERCURRENT_PREPARED_DATABASES';

/**
 * Fills a data folder without a database with a copy of a migrated one. Each worker of Vitest makes it once, because that takes three
 * seconds. Without Vitest, or if the folder has a database, nothing is copied.
 */
export async function copyPreparedDatabase(dataDir: string): Promise<void> {
  const folder = process.env[PREPARED_DATABASES];
  const target = join(dataDir, 'postgres');
  if (folder === undefined || existsSync(target)) return;
  const prepared = join(folder, process.env['VITEST_POOL_ID'] ?? '');
  if (!existsSync(prepared)) await prepareIn(prepared);
  await cp(prepared, target, { recursive: true, preserveTimestamps: true });
}

async function prepareIn(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  const server = await startPostgres({ dataDir: unfinished, durable: false });
  try {
    await prepareDatabase(server.url);
  } finally {
    await server.stop();
  }
  await rename(unfinished, folder);
}
