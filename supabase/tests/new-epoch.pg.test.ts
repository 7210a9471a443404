import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../sync/model/tables.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, pull, push } from './scene.ts';

let db: TestDatabase;
let artist: string;
let fan: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});
beforeEach(async () => {
  [artist, fan] = [await db.createUser(), await db.createUser()];
});

describe('A new epoch', () => {
  it('[SY-8] [G-7] writes no row of a loaded dump, and puts later changes after all rows of the dump', async () => {
    const track = await createTrack(db, artist);
    await db.sql`insert into public.blocks (user_id, blocked_id) values (${fan}, ${artist})`;
    const sent = action('profile.update', { artist_name: 'Fan' });
    await push(db.asUser(fan), [sent]);
    const names = Object.values(tables).map(({ name }) => name);
    const dumped = [
      ...names.map((name) => `public.${name}`),
      'private.pins',
      'private.recent_messages',
      'public.action_log',
    ];
    // A dump keeps the transaction ids of a server whose counter is far ahead.
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      for (const table of dumped)
        await sql`update ${sql(table)} set row_xid = (row_xid::text::bigint + 9000000000)::text::xid8`;
    });
    const versions = async () => {
      const all = [];
      for (const table of dumped)
        all.push(
          ...(await db.sql`select ${table} as table, t.ctid::text as at, t.xmin::text as by from ${db.sql(table)} t order by 2`),
        );
      return all;
    };
    const before = await versions();
    const user = db.asUser(fan);
    const pulledBefore = await pull(user, { tables: names });

    await db.sql`select private.begin_new_epoch()`;
    expect(await versions()).toEqual(before);
    const filled = await pull(user, { tables: names, pending: [sent.id] });
    expect(filled.rows).toEqual(pulledBefore.rows);
    expect(filled.acks).toMatchObject([{ id: sent.id, status: 'applied' }]);
    const later = async () => (await pull(user, { tables: names, since: filled.floor })).rows.map(({ row }) => row.id);
    expect(await later()).toEqual([]);
    await db.sql`update public.tracks set title = 'Changed' where id = ${track}`;
    const edited = action('profile.update', { artist_name: 'Fan of fans' });
    await push(user, [edited]);
    expect((await later()).sort()).toEqual([track, fan].sort());
    expect((await pull(user, { since: filled.floor, pending: [edited.id] })).acks).toMatchObject([{ id: edited.id }]);

    const offset = async () => (await db.sql`select m.xid_offset from public.sync_meta m`)[0]?.['xid_offset'];
    const chosen = await offset();
    await db.sql`select private.begin_new_epoch()`;
    expect(await offset()).toBe(chosen);
  });

  it('[SY-8] [G-7] waits for the end of the transactions that have written rows', async () => {
    const track = await createTrack(db, artist);
    const { epoch } = await pull(db.asUser(fan), { tables: [] });
    const other = await db.sql.reserve();
    try {
      await other`begin`;
      await other`update public.tracks set title = 'Late' where id = ${track}`;
      const refused = db.sql.begin(async (sql) => {
        await sql`set local lock_timeout = '50ms'`;
        await sql`select private.begin_new_epoch()`;
      });
      await expect(refused).rejects.toMatchObject({ code: '55P03' });
      await other`commit`;
    } finally {
      other.release();
    }
    expect((await pull(db.asUser(fan), { tables: [] })).epoch).toBe(epoch);
  });
});
