import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';
import { copyPresent, copyFolder } from './copy-folder.ts';

/** Paths that are not copied: they belong to the running server or are made anew at a start. The WAL is copied last. */
const LEFT_OUT =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^postmaster\.|^backup_label|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;
/** Name of a WAL segment. */
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies the database's folder while the server runs and writes. A server that starts in the copy has everything that was
 * committed before the call.
 *
 * @param sql of `openSession`, with superuser rights: PostgreSQL's online backup is bound to its connection
 * @throws Error if WAL that the copy needs is gone
 */
export async function copyCluster(sql: postgres.Sql, clusterDir: string, target: string): Promise<void> {
  // A temporary slot keeps the WAL that is written meanwhile. It ends with the connection.
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
  await sql`select pg_backup_start('undercurrent', true)`;
  await copyFolder(clusterDir, target, (path) => !LEFT_OUT.test(path));
  const [end] = await sql<{ label: string; lastSegment: string }[]>`
    select labelfile as label, pg_walfile_name(lsn) as "lastSegment" from pg_backup_stop(false)`;
  if (!end) throw new Error('PostgreSQL did not end its backup.');
  await writeFile(join(target, 'backup_label'), end.label, { mode: 0o600 });
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(end.label)?.[1] ?? '';
  const segments = (await readdir(join(clusterDir, 'pg_wal'))).filter((name) => SEGMENT.test(name)).sort();
  const needed = segments.filter((name) => name >= firstSegment && name <= end.lastSegment);
  if (needed[0] !== firstSegment || needed.at(-1) !== end.lastSegment)
    throw new Error('The database wrote more during the backup than it keeps. Try again when less is written.');
  for (const name of needed) await copyPresent(join(clusterDir, 'pg_wal', name), join(target, 'pg_wal', name));
}
