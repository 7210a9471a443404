import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { describeExposed } from '../../tests/exposed.ts';
import { applyMigrations, prepareDatabase, preparePlatform, readMigrations } from './prepare-database.ts';
import { LAST_FOLDED } from './adopt-earlier.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase({ usesServerTime: true });
});
afterEach(async () => {
  await db.sql.unsafe('drop database if exists folded with (force)');
  await db.close();
});

const describeSchema = async (sql: postgres.Sql) => [
  ...(await sql`
    select pg_catalog.pg_get_functiondef(p.oid) as text from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`),
  ...(await sql`
    select d.defaclnamespace::regnamespace::text, d.defaclobjtype, a::text from pg_catalog.pg_default_acl d, unnest(d.defaclacl) a
    order by 1, 2, 3`),
  await describeExposed(sql),
];

async function revertFolding(sql: postgres.Sql, versions: readonly string[]) {
  await sql.unsafe(`
    create table private.clock (at timestamptz primary key);
    create or replace function private.now() returns timestamptz language sql stable security definer set search_path = ''
      as 'select coalesce((select c.at from private.clock c limit 1), clock_timestamp())';
    create or replace function private.begin_new_epoch() returns text language sql as 'select null';
    alter default privileges grant execute on functions to public;
    alter default privileges in schema public grant all on tables to anon, authenticated;
    alter default privileges in schema public grant all on sequences to anon, authenticated;
    alter default privileges in schema public grant all on functions to anon, authenticated;
    grant all on sequence public.beta_attempts_id_seq to anon, authenticated;
    delete from supabase_migrations.schema_migrations`);
  await sql`insert into supabase_migrations.schema_migrations ${sql(versions.map((version) => ({ version })))}`;
}

async function openFolded() {
  await db.sql.unsafe('create database folded template template0');
  const url = new URL(db.url);
  url.pathname = '/folded';
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  await preparePlatform(sql);
  await applyMigrations(
    sql,
    readMigrations().filter(({ version }) => version <= LAST_FOLDED),
  );
  return { sql, url: url.href };
}

describe('A database whose migrations had earlier names', () => {
  it("is converted to what today's files create, and keeps its rows", async () => {
    const { sql, url } = await openFolded();
    const [person] = await sql`
      insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'ann@example.com', now()) returning id`;
    await revertFolding(sql, [...Array.from({ length: 85 }, (_, i) => `202611210900${10 + i}`), '20261123100000']);
    await prepareDatabase(url);
    await prepareDatabase(url);

    expect(await describeSchema(sql)).toEqual(await describeSchema(db.sql));
    const files = readdirSync(fileURLToPath(new URL('../../migrations', import.meta.url))).sort();
    expect([
      ...(await sql`select version || '_' || name || '.sql' as file
      from supabase_migrations.schema_migrations order by 1`),
    ]).toEqual(files.map((file) => ({ file })));
    expect([...(await sql`select id from public.user_profiles`)]).toEqual([person]);
    await sql.end();
  });

  it('stays unchanged when some earlier migrations are missing, and the error says what to do', async () => {
    await revertFolding(db.sql, ['20261121090100', '20261123100000']);
    await expect(prepareDatabase(db.url)).rejects.toThrow(
      /^The database was made by another version of Undercurrent.*Start the version that made it.*Nothing was changed\.$/,
    );
    expect([...(await db.sql`select version from supabase_migrations.schema_migrations order by 1`)]).toEqual([
      { version: '20261121090100' },
      { version: '20261123100000' },
    ]);
  });
});

it('objects created after a second start are closed to clients', async () => {
  await prepareDatabase(db.url);
  await db.sql.unsafe(`
    create table public.later (id bigint generated always as identity primary key);
    create function public.later() returns integer language sql as 'select 1'`);
  for (const actor of [db.asAnon(), db.asUser(await db.createUser())]) {
    for (const attempt of [
      'select * from public.later',
      'select public.later()',
      "select nextval('public.later_id_seq')",
    ]) {
      await expect(
        actor.run((tx) => tx.unsafe(attempt)),
        attempt,
      ).rejects.toMatchObject({ code: '42501' });
    }
  }
  expect([...(await db.asService().run((tx) => tx`select public.later() as answer`))]).toEqual([{ answer: 1 }]);
});
