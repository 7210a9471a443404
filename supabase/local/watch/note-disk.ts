import type postgres from 'postgres';
import { readDisk } from '../read-disk.ts';
import { repeat } from '../repeat.ts';

const MINUTE_MS = 60_000;

/**
 * Records in the database, each minute, the size and the free space of the data folder's disk, for the operators' page.
 * @returns a function that stops this
 */
export function startDiskNote(sql: postgres.Sql, dataDir: string, log: (line: string) => void): () => Promise<void> {
  return repeat(
    () => noteDisk(sql, dataDir),
    MINUTE_MS,
    (error) => log(`The disk was not noted for the operators: ${String(error)}`),
  );
}

export async function noteDisk(sql: postgres.Sql, dataDir: string): Promise<void> {
  const { size, free } = await readDisk(dataDir);
  await sql`select private.note_disk(${size}, ${free})`;
}
