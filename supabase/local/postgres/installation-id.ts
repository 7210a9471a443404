import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';

/** Name of the file with the installation's id. It lies beside a cluster that is a copy of an earlier cluster. */
export const ID_FILE = 'installation';

/**
 * The id by which backups know an installation: the system identifier of its first cluster. A change of the major version creates a new
 * cluster with another system identifier, and therefore stores the id in a file.
 *
 * @param postgresDir the folder with the cluster
 */
export async function readInstallationId(postgresDir: string, sql: postgres.Sql): Promise<string> {
  const kept = await readFile(join(postgresDir, ID_FILE), 'utf8').catch(() => '');
  if (kept !== '') return kept;
  const [cluster] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  return cluster?.id ?? '';
}
