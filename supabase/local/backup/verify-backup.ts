import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { startPostgres } from '../postgres/start-postgres.ts';
import { StartError } from '../start-error.ts';
import { copyFolder } from './copy-folder.ts';
import type { FileSizes } from './stored-backups.ts';

const SHOWN = 3;

/**
 * Starts a database from a copy of the backup, and checks that each balance is the sum of its days, and that the file of
 * each stored object is there with its size.
 *
 * @throws StartError with what is wrong
 */
export async function verifyBackup(backup: string, files: FileSizes): Promise<{ accounts: number; tracks: number }> {
  const folder = await mkdtemp(join(backup, 'verified-'));
  try {
    await copyFolder(join(backup, 'postgres'), folder, () => true);
    const server = await startPostgres({ dataDir: folder, durable: false });
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    try {
      const unequal = await sql<{ id: string }[]>`
        select b.user_id as id from public.user_balances b
        where b.zaps <> coalesce((select sum(d.zaps) from public.user_days d where d.user_id = b.user_id), 0)`;
      if (unequal.length > 0)
        throw new StartError(wrong(unequal.length, 'balances differ from their ledgers', unequal));
      const lost: { id: string }[] = [];
      await sql<{ id: string; version: string; bytes: string }[]>`
        select o.bucket_id || '/' || o.name as id, o.version, o.metadata ->> 'size' as bytes from storage.objects o`.cursor(
        1000,
        (rows) => void lost.push(...rows.filter(({ version, bytes }) => files.get(version) !== Number(bytes))),
      );
      if (lost.length > 0) throw new StartError(wrong(lost.length, 'stored files are missing or cut off', lost));
      const [counts] = await sql<{ accounts: number; tracks: number }[]>`
        select (select count(*)::int from auth.users) as accounts,
          (select count(*)::int from public.tracks t where t.deleted_at is null) as tracks`;
      return counts ?? { accounts: 0, tracks: 0 };
    } finally {
      await sql.end({ timeout: 5 });
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function wrong(count: number, what: string, found: readonly { id: string }[]): string {
  const names = found.slice(0, SHOWN).map(({ id }) => id);
  return `The backup is not kept, because its check failed: ${count} ${what} (${names.join(', ')}${count > SHOWN ? ', …' : ''}). Earlier backups stay.`;
}
