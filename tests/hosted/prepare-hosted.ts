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

/**
 * Applies the migrations without superuser rights, as in a hosted project.
 *
 * @param isOpen whether the default privileges are those of older projects
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
