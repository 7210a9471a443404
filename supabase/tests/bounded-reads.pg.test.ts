import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ISql } from 'postgres';
import { readRadioTracks } from '../local/radio/radio-tracks.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';

const PEOPLE = 20_000;
let db: TestDatabase;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
  await db.sql.begin(async (tx) => {
    // Skip triggers and foreign keys, with which so many accounts would take minutes.
    await tx`set local session_replication_role = replica`;
    await tx`create temp table people on commit drop as select gen_random_uuid() as id, n from generate_series(1, ${PEOPLE}) n`;
    await tx`insert into public.user_profiles (id, artist_name, shelved) select id, 'Fan ' || n, false from people`;
    await tx`insert into public.tracks (user_id, title, artist_name, genre, audio_url, audio_bytes, duration_ms, is_public, radio_opt_in,
                                        rights_confirmed, created_at, shelved)
             select id, 'Track ' || n, 'Fan ' || n, 'House', id || '/1.mp3', 64000, 4000, true, true, true,
               now() - make_interval(secs => n), false
             from people`;
    await tx`insert into storage.objects (bucket_id, name, owner_id) select 'tracks', id || '/1.mp3', id from people`;
    await tx`update private.shelf_sizes set size = 100`;
  });
  await db.sql`select private.arrange_shelf()`;
  await db.sql`insert into private.track_search (track_id, user_id, genre, own, name)
               select id, user_id, genre, private.search_lines(title), '' from public.tracks`;
  await db.sql`vacuum analyze`;
});
afterAll(() => db.close());

/** The rows that the work reads in a table, by any kind of scan. */
async function rowsRead(tx: ISql, table: string, work: () => Promise<unknown>): Promise<number> {
  const counter = async () => {
    const [row] = await tx<{ rows: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relid = ${table}::regclass`;
    return row?.rows ?? 0;
  };
  // The counter includes this connection's earlier transactions of the last second.
  const before = await counter();
  await work();
  return (await counter()) - before;
}

it('[G-7] an upload reads the files of its own folder, not those of the bucket', async () => {
  const rows = await db.asUser(artist).run((tx) =>
    rowsRead(tx, 'storage.objects', async () => {
      for (const name of ['a', 'b', 'c'])
        await tx`insert into storage.objects (bucket_id, name, owner_id) values ('incoming', ${`${artist}/tracks/${name}.mp3`}, ${artist})`;
    }),
  );
  expect(rows).toBeLessThan(20);
});

it('[G-7] the radio reads its 1,000 tracks, not the catalogue', async () => {
  const read = await db.sql.begin(async (tx) => {
    let found = 0;
    const rows = await rowsRead(tx, 'public.tracks', async () => {
      found = (await readRadioTracks(tx, 'opted')).length;
    });
    return { found, rows };
  });
  expect(read.found).toBe(1_000);
  expect(read.rows).toBeLessThan(1_100);
});

it('[G-5] a search for a misspelt word does not read the texts of all tracks with its first letters', async () => {
  const rows = await db.asUser(artist).run((tx) =>
    rowsRead(tx, 'private.track_search', async () => {
      const what = { kind: 'search', terms: ['trxk'], genre: null };
      await tx`select public.visit_rows(${tx.json({ v: 1, epoch: null, what })})`;
    }),
  );
  expect(rows).toBeLessThan(100);
});

it('[G-5] a search for a word with a misspelt end does not read all words with its beginning', async () => {
  const rows = await db.asUser(artist).run((tx) =>
    rowsRead(tx, 'private.search_words', async () => {
      const what = { kind: 'search', terms: ['trackqz'], genre: null };
      await tx`select public.visit_rows(${tx.json({ v: 1, epoch: null, what })})`;
    }),
  );
  expect(rows).toBeLessThan(1_000);
});

it.each(['public.tracks', 'public.user_profiles'])(
  '[SY-35] a replica is filled from the shelf, not from all of %s',
  async (table) => {
    const p = {
      v: 1,
      epoch: null,
      since: '0',
      after: null,
      tables: ['tracks', 'user_profiles'],
      pending: [],
      limit: 1000,
    };
    const reads = await db.asUser(artist).run(async (tx) => {
      const rows: number[] = [];
      // After a few executions of a statement, PostgreSQL may switch to a generic plan.
      for (let call = 0; call < 12; call += 1)
        rows.push(
          await rowsRead(tx, table, () => tx`select public.sync_pull(${tx.json({ ...p, filled_from: null })})`),
        );
      return rows;
    });
    expect(Math.min(...reads)).toBeGreaterThan(0);
    expect(Math.max(...reads)).toBeLessThan(3_000);
  },
);

it.each(['public.tracks', 'public.user_profiles'])(
  '[G-1] arranging the shelf reads a bounded number of rows, not all of %s',
  async (table) => {
    const read = await db.sql.begin(async (tx) => {
      // As hosted projects set it. By default, PostgreSQL 15 reads a table as small as this one whole.
      await tx`set local random_page_cost = 1.1`;
      const arranged: unknown[] = [];
      const rows = await rowsRead(tx, table, async () =>
        arranged.push(...(await tx`select private.arrange_shelf() as changed`)),
      );
      return { arranged, rows };
    });
    expect(read.arranged).toEqual([{ changed: false }]);
    expect(read.rows).toBeLessThan(5_000);
  },
);
