import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type postgres from 'postgres';
import { reasonOf } from './start-error.ts';
import type { NewFile } from './storage/storage-service.ts';

export interface SeedContext {
  /** With superuser rights. */
  readonly databaseUrl: string;
  putObject(file: NewFile): Promise<void>;
  onProgress(text: string): void;
}

const seedFile = fileURLToPath(new URL('../seed/seed-demo.ts', import.meta.url));

/**
 * Adds the demo content to a database without accounts, or to one where the last attempt failed. Reports a failure by
 * `onProgress` and does not throw.
 */
export async function seedWhenEmpty(sql: postgres.Sql, dataDir: string, context: SeedContext): Promise<void> {
  const marker = join(dataDir, 'seeding');
  if (!existsSync(seedFile)) return;
  const [row] = await sql<{ empty: boolean }[]>`select not exists (select from auth.users) as empty`;
  if (row?.empty !== true && !existsSync(marker)) return;
  writeFileSync(marker, '');
  try {
    const module: unknown = await import(pathToFileURL(seedFile).href);
    const seed = typeof module === 'object' && module !== null && 'seedDemo' in module ? module.seedDemo : undefined;
    if (typeof seed !== 'function') throw new Error('supabase/seed/seed-demo.ts has no seedDemo');
    await Reflect.apply(seed, undefined, [context]);
    rmSync(marker, { force: true });
  } catch (error) {
    context.onProgress(`The demo content is not complete: ${reasonOf(error)}. The next start tries again.`);
  }
}
