import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { readVersion } from '../app/read-version.ts';
import { describeExposed } from '../../tests/exposed.ts';
import { FIRST_ADDED, foldedVersions } from './folded-versions.ts';
import { readMigrations, type Migration } from './migrations.ts';
import type { History } from './plan-upgrade.ts';
import { prepareDatabase, preparePlatform } from './prepare-database.ts';

const release = readVersion();
let db: TestDatabase;
let person: string;
beforeEach(async () => {
  db = await openTestDatabase({ usesServerTime: true });
  person = await db.createUser();
});
afterEach(() => db.close());

const files = () => readMigrations().map(({ file }) => file);
const recorded = async () =>
  (
    await db.sql<{ file: string }[]>`
      select version || coalesce('_' || name || '.sql', '') as file from supabase_migrations.schema_migrations order by 1`
  ).map(({ file }) => file);
const releases = async () =>
  (await db.sql<{ release: string }[]>`select release from private.releases order by number`).map((row) => row.release);
const people = async () => (await db.sql<{ id: string }[]>`select id from public.user_profiles`).map(({ id }) => id);

/** Gives the database a history from before the folding. The schema stays: the unfolded migrations had the same result. */
async function revertFolding(versions: readonly string[]): Promise<void> {
  await db.sql`drop table private.releases`;
  await recordAlone(versions);
}

async function recordAlone(versions: readonly string[]): Promise<void> {
  await db.sql`delete from supabase_migrations.schema_migrations`;
  await db.sql`insert into supabase_migrations.schema_migrations ${db.sql(versions.map((version) => ({ version })))}`;
}

/** Removes all that migrations and the platform have made. */
async function emptyDatabase(): Promise<void> {
  const schemas = await db.sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
  for (const { name } of schemas) await db.sql`drop schema ${db.sql(name)} cascade`;
  const publications = await db.sql<{ name: string }[]>`select pubname as name from pg_publication`;
  for (const { name } of publications) await db.sql`drop publication ${db.sql(name)}`;
  await db.sql`create schema public`;
}

const later = (number: number, text: string): Migration => ({
  file: `2999010100000${number}_later.sql`,
  version: `2999010100000${number}`,
  name: 'later',
  text,
});

describe('A database with all migrations from before the folding', () => {
  it('gets the folded migrations in its history, the later migrations and the release, and keeps its rows', async () => {
    const exposed = await describeExposed(db.sql);
    await emptyDatabase();
    await db.sql.begin((tx) => preparePlatform(tx));
    for (const { version, text } of readMigrations()) if (version < FIRST_ADDED) await db.sql.unsafe(text).simple();
    await recordAlone(foldedVersions);
    person = await db.createUser();
    await prepareDatabase(db.url);
    await prepareDatabase(db.url);
    expect(await recorded()).toEqual(files());
    expect(await releases()).toEqual([release]);
    expect(await people()).toEqual([person]);
    expect(await describeExposed(db.sql)).toBe(exposed);
  });

  it.each<[string, readonly string[]]>([
    ['some of them', foldedVersions.slice(0, 31)],
    ['all but the last', foldedVersions.slice(0, -1)],
    ['earlier ones', ['20261121090100', '20261121099300']],
  ])(
    'but with only %s is refused and stays unchanged; the message names the intermediate commit and advises no deletion',
    async (_, versions) => {
      await revertFolding(versions);
      const start = prepareDatabase(db.url);
      await expect(start).rejects.toThrow(
        new RegExp(
          `^The database was made before the first release.*Start the intermediate commit [0-9a-f]{8} once.* keep the folder aside.*Nothing was changed\\.$`,
        ),
      );
      await expect(start).rejects.not.toThrow(/delete|remove/i);
      expect(await recorded()).toEqual(versions);
    },
  );
});

describe('A database that a later release used', () => {
  it('is refused because of its release; the message names both releases and the way back', async () => {
    await db.sql`insert into private.releases (release) values ('9.1.0')`;
    await expect(prepareDatabase(db.url)).rejects.toThrow(
      `The database was last used by Undercurrent 9.1.0, and this is ${release}, which is earlier and cannot read it. Start Undercurrent 9.1.0 or ` +
        `later on it. To go back to ${release} all the same, restore the backup that was made before the upgrade into an empty data folder`,
    );
    expect(await releases()).toEqual([release, '9.1.0']);
  });

  it('is refused because of an unknown migration even if no later release is recorded, as after a push by the CLI of Supabase', async () => {
    await db.sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
    await expect(prepareDatabase(db.url)).rejects.toThrow(
      /^The database was last used by Undercurrent at a later state.*Nothing was changed\.$/,
    );
  });
});

describe('An upgrade', () => {
  afterEach(() => void vi.useRealTimers());
  const migrations = [...readMigrations(), later(1, 'create table private.added (id bigint primary key);')];

  it('calls beforeUpgrade before anything changes, and only for a database with data of an earlier release', async () => {
    const calls: History[] = [];
    const start = (of: readonly Migration[], name: string) =>
      prepareDatabase(db.url, {
        migrations: of,
        release: name,
        beforeUpgrade: async (from) => {
          expect((await db.sql`select to_regclass('private.added') as added`)[0]).toEqual({ added: null });
          calls.push(from);
        },
      });
    await start(readMigrations(), release);
    expect(calls).toEqual([]);
    await start(migrations, '9.0.0');
    await start(migrations, '9.0.0');
    expect(calls.map((from) => from.release)).toEqual([release]);
    expect(await releases()).toEqual([release, '9.0.0']);
    expect((await recorded()).at(-1)).toBe('29990101000001_later.sql');
  });

  it('holds its lock while beforeUpgrade takes hours', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const isLocked = async () =>
      (await db.sql`select from pg_locks where locktype = 'advisory' and objid = 7283114 and granted`).length === 1;
    await prepareDatabase(db.url, {
      migrations,
      release: '9.0.0',
      beforeUpgrade: async () => {
        expect(await isLocked()).toBe(true);
        await vi.advanceTimersByTimeAsync(3 * 3_600_000);
        expect(await isLocked()).toBe(true);
      },
    });
    expect(await isLocked()).toBe(false);
  });

  it('does not begin when beforeUpgrade fails', async () => {
    const start = prepareDatabase(db.url, {
      migrations,
      release: '9.0.0',
      beforeUpgrade: () => Promise.reject(new Error('no room')),
    });
    await expect(start).rejects.toThrow('no room');
    expect([await recorded(), await releases()]).toEqual([files(), [release]]);
  });

  it('that fails at its last migration changes nothing, so that the earlier release still starts', async () => {
    await db.sql.unsafe(
      `create or replace function auth.role() returns text language sql stable as $$ select 'of an earlier release' $$`,
    );
    const broken = [...migrations, later(2, 'create table private.other (id bigint);\nselect nothing_there();')];
    await expect(prepareDatabase(db.url, { migrations: broken, release: '9.0.0' })).rejects.toThrow(
      /^29990101000002_later\.sql:2: function nothing_there\(\) does not exist.*Nothing was changed: the release that used this database last still starts with it\.$/,
    );
    expect([await recorded(), await releases()]).toEqual([files(), [release]]);
    expect((await db.sql`select to_regclass('private.added') as added`)[0]).toEqual({ added: null });
    expect([...(await db.sql`select auth.role() as role`)], 'the platform too').toEqual([
      { role: 'of an earlier release' },
    ]);
    await prepareDatabase(db.url);
  });

  it('may alter a table into which its earlier migration has inserted rows with deferred constraints', async () => {
    const deferred = [
      ...readMigrations(),
      later(
        1,
        `insert into public.beta_sessions (token_hash, expires_at, used_by) select sha256('a'), now(), u.id from auth.users u;`,
      ),
      later(2, 'alter table public.beta_sessions add column later text;'),
    ];
    await prepareDatabase(db.url, { migrations: deferred, release: '9.0.0' });
    expect((await recorded()).slice(-2)).toEqual(['29990101000001_later.sql', '29990101000002_later.sql']);
  });

  it('refuses a migration whose file changed after it was applied', async () => {
    const [first, ...others] = readMigrations();
    const changed = [
      { ...first, file: first?.file ?? '', version: first?.version ?? '', name: '', text: `-- other\n${first?.text}` },
      ...others,
    ];
    await expect(prepareDatabase(db.url, { migrations: changed })).rejects.toThrow(
      `The database was made by another version of the migration ${first?.file}.`,
    );
  });
});

it('objects created after a second start are closed to clients', async () => {
  await prepareDatabase(db.url);
  await db.sql.unsafe(`
    create table public.later (id bigint generated always as identity primary key);
    create function public.later() returns integer language sql as 'select 1'`);
  for (const actor of [db.asAnon(), db.asUser(person)]) {
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
