import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { applyMigrations, preparePlatform } from '../../supabase/local/postgres/prepare-database.ts';

/** The default privileges of older projects, which give clients and the secret key access to new objects in `public`. */
const openDefaults = ['tables', 'sequences', 'functions']
  .map(
    (objects) => `alter default privileges for role project_owner in schema public
                   grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');
const owners = readFileSync(new URL('owners.sql', import.meta.url), 'utf8');

/** Applies the migrations without superuser rights, as in a hosted project. */
export async function prepareHosted(url: string, isOpen: boolean): Promise<void> {
  const owner = postgres(await prepareHostedRoles(url, isOpen), { max: 1, onnotice: () => undefined });
  try {
    await applyMigrations(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Creates the roles, owners and schemas of a hosted project before its first migration.
 *
 * @param isOpen whether the default privileges are those of older projects
 * @returns the URL of the role that applies the migrations
 */
export async function prepareHostedRoles(url: string, isOpen: boolean): Promise<string> {
  const admin = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await admin.begin((tx) => preparePlatform(tx));
    await admin.unsafe(isOpen ? owners + openDefaults : owners).simple();
  } finally {
    await admin.end();
  }
  const ownerUrl = new URL(url);
  [ownerUrl.username, ownerUrl.password] = ['project_owner', 'project_owner'];
  return ownerUrl.href;
}
