import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readDataDir } from './settings.ts';
import { StartError } from './start-error.ts';

const keysFile = z.object({ databaseUrl: z.string() });

/** URL of the running server's database, for commands beside it. @throws StartError */
export function runningDatabaseUrl(env: NodeJS.ProcessEnv): string {
  const given = env['DATABASE_URL'];
  if (given) return given;
  const file = join(readDataDir(env), 'keys.json');
  if (!existsSync(file))
    throw new StartError(`${file} does not exist. Start the server with npm start, or set DATABASE_URL.`);
  try {
    return keysFile.parse(JSON.parse(readFileSync(file, 'utf8'))).databaseUrl;
  } catch {
    throw new StartError(`${file} cannot be read. Restart the server with npm start, or set DATABASE_URL.`);
  }
}
