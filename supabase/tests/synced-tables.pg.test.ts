import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { pull } from './scene.ts';

let db: TestDatabase;
let sender: string;
let receiver: string;
let stranger: string;
let note: string;
beforeAll(async () => {
  db = await openTestDatabase();
  [sender, receiver, stranger] = [await db.createUser(), await db.createUser(), await db.createUser()];
  await db.sql.unsafe(`
    create table public.notes (
      id uuid primary key default gen_random_uuid(),
      sender_id uuid not null,
      receiver_id uuid not null,
      words text not null,
      secret text not null default 'of the server',
      is_open boolean not null default true,
      written_at timestamptz not null default '2026-01-02T03:04:05.678Z',
      deleted_at timestamptz,
      rev bigint not null default 1,
      row_xid xid8 not null default pg_current_xact_id()
    );
    create trigger notes_stamp before insert or update on public.notes for each row execute function private.stamp_sync_row();
    create trigger notes_soft_delete before delete on public.notes for each row execute function private.soft_delete_row();
    select private.sync_table(
      'notes',
      array['sender_id', 'receiver_id', 'words', 'written_at'],
      p_owners => array['sender_id', 'receiver_id'],
      p_seen_if => 'r.is_open or r.sender_id = p_viewer',
      p_more => $more$'length', length((r).words)$more$
    );
  `);
  [{ id: note }] = await db.sql<[{ id: string }]>`
    insert into public.notes (sender_id, receiver_id, words) values (${sender}, ${receiver}, 'hello') returning id`;
});
afterAll(async () => {
  await db.close();
});

const notes = async (of: string) => {
  const { rows, gone } = await pull(db.asUser(of), { tables: ['notes'] });
  return { rows: rows.map(({ row }) => row), gone };
};

describe('[SY-5] A table declared as synced', () => {
  it("is pulled only by its rows' people, with only the declared columns", async () => {
    const row = {
      id: note,
      rev: 1,
      sender_id: sender,
      receiver_id: receiver,
      words: 'hello',
      written_at: '2026-01-02T03:04:05.678Z',
      length: 5,
    };
    expect(await notes(sender)).toEqual({ rows: [row], gone: [] });
    expect(await notes(receiver)).toEqual({ rows: [row], gone: [] });
    expect(await notes(stranger)).toEqual({ rows: [], gone: [] });
  });

  it('[SY-7] reports a row as gone to people who may no longer see it, and to all when it is deleted', async () => {
    await db.sql`update public.notes set is_open = false where id = ${note}`;
    expect((await notes(sender)).rows).toHaveLength(1);
    expect(await notes(receiver)).toEqual({ rows: [], gone: [{ t: 'notes', id: note, rev: 2 }] });
    await db.sql`delete from public.notes where id = ${note}`;
    expect(await notes(sender)).toEqual({ rows: [], gone: [{ t: 'notes', id: note, rev: 3 }] });
  });

  it('has the columns and readers of its newest declaration', async () => {
    await db.sql`insert into public.notes (sender_id, receiver_id, words) values (${sender}, ${receiver}, 'again')`;
    await db.sql`select private.sync_table('notes', array['words'], p_owners => array['receiver_id'])`;
    expect((await notes(sender)).rows).toEqual([]);
    expect((await notes(receiver)).rows).toEqual([{ id: expect.any(String), rev: 1, words: 'again' }]);
  });

  it('is refused when it lacks a declared column, or the trigger that stamps its rows', async () => {
    await expect(db.sql`select private.sync_table('notes', array['words', 'colour', 'smell'])`).rejects.toThrow(
      'public.notes has no column colour, smell',
    );
    await db.sql`drop trigger notes_stamp on public.notes`;
    await expect(db.sql`select private.sync_table('notes', array['words'])`).rejects.toThrow(
      'public.notes has no trigger that stamps its rows',
    );
  });
});
