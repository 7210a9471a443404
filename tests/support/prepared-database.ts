import { existsSync } from 'node:fs';
import { cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';

/** Name of the variable with the folder for prepared databases; from postgres-global.ts. */
export const PREPARED_DATABASES = 'UNDERCURRENT_PREPARED_DATABASES';

/**
 * Fills an empty or missing data folder with a copy of a migrated database. Each worker of Vitest migrates one once, because that takes three
 * seconds. Without Vitest, nothing is copied.
 */
export async function copyPreparedDatabase(dataDir: string): Promise<void> {
  const folder = process.env[PREPARED_DATABASES];
  if (folder === undefined || !(await isEmpty(dataDir))) return;
  const prepared = join(folder, process.env['VITEST_POOL_ID'] ?? '');
  if (!existsSync(prepared)) await prepareIn(prepared);
  await cp(prepared, join(dataDir, 'postgres'), { recursive: true, preserveTimestamps: true });
}

const isEmpty = async (folder: string) => !existsSync(folder) || (await readdir(folder)).length === 0;

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
