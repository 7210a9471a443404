import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { applyMigrations, preparePlatform } from '../../supabase/local/postgres/prepare-database.ts';

/** In older projects, clients and the secret key have access to new objects in `public`. */
const openDefaults = ['tables', 'sequences', 'functions']
  .map(
    (objects) => `alter default privileges for role project_owner in schema public
                   grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');
const owners = readFileSync(new URL('owners.sql', import.meta.url), 'utf8');

/** Without superuser rights, as in a hosted project. @param isOpen whether new objects are open by default */
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
