import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { build } from 'vite';
import type { BackendConfig } from '../../../sync/client.ts';
import type { StoredSession } from '../../../sync/remote/session-store.ts';
import { ensureBuilt } from '../../../supabase/local/app/build-app.ts';
import { openTestStack, type TestStack, type TestUser } from '../../../supabase/local/test-stack.ts';
import { seedCatalogue } from '../../../supabase/seed/catalogue.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pageDir = fileURLToPath(new URL('page', import.meta.url));
/** Balance of each created listener. */
const ZAPS = 60_000;

export interface BenchServer {
  readonly sql: postgres.Sql;
  readonly config: BackendConfig;
  readonly distDir: string;
  /** Path of the built script `page/beside-app.ts`. */
  readonly besideApp: string;
  createListener(): Promise<TestUser>;
  /** Creates a track that sorts first by rating. @returns its id */
  createTopTrack(owner: TestUser): Promise<string>;
  /** @returns the ids of the seeded public tracks */
  tracks(): Promise<string[]>;
  close(): Promise<void>;
}

export const sessionOf = (user: TestUser): StoredSession => ({
  userId: user.id,
  email: user.email,
  accessToken: user.token,
  refreshToken: 'unused',
  expiresAt: Date.now() + 3_600_000,
  locked: false,
});

/** @param hasMedia whether to add the demo content, whose audio and pictures take minutes to generate */
export async function openBenchServer(tracks: number, { hasMedia = true } = {}): Promise<BenchServer> {
  await ensureBuilt(root, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-client-bench-'));
  const distDir = join(folder, 'dist');
  cpSync(join(root, 'dist'), distDir, { recursive: true, preserveTimestamps: true });
  const besideApp = await buildPages(distDir, join(folder, 'beside'));
  const stack = await openTestStack({ empty: !hasMedia, durable: true, distDir });
  const { sql } = stack;
  // The bench votes more than the hourly rate limit allows.
  await sql`update private.action_paces set most_per_hour = 1000000`;
  if (tracks > 0 && !hasMedia) await createTemplateTrack(stack);
  if (tracks > 0) await seedCatalogue({ databaseUrl: stack.stack.keys.databaseUrl, tracks });
  return {
    sql,
    config: { supabaseUrl: stack.stack.url, publishableKey: stack.stack.keys.publishableKey },
    distDir,
    besideApp,
    createListener: () => createListener(stack),
    async createTopTrack(owner) {
      const [track] = await sql<{ id: string }[]>`
        insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                   rights_confirmed, total_votes, average_vote_rating)
        values (gen_random_uuid(), ${owner.id}, 'Top', 'Listener', 'House', ${`${owner.id}/top.mp3`}, 180000, 1000,
                true, 1, 5)
        returning id`;
      assert.ok(track);
      return track.id;
    },
    async tracks() {
      const rows = await sql<{ id: string }[]>`
        select id from public.tracks where is_public and deleted_at is null and audio_url like '%copy=%' order by id`;
      return rows.map(({ id }) => id);
    },
    async close() {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the track that the seeded catalogue copies. It has no files. */
async function createTemplateTrack({ sql, createUser }: TestStack): Promise<void> {
  const { id } = await createUser();
  await sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    values (gen_random_uuid(), ${id}, 'Template', 'Somebody', 'House', ${`${id}/template.mp3`}, 180000, 1000, true)`;
}

async function createListener(stack: TestStack): Promise<TestUser> {
  const user = await stack.createUser();
  await stack.sql`update public.user_profiles set artist_name = 'Listener' where id = ${user.id}`;
  await stack.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                  values (${user.id}, 'zap', ${ZAPS}, '2026-01-05')`;
  return user;
}

async function buildPages(distDir: string, besideDir: string): Promise<string> {
  const common = { root: pageDir, configFile: false, logLevel: 'error' } as const;
  await build({
    ...common,
    build: {
      target: 'es2022',
      // The CPU profile (`--profile`) needs function names.
      minify: false,
      outDir: distDir,
      emptyOutDir: false,
      rolldownOptions: { input: join(pageDir, 'bench.html') },
    },
  });
  await build({
    ...common,
    build: {
      target: 'es2022',
      minify: false,
      outDir: besideDir,
      lib: {
        entry: join(pageDir, 'beside-app.ts'),
        formats: ['iife'],
        name: 'besideAppScript',
        fileName: () => 'beside-app.js',
      },
    },
  });
  return join(besideDir, 'beside-app.js');
}
