import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';

/** @throws HttpError 429 with the time to wait, for a person with too many refused files; the secret key is exempt */
export async function checkRefusedFileLimit(sql: postgres.Sql, { role, userId }: Caller): Promise<void> {
  if (role !== 'authenticated' || userId === null) return;
  const [row] = await sql<{ wait: number | null }[]>`select private.refused_files_wait(${userId}) as wait`;
  const wait = row?.wait ?? null;
  if (wait === null) return;
  const minutes = Math.ceil(wait / 60);
  throw new HttpError(
    429,
    'Too many requests',
    `Too many of your files were refused. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { 'retry-after': String(wait) },
  );
}

export async function countRefusedFile(sql: postgres.Sql, { role, userId }: Caller): Promise<void> {
  if (role === 'authenticated' && userId !== null) await sql`select private.note_refused_file(${userId})`;
}
