import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type postgres from 'postgres';
import { reasonOf } from './start-error.ts';
import type { NewFile } from './storage/storage-service.ts';

/** What `seedDemo` of `supabase/seed/seed-demo.ts` is called with. It may be called again when a run was cut off. */
export interface SeedContext {
  /** Superuser address. */
  readonly databaseUrl: string;
  /** Stores a file in a bucket as Storage would, judged by its bytes. */
  putObject(file: NewFile): Promise<void>;
  /** Shows one line of progress. */
  onProgress(text: string): void;
}

const seedFile = fileURLToPath(new URL('../seed/seed-demo.ts', import.meta.url));

/** Fills a database in which nobody signed up yet with demo content; a run that was cut off is taken up again. */
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
