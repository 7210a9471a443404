/**
 * Generates types as `supabase gen types typescript` does:
 *
 *     tsx sync/remote/generate-types.ts <database address>          writes types.gen.ts
 *     tsx sync/remote/generate-types.ts <database address> --check  fails when the committed file differs
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const target = fileURLToPath(new URL('types.gen.ts', import.meta.url));

export async function generateTypes(databaseUrl: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@supabase/postgres-meta');
  const server = join(dirname(entry), '../server/server.js');
  const { stdout } = await promisify(execFile)(process.execPath, [server], {
    maxBuffer: 32 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      PG_META_DB_URL: databaseUrl,
      PG_META_GENERATE_TYPES: 'typescript',
      PG_META_GENERATE_TYPES_INCLUDED_SCHEMAS: 'public',
    },
  });
  return stdout;
}

async function main(databaseUrl: string | undefined, mode: string | undefined): Promise<void> {
  if (!databaseUrl) throw new Error('give the address of a migrated database');
  const types = await generateTypes(databaseUrl);
  if (mode !== '--check') return writeFile(target, types);
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== types) throw new Error('types.gen.ts differs from the migrated database: generate it again');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2], process.argv[3]);
