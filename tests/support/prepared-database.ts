import { existsSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';

/** Name of the variable with the folder for prepared databases; from postgres-global.ts. */
export const PREPARED_DATABASES = 'UNDERCURRENT_PREPARED_DATABASES';

let preparing: Promise<string> | null = null;

/**
 * Copies a migrated database into a new data folder. Each worker of Vitest migrates a database only once, because that takes three seconds.
 * Without Vitest, nothing is copied. All copies have the same system identifier, so backups treat them as one installation.
 */
export async function copyPreparedDatabase(dataDir: string): Promise<void> {
  const folder = process.env[PREPARED_DATABASES];
  if (folder === undefined) return;
  const prepared = await (preparing ??= prepareOnce(join(folder, process.env['VITEST_POOL_ID'] ?? '')));
  await cp(prepared, join(dataDir, 'postgres'), { recursive: true, preserveTimestamps: true });
}

/** @returns the folder of a migrated database. It may be that of an earlier test file of the same worker. */
async function prepareOnce(folder: string): Promise<string> {
  const mark = `${folder}.ready`;
  if (existsSync(mark)) return folder;
  await rm(folder, { recursive: true, force: true });
  const server = await startPostgres({ dataDir: folder, durable: false });
  try {
    await prepareDatabase(server.url);
  } finally {
    await server.stop();
  }
  await writeFile(mark, '');
  return folder;
}
