import postgres from 'postgres';
import { join } from 'node:path';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { findIncomplete, type ListedFile } from './part-store.ts';
import { writeContent } from './restore-backup.ts';

/** Maximum number of names in a message. */
const SHOWN = 3;

/**
 * Restores the database of a backup from its place into a throwaway folder, starts it, and counts accounts and tracks. Checks that
 * each balance is the sum of its rows in `user_days`, and that the place has the file of each stored object in its size.
 *
 * @throws StartError that says what is wrong
 */
export async function verifyBackup(
  place: BackupPlace,
  { folders, files }: { readonly folders: readonly string[]; readonly files: readonly ListedFile[] },
  folder: string,
): Promise<{ accounts: number; tracks: number }> {
  const incomplete = await findIncomplete(place, files);
  if (incomplete.length > 0) throw wrong(incomplete.length, `files are not whole in ${place.name}`, incomplete);
  const database = files.filter(({ path }) => path.startsWith('postgres/'));
  await writeContent(place, { folders, files: database }, folder, false);
  const server = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    const unequal = await sql<{ id: string }[]>`
      select b.user_id as id from public.user_balances b
      where b.zaps <> coalesce((select sum(d.zaps) from public.user_days d where d.user_id = b.user_id), 0)`;
    if (unequal.length > 0)
      throw wrong(
        unequal.length,
        'balances differ from their ledgers',
        unequal.map(({ id }) => id),
      );
    const sizes = new Map(files.map(({ path, bytes }) => [path.slice(path.lastIndexOf('/') + 1), bytes]));
    const lost: string[] = [];
    await sql<{ id: string; version: string; bytes: string }[]>`
      select o.bucket_id || '/' || o.name as id, o.version, o.metadata ->> 'size' as bytes from storage.objects o`.cursor(
      1000,
      (rows) => {
        for (const { id, version, bytes } of rows) if (sizes.get(version) !== Number(bytes)) lost.push(id);
      },
    );
    if (lost.length > 0) throw wrong(lost.length, 'stored files are missing or cut off', lost);
    const [counts] = await sql<{ accounts: number; tracks: number }[]>`
      select (select count(*)::int from auth.users) as accounts,
        (select count(*)::int from public.tracks t where t.deleted_at is null) as tracks`;
    return counts ?? { accounts: 0, tracks: 0 };
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

function wrong(count: number, what: string, found: readonly string[]): StartError {
  const names = found.slice(0, SHOWN);
  return new StartError(
    `The backup does not count, because its check failed: ${count} ${what} (${names.join(', ')}${count > SHOWN ? ', …' : ''}). Earlier backups stay.`,
  );
}
