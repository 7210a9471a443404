import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { applyMigrations, preparePlatform } from '../../supabase/local/postgres/prepare-database.ts';

/** Default privileges of older projects: new objects in `public` are open to clients and to the secret key. */
const openDefaults = ['tables', 'sequences', 'functions']
  .map(
    (objects) => `alter default privileges for role project_owner in schema public
                   grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');
const owners = readFileSync(new URL('owners.sql', import.meta.url), 'utf8');

/**
 * Sets up an empty database like a hosted project, and applies the migrations as the role that applies them there,
 * which is not a superuser.
 *
 * @param url connection URL of the superuser
 * @param isOpen whether new objects in `public` are open by default
 */
export async function prepareHosted(url: string, isOpen: boolean): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => undefined });
  const ownerUrl = new URL(url);
  [ownerUrl.username, ownerUrl.password] = ['project_owner', 'project_owner'];
  const owner = postgres(ownerUrl.href, { max: 1, onnotice: () => undefined });
  try {
    await preparePlatform(admin);
    await admin.unsafe(isOpen ? owners + openDefaults : owners).simple();
    await applyMigrations(owner);
  } finally {
    await Promise.all([admin.end(), owner.end()]);
  }
}
