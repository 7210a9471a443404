import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathsIn } from '../backup/copy-folder.ts';

/** Whether the data folder has a database. */
export const hasDatabase = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'));

/** The folders of former databases, kept by `npm run upgrade-postgres`; the latest major version first. */
export async function keptDatabases(dataDir: string): Promise<string[]> {
  const majors = (await readdir(dataDir).catch(() => [])).flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? []);
  return majors.sort((one, other) => Number(other) - Number(one)).map((major) => resolve(dataDir, `postgres-${major}`));
}

/**
 * Says why no new database may be created in a data folder: the folder has no database but other data, e.g. stored files, which a new
 * database would not know.
 *
 * @returns null if the folder has a database, or no data at all
 */
export async function explainMissingDatabase(dataDir: string): Promise<string | null> {
  if (hasDatabase(dataDir)) return null;
  const [present, copy] = [resolve(dataDir, 'postgres'), resolve(dataDir, 'postgres.upgrading')];
  const [kept] = await keptDatabases(dataDir);
  const missing = `There is no database in ${present}, and none is made,`;
  if (existsSync(copy) && kept !== undefined)
    return `${missing} because npm run upgrade-postgres was interrupted: ${kept} and ${copy} are there. Run npm run upgrade-postgres again, which ends it. Nothing was changed.`;
  if (kept !== undefined || existsSync(copy))
    return (
      `${missing} because ${kept ?? copy} is there. ` +
      (kept === undefined
        ? `Put the folder of the database back as ${present}, or restore your latest backup into another folder (UNDERCURRENT_DATA). `
        : `To use that database, rename its folder to ${present}; else set UNDERCURRENT_DATA to another folder. `) +
      'Nothing was changed.'
    );
  const objects = resolve(dataDir, 'storage', 'objects');
  if (!(await pathsIn(objects)).some((path) => !path.endsWith('/'))) return null;
  return (
    `${missing} because ${objects} has stored files, which a new database would not know. If their database is on a server of your own, set ` +
    `DATABASE_URL; if you moved it, put it back as ${present}; else restore your latest backup into another folder (UNDERCURRENT_DATA). ` +
    'Nothing was changed.'
  );
}
