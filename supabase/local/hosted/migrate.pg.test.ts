import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { readMigrations, type Migration } from '../postgres/migrations.ts';
import { migrate } from './hosted-commands.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase({ usesServerTime: true });
});
afterEach(() => db.close());

/** Migrates the database to a release with one more migration. */
function migrateWith(text: string): Promise<string[]> {
  const later: Migration = { file: '29990101000001_later.sql', version: '29990101000001', name: 'later', text };
  return migrate(db.url, { migrations: [...readMigrations(), later], release: '9.0.0' });
}

const givenUp =
  /^29990101000001_later\.sql waited for tables that others were using.* Nothing was changed: repeat this\./;

it('refuses a project of a later release, or from before the first one, with the advice for hosted projects', async () => {
  await db.sql`insert into private.releases (release) values ('9.1.0')`;
  await expect(migrate(db.url)).rejects.toThrow(
    /Use Undercurrent 9\.1\.0 or later on it\. .*restore a backup of the project from before the upgrade into another project/,
  );
  await db.sql.unsafe('drop table private.releases; delete from supabase_migrations.schema_migrations').simple();
  await db.sql`insert into supabase_migrations.schema_migrations (version) values ('20261121090100')`;
  await expect(migrate(db.url)).rejects.toThrow(
    /Run npm run migrate once at the intermediate commit [0-9a-f]{8}, and then/,
  );
});

it('two simultaneous runs apply the migrations only once', async () => {
  const text = 'select pg_sleep(1); create table private.added (id bigint);';
  const results = await Promise.all([migrateWith(text), migrateWith(text)]);
  expect(results.toSorted((a, b) => a.length - b.length)).toEqual([[], ['29990101000001_later.sql']]);
});

it('gives up while another transaction locks a table that it needs, and can be repeated', async () => {
  const text = 'alter table public.tracks add column later text;';
  await db.sql.begin(async (tx) => {
    await tx`lock table public.tracks in access share mode`;
    await expect(migrateWith(text)).rejects.toThrow(givenUp);
  });
  expect(await migrateWith(text)).toEqual(['29990101000001_later.sql']);
});

it('gives up when PostgreSQL ends a deadlock by ending the migration', async () => {
  const text = "do $$ begin raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end $$;";
  await expect(migrateWith(text)).rejects.toThrow(givenUp);
});
