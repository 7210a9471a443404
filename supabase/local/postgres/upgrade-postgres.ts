import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readDataDir } from '../settings.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { currentMajor } from './binaries.ts';
import { changeMajor } from './change-major.ts';

/** Runs `npm run upgrade-postgres`. Resolves with the exit code. */
export async function upgradePostgres(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const dataDir = readDataDir(env);
  try {
    const kept = await changeMajor(dataDir, print);
    const major = await currentMajor();
    print(
      kept === null
        ? `The database in ${dataDir} is of PostgreSQL ${major} already.`
        : `The database in ${dataDir} is of PostgreSQL ${major} now. The former one is kept in ${kept}. Start the server with npm start. Devices fetch their rows again.`,
    );
    return 0;
  } catch (error) {
    print(
      error instanceof StartError ? error.message : `It failed: ${reasonOf(error)}. ${await describeFolders(dataDir)}`,
    );
    return 1;
  }
}

/** Says where the databases are after a failure whose point is unknown. */
async function describeFolders(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => /^postgres(?:-\d+|\.upgrading)?$/.test(name));
  const folders = await Promise.all(
    names.sort().map(async (name) => {
      const version = await readFile(join(dataDir, name, 'cluster', 'PG_VERSION'), 'utf8').catch(() => 'no database');
      return `${join(dataDir, name)} (${version.trim()})`;
    }),
  );
  return `No database was deleted. The folders with their versions of PostgreSQL are: ${folders.join(', ')}. Mend the cause, then repeat this: it goes on from there.`;
}
