import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../start-error.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface Migration {
  readonly file: string;
  readonly version: string;
  readonly name: string;
  readonly text: string;
}

/** The migrations of this release in their order. */
export function readMigrations(): Migration[] {
  const files = readdirSync(migrationsDir)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new StartError(`The migration ${file} is not named <timestamp>_<verb>_<object>.sql.`);
    }
    return { file, version, name, text: readFileSync(join(migrationsDir, file), 'utf8') };
  });
}
