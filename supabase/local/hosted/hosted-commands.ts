import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openSession } from '../postgres/open-session.ts';
import { applyMigrations, takeUpgradeLock, type Release } from '../postgres/prepare-database.ts';
import { readDataDir } from '../settings.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { moveToProject } from './move-to-project.ts';
import { writeSelfHostedEnv } from './self-hosted-keys.ts';

const help = `npm run migrate
  Applies the missing migrations to a Supabase project, in one transaction. Environment: PROJECT_DATABASE_URL.
npm run move-to-project
  Copies accounts, rows and files of a stopped one-machine installation into a new project with all migrations and nobody in
  it. Environment: PROJECT_DATABASE_URL, PROJECT_URL, PROJECT_SECRET_KEY, UNDERCURRENT_DATA (.undercurrent), and DATABASE_URL if the installation uses one.
PROJECT_DATABASE_URL is the project's own or its session pooler's (port 5432), with the password, and with ?sslmode=require
unless it is on this machine.
npm run self-hosted-keys
  Writes supabase/self-hosted/.env with new secrets, for a Supabase of your own. Environment: BETA_PASSCODE (a random one).`;

const selfHosted = fileURLToPath(new URL('../../self-hosted', import.meta.url));

/** Runs `migrate`, `move-to-project` or `self-hosted-keys`. Resolves with the exit code. */
export async function runHostedCommand([command]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (command === 'migrate') {
      const files = await migrate(requireSetting(env, 'PROJECT_DATABASE_URL'));
      console.log(
        files.length === 0 ? 'The project has all migrations.' : `Applied ${files.length}: ${files.join(', ')}`,
      );
      return 0;
    }
    if (command === 'self-hosted-keys') {
      const passcode = env['BETA_PASSCODE'] || randomBytes(9).toString('base64url');
      console.log(
        `Wrote ${await writeSelfHostedEnv(selfHosted, passcode)}. Fill in the addresses and the mail server there.`,
      );
      console.log(`The passcode of the beta gate: ${passcode}. Only its hash is stored.`);
      return 0;
    }
    if (command === 'move-to-project') {
      await moveToProject({
        fromUrl: env['DATABASE_URL'] || null,
        dataDir: readDataDir(env),
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

/** Waits for any other run to end, then applies the missing migrations to a project. @returns their file names. @throws StartError */
export async function migrate(projectUrl: string, target: Release = {}): Promise<string[]> {
  // A pooler in transaction mode does not support prepared statements.
  const sql = openSession(projectUrl, { prepare: false });
  try {
    await takeUpgradeLock(sql);
    // While a migration waits for a table, all later requests for that table wait too: limit the wait, so that the project does not stand still.
    await sql`set lock_timeout = '5s'`;
    await sql`create schema if not exists supabase_migrations`;
    await sql`create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key, statements text[], name text)`;
    return await applyMigrations(sql, { ...target, host: 'project' });
  } finally {
    // A session pooler may give this connection to another client, so release the lock and reset the setting.
    await sql`select pg_advisory_unlock_all()`.catch(() => undefined);
    await sql`reset lock_timeout`.catch(() => undefined);
    await sql.end({ timeout: 5 });
  }
}

function requireSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new StartError(`Set ${name}.\n\n${help}`);
  return value;
}
