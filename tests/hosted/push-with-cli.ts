import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { PostgresRelease } from '../../supabase/local/postgres/binaries.ts';
import { readMigrations } from '../../supabase/local/postgres/migrations.ts';
import { prepareDatabase } from '../../supabase/local/postgres/prepare-database.ts';
import { startPostgres } from '../../supabase/local/postgres/start-postgres.ts';
import { migrate } from '../../supabase/local/hosted/hosted-commands.ts';
import { prepareHostedRoles } from './prepare-hosted.ts';

const CLI = 'supabase@3.1.0';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Installs Supabase's CLI from npm into a folder of its own; its program is an npm package for this machine. */
export function installCli(): string {
  const folder = join(tmpdir(), `undercurrent-${CLI.replace('@', '-')}`);
  const program = join(folder, 'node_modules/.bin/supabase');
  if (existsSync(program)) return program;
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, CLI], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${CLI} could not be installed from npm`);
  return program;
}

/**
 * Pushes the migrations with the CLI, without superuser rights. Afterwards the CLI, `npm run migrate` and the start of the one-machine backend
 * must find no migration missing. After `npm run migrate`, the CLI must find none missing either.
 */
export async function pushWithCli(cli: string, release: PostgresRelease): Promise<void> {
  const workdir = await mkdtemp(join(tmpdir(), 'undercurrent-push-'));
  try {
    await wrapMigrations(workdir);
    const push = (url: string, expected: number) => pushOnce(cli, workdir, url, expected);
    await withHostedDatabase(release, async (url, ownerUrl) => {
      await push(ownerUrl, readMigrations().length);
      await push(ownerUrl, 0);
      if ((await migrate(ownerUrl)).length > 0) throw new Error('migrate applied what the CLI had pushed');
      await prepareDatabase(url);
    });
    await withHostedDatabase(release, async (_, ownerUrl) => {
      await migrate(ownerUrl);
      await push(ownerUrl, 0);
    });
  } finally {
    await rm(workdir, { recursive: true, force: true });
  }
}

async function withHostedDatabase(
  release: PostgresRelease,
  work: (url: string, ownerUrl: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-cli-'));
  const server = await startPostgres({ dataDir, durable: false, release });
  try {
    await work(server.url, await prepareHostedRoles(server.url, false));
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function pushOnce(cli: string, workdir: string, url: string, expected: number): Promise<void> {
  const before = await countMigrations(url);
  const { status } = spawnSync(cli, ['db', 'push', '--yes', `--remote=${url}`, '--workdir', workdir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`supabase db push ended with ${status}`);
  const pushed = (await countMigrations(url)) - before;
  if (pushed !== expected) throw new Error(`${pushed} migrations were pushed, not ${expected}`);
}

/** Copies the migrations, each inside a transaction: the CLI runs a file's statements one by one, and a failure must undo them all. */
async function wrapMigrations(workdir: string): Promise<void> {
  const folder = join(workdir, 'supabase/migrations');
  await mkdir(folder, { recursive: true });
  await copyFile(join(root, 'supabase/config.toml'), join(workdir, 'supabase/config.toml'));
  await cp(join(root, 'supabase/templates'), join(workdir, 'supabase/templates'), { recursive: true });
  for (const { file, text } of readMigrations()) await writeFile(join(folder, file), `begin;\n${text}\ncommit;\n`);
}

async function countMigrations(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from supabase_migrations.schema_migrations`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}
