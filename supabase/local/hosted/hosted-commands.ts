import postgres from 'postgres';
import { applyMigrations } from '../postgres/prepare-database.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { moveToProject } from './move-to-project.ts';

const help = `npm run migrate
  Applies the missing migrations to a Supabase project, in one transaction. Environment: PROJECT_DATABASE_URL.
npm run move-to-project
  Copies accounts, rows and files of a stopped one-machine installation into a new project with all migrations and nobody in
  it. Environment: PROJECT_DATABASE_URL, PROJECT_URL, PROJECT_SECRET_KEY, UNDERCURRENT_DATA (.undercurrent), and DATABASE_URL if the installation uses one.
PROJECT_DATABASE_URL is the project's own or its session pooler's (port 5432), with the password.`;

/** Runs `migrate` or `move-to-project`. Resolves with the exit code. */
export async function runHostedCommand([command]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (command === 'migrate') {
      const files = await migrate(requireSetting(env, 'PROJECT_DATABASE_URL'));
      console.log(
        files.length === 0 ? 'The project has all migrations.' : `Applied ${files.length}: ${files.join(', ')}`,
      );
      return 0;
    }
    if (command === 'move-to-project') {
      await moveToProject({
        fromUrl: env['DATABASE_URL'] || null,
        dataDir: env['UNDERCURRENT_DATA'] || '.undercurrent',
        toUrl: requireSetting(env, 'PROJECT_DATABASE_URL'),
        projectUrl: requireSetting(env, 'PROJECT_URL').replace(/\/$/, ''),
        secretKey: requireSetting(env, 'PROJECT_SECRET_KEY'),
        log: (line) => console.log(line),
      });
      return 0;
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : `It failed: ${reasonOf(error)}. Nothing was deleted.`);
    return 1;
  }
  console.log(help);
  return 2;
}

/** Applies the missing migrations to a project. @returns their file names */
export async function migrate(projectUrl: string): Promise<string[]> {
  // A pooler in transaction mode does not support prepared statements.
  const sql = postgres(projectUrl, { max: 1, prepare: false, connect_timeout: 10, onnotice: () => undefined });
  try {
    await sql`create schema if not exists supabase_migrations`;
    await sql`create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key, statements text[], name text)`;
    return await applyMigrations(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function requireSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new StartError(`Set ${name}.\n\n${help}`);
  return value;
}
