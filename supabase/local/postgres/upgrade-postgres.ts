import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError, reasonOf } from '../start-error.ts';
import { currentMajor } from './binaries.ts';
import { changeMajor } from './change-major.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs `npm run upgrade-postgres`. Resolves with the exit code. */
export async function upgradePostgres(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const dataDir = env['UNDERCURRENT_DATA'] || join(root, '.undercurrent');
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
    print(error instanceof StartError ? error.message : `It failed: ${reasonOf(error)}. Nothing was changed.`);
    return 1;
  }
}
