import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MessagePosition } from '../../sync/model/position.ts';
import { visitResponse } from '../../sync/model/visit.ts';
import type { PullRequest, PullResponse } from '../../sync/model/wire.ts';
import { type Actor, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, pull, push } from './scene.ts';
import { createFriends, createPerson, connect, message, resultOf } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Inserts messages that are one second apart, by default marked as read. @returns their ids in order */
async function insertMessages(
  from: string,
  to: string,
  count: number,
  { isRead = true, start = '2026-01-01T00:00:00.000Z' } = {},
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    insert into public.messages (sender_id, receiver_id, content, is_read, created_at)
    select ${from}, ${to}, 'Message ' || n, ${isRead}, ${start}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}::integer) n
    returning id, created_at`;
  return rows.map(({ id }) => id);
}

const emptyReplica: Partial<PullRequest> = { tables: ['messages'], recent_messages: true, filled_from: null };
const idsOf = ({ rows }: Pick<PullResponse, 'rows'>) => rows.map(({ row }) => row.id);

/** Fills an empty replica, in pages of `limit` rows. @param between runs before each further page */
async function fill(actor: Actor, limit = 1000, between: () => Promise<unknown> = async () => undefined) {
  const pages: PullResponse[] = [await pull(actor, { ...emptyReplica, limit })];
  for (let page = pages[0]; page?.next; pages.push(page)) {
    await between();
    page = await pull(actor, { ...emptyReplica, limit, after: page.next, filled_from: pages[0]?.floor ?? null });
  }
  const starts = z
    .record(z.string(), z.object({ created_at: z.string(), id: z.string() }))
    .parse(pages.at(-1)?.conversation_starts);
  return { ids: pages.flatMap(idsOf), pages, floor: pages[0]?.floor ?? '0', starts };
}

const older = async (
  actor: Actor,
  partner_id: string,
  before: MessagePosition,
  request: Readonly<Record<string, unknown>> = {},
) =>
  visitResponse.parse(
    await actor.rpc('older_messages', {
      p: { v: 1, epoch: null, what: { kind: 'messages', partner_id, before }, ...request },
    }),
  );

/** Reads a conversation back from a position. @returns the ids of each page, the newest first */
async function readBack(actor: Actor, partner: string, start: MessagePosition): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: MessagePosition | null = start; before !== null && pages.length < 20;) {
    const page = await older(actor, partner, before);
    pages.push(page.rows.map(({ row }) => row.id));
    before = page.next_message ?? null;
  }
  return pages;
}

describe('[SY-37] a new replica', () => {
  it('gets the newest 100 messages of each conversation, and the start of each conversation that has older ones', async () => {
    const [me, nadia] = await createFriends(db);
    const rook = await createPerson(db);
    const long = await insertMessages(nadia, me, 250);
    const mine = await insertMessages(me, nadia, 10, { start: '2026-01-01T01:00:00.000Z' });
    const short = await insertMessages(rook, me, 100);
    const recent = [...long.slice(-90), ...mine];
    for (const limit of [1000, 7]) {
      const { ids, starts } = await fill(db.asUser(me), limit);
      expect([...new Set(ids)].sort()).toEqual([...recent, ...short].sort());
      expect(starts).toEqual({ [nadia]: { created_at: '2026-01-01T00:02:41.000Z', id: recent[0] } });
    }
    const other = await fill(db.asUser(nadia));
    expect([other.ids.sort(), Object.keys(other.starts)]).toEqual([recent.sort(), [me]]);
  });

  it('gets all messages, and no starts, if it does not ask for recent ones alone', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 130);
    const requests: Partial<PullRequest>[] = [
      {},
      { filled_from: null },
      { filled_from: '0' },
      { filled_from: '0', recent_messages: true },
    ];
    for (const request of requests) {
      const page = await pull(db.asUser(me), { tables: ['messages'], ...request });
      expect(idsOf(page).sort()).toEqual([...all].sort());
      expect(page.conversation_starts ?? null).toBeNull();
    }
  });

  it('gets the unread messages too, up to 500', async () => {
    const [me, nadia] = await createFriends(db);
    const unread = await insertMessages(nadia, me, 20, { isRead: false });
    const later = await insertMessages(me, nadia, 300, { start: '2026-01-02T00:00:00.000Z' });
    expect((await fill(db.asUser(me))).ids.sort()).toEqual([...unread, ...later].sort());
    const latest = await insertMessages(me, nadia, 190, { start: '2026-01-03T00:00:00.000Z' });
    const { ids, starts } = await fill(db.asUser(me));
    expect(ids.sort()).toEqual([...unread.slice(-10), ...later, ...latest].sort());
    expect(starts[nadia]?.id).toBe(unread[10]);
    await db.sql`update public.messages set is_read = true where receiver_id = ${me}`;
    await insertMessages(nadia, me, 1, { start: '2026-01-04T00:00:00.000Z' });
    expect((await fill(db.asUser(me))).ids).toHaveLength(100);
  });

  it('misses no message that is recent at its last page, whatever is sent, read and removed between its pages', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 160);
    let rounds = 0;
    const filled = await fill(db.asUser(me), 9, async () => {
      rounds += 1;
      if (rounds > 8) return;
      const start = `2026-01-02T00:0${rounds}:00.000Z`;
      all.push(...(await insertMessages(nadia, me, 5, { start, isRead: false })));
      await db.sql`update public.messages set is_read = true where id = ${all[70 + rounds] ?? null}`;
      await db.sql`update public.messages set deleted_at = now() where id = ${all[120 + rounds] ?? null}`;
    });
    const next = await pull(db.asUser(me), { tables: ['messages'], since: filled.floor, filled_from: filled.floor });
    const held = new Set([...filled.ids, ...idsOf(next)]);
    for (const { id } of next.gone) held.delete(id);
    const start = filled.starts[nadia];
    const shown = await db.sql<{ id: string }[]>`
      select id from public.messages where receiver_id = ${me} and deleted_at is null
        and (created_at, id) >= (${start?.created_at ?? ''}::timestamptz, ${start?.id ?? ''}::uuid)`;
    expect(filled.pages.length).toBeGreaterThan(8);
    expect(shown.filter(({ id }) => !held.has(id))).toEqual([]);
  });

  it('gets each later change, also of a message that is not recent', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 150, { isRead: false });
    await db.sql`update public.messages set is_read = true where receiver_id = ${me}`;
    await insertMessages(me, nadia, 1, { start: '2026-01-02T00:00:00.000Z' });
    const { floor, starts } = await fill(db.asUser(me));
    await db.sql`update public.messages set deleted_at = now() where id = ${all[3] ?? null}`;
    await db.sql`update public.messages set is_read = false where id = ${all[4] ?? null}`;
    await resultOf(db.asUser(me), message(nadia, 'Hi'));
    const later = await pull(db.asUser(me), { tables: ['messages'], since: floor, filled_from: floor });
    expect([idsOf(later).includes(all[4] ?? ''), later.gone.map(({ id }) => id)]).toEqual([true, [all[3]]]);
    expect(later.rows.map(({ row }) => row['content'])).toContain('Hi');
    expect(starts[nadia]?.id).toBe(all[51]);
  });

  it('gets a message whose last change has a lower transaction id than its creation', async () => {
    const [me, nadia] = await createFriends(db);
    const earlier = await insertMessages(nadia, me, 1, { start: '2025-01-01T00:00:00.000Z' });
    const [reader, open] = [await db.sql.reserve(), await db.sql.reserve()];
    try {
      await reader`begin`;
      await reader`select pg_current_xact_id()`;
      await open`begin`;
      await open`select pg_current_xact_id()`;
      const [id] = await insertMessages(nadia, me, 1, { isRead: false });
      await reader`update public.messages set is_read = true where id = ${id ?? null}`;
      await reader`commit`;
      const [row] = await db.sql<{ is_older: boolean }[]>`
        select m.row_xid < r.row_xid as is_older
        from public.messages m join private.recent_messages r using (id) where m.id = ${id ?? null}`;
      expect(row).toEqual({ is_older: true });
      // The floor of the fill is the id of the transaction that is still open, which lies between those two ids.
      const { ids } = await fill(db.asUser(me), 1);
      expect(ids).toEqual([...earlier, id]);
    } finally {
      await open`rollback`;
      for (const connection of [reader, open]) connection.release();
    }
  });

  it('gets recent messages under a new epoch', async () => {
    const [me, nadia] = await createFriends(db);
    await insertMessages(nadia, me, 130);
    const { epoch } = await pull(db.asUser(me), emptyReplica);
    await db.sql`update private.recent_messages set row_xid = '9000000000'`;
    await db.sql`select private.begin_new_epoch()`;
    const filled = await fill(db.asUser(me), 11);
    expect(filled.pages[0]?.epoch).not.toBe(epoch);
    expect(new Set(filled.ids).size).toBe(100);
  });

  it('reads few rows of a conversation of 10,000 messages, and so does a page of older messages', async () => {
    const [me, nadia] = await createFriends(db);
    await insertMessages(nadia, me, 10_000);
    await db.sql`vacuum analyze public.messages`;
    const read = await db.asUser(me).run(async (tx) => {
      const rows = async () => {
        const [row] = await tx<{ rows: number }[]>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
          where relid = 'public.messages'::regclass`;
        return row?.rows ?? 0;
      };
      const before = await rows();
      const p = { v: 1, epoch: null, since: '0', after: null, pending: [], marks: [], limit: 1000, ...emptyReplica };
      await tx`select public.sync_pull(${tx.json(p)})`;
      const what = {
        kind: 'messages',
        partner_id: nadia,
        before: { created_at: '2026-01-01T01:00:00.000Z', id: nadia },
      };
      await tx`select public.older_messages(${tx.json({ v: 1, epoch: null, what })})`;
      return (await rows()) - before;
    });
    expect(read).toBeLessThan(500);
  });
});

describe('[SY-37] recent messages', () => {
  it('stay recent while newer ones are deleted: a start moves forward only', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 101);
    const before = await fill(db.asUser(me));
    await db.sql`update public.messages set deleted_at = now() where id = any (${all.slice(-40)})`;
    await insertMessages(nadia, me, 1, { start: '2026-01-02T00:00:00.000Z' });
    const { starts } = await fill(db.asUser(me));
    expect([before.starts[nadia]?.id, starts[nadia]?.id]).toEqual([all[1], all[2]]);
  });

  it('exclude a message that is inserted before the start', async () => {
    const [me, nadia] = await createFriends(db);
    await insertMessages(nadia, me, 130);
    const [inserted] = await insertMessages(nadia, me, 1, { start: '2025-01-01T00:00:00.000Z', isRead: false });
    const { ids } = await fill(db.asUser(me));
    expect([ids.length, ids.includes(inserted ?? '')]).toEqual([100, false]);
  });
});

describe('[SY-37] older messages', () => {
  it('come in pages of 100 that neither skip nor repeat, also at equal times', async () => {
    const [me, nadia] = await createFriends(db);
    await db.sql`
      insert into public.messages (sender_id, receiver_id, is_read, content, created_at)
      select case when n % 3 = 0 then ${me}::uuid else ${nadia}::uuid end, case when n % 3 = 0 then ${nadia}::uuid else ${me}::uuid end, true, 'x',
        '2026-01-01T00:00:00.000100Z'::timestamptz + (n / 7) * interval '250 microseconds'
      from generate_series(1, 420) n`;
    const rows = await db.sql<{ id: string }[]>`
      select id from public.messages where ${me} in (sender_id, receiver_id)
      order by date_trunc('milliseconds', created_at), id`;
    const all = rows.map(({ id }) => id);
    const { ids, starts } = await fill(db.asUser(me));
    const start = starts[nadia];
    const pages = await readBack(db.asUser(me), nadia, start ?? { created_at: '', id: '' });
    expect(pages.every(({ length }) => length <= 100)).toBe(true);
    expect(pages.flat()).toEqual(all.slice(0, all.length - ids.length).reverse());
    expect(await readBack(db.asUser(nadia), me, start ?? { created_at: '', id: '' })).toEqual(pages);
  });

  it('end without an empty page', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 300);
    const { starts } = await fill(db.asUser(me));
    const pages = await readBack(db.asUser(me), nadia, starts[nadia] ?? { created_at: '', id: '' });
    expect(pages).toEqual([all.slice(100, 200).reverse(), all.slice(0, 100).reverse()]);
  });

  it('continue after their position although the message there was deleted', async () => {
    const [me, nadia] = await createFriends(db);
    const all = await insertMessages(nadia, me, 250);
    const { starts } = await fill(db.asUser(me));
    const start = starts[nadia] ?? { created_at: '', id: '' };
    await db.sql`update public.messages set deleted_at = now() where id = any (${[start.id, all[149] ?? '', all[20] ?? '']})`;
    const pages = await readBack(db.asUser(me), nadia, start);
    expect(pages.flat()).toEqual(all.filter((_, at) => at < 149 && at !== 20).reverse());
  });

  it('equal the rows that a pull sends, with an epoch, a floor and a mark', async () => {
    const [me, nadia] = await createFriends(db);
    await insertMessages(nadia, me, 3);
    const pulled = await pull(db.asUser(me), { tables: ['messages'] });
    const page = await older(db.asUser(me), nadia, { created_at: '2027-01-01T00:00:00.000Z', id: randomUUID() });
    expect(page.rows.toReversed()).toEqual(
      pulled.rows.toSorted((a, b) => (String(a.row['created_at']) < String(b.row['created_at']) ? -1 : 1)),
    );
    expect(page).toMatchObject({
      epoch: pulled.epoch,
      floor: expect.any(String),
      mark: expect.any(String),
      next_message: null,
    });
  });

  it('are those of the caller’s own conversation alone', async () => {
    const [me, nadia] = await createFriends(db);
    const third = await createPerson(db);
    await connect(db, nadia, third);
    await insertMessages(nadia, third, 2);
    const now = { created_at: '2027-01-01T00:00:00.000Z', id: randomUUID() };
    expect((await older(db.asUser(me), nadia, now)).rows).toEqual([]);
    expect((await older(db.asUser(me), third, now)).rows).toEqual([]);
    expect((await older(db.asUser(third), nadia, now)).rows).toHaveLength(2);
    for (const nobody of [db.asAnon(), db.asUser(randomUUID())]) {
      expect((await refusal(older(nobody, nadia, now))).code).toBe('42501');
    }
  });

  it('[S-47] are refused to a person who blocked the other, and to nobody else', async () => {
    const [me, nadia] = await createFriends(db);
    await insertMessages(nadia, me, 2);
    const now = { created_at: '2027-01-01T00:00:00.000Z', id: randomUUID() };
    await push(db.asUser(me), [action('connection.block', { partner_id: nadia })]);
    expect(await refusal(older(db.asUser(me), nadia, now))).toEqual({
      code: '42501',
      message: 'You have blocked this person',
    });
    expect((await older(db.asUser(nadia), me, now)).rows).toHaveLength(2);
    await push(db.asUser(me), [action('connection.unblock', { partner_id: nadia })]);
    expect((await older(db.asUser(me), nadia, now)).rows).toHaveLength(2);
  });

  it('[SY-8] are replaced by a reset for another epoch or an outdated app', async () => {
    const [me, nadia] = await createFriends(db);
    const now = { created_at: '2027-01-01T00:00:00.000Z', id: randomUUID() };
    await insertMessages(nadia, me, 2);
    expect(await older(db.asUser(me), nadia, now, { epoch: 'another' })).toMatchObject({ rows: [], reset: 'epoch' });
    expect(await older(db.asUser(me), nadia, now, { v: 0 })).toMatchObject({ rows: [], reset: 'update' });
  });

  it.each([
    ['nothing', null, '22023'],
    ['no partner', { before: { created_at: '2026-01-01T00:00:00.000Z', id: randomUUID() } }, '22023'],
    ['no position', { partner_id: randomUUID() }, '22023'],
    [
      'a position without an id',
      { partner_id: randomUUID(), before: { created_at: '2026-01-01T00:00:00.000Z' } },
      '22023',
    ],
    ['an invalid partner', { partner_id: "' or true", before: null }, '22P02'],
    ['an invalid time', { partner_id: randomUUID(), before: { created_at: 'x', id: randomUUID() } }, '22007'],
  ])('are refused to a request with %s', async (_, what, code) => {
    const [me] = await createFriends(db);
    expect((await refusal(db.asUser(me).rpc('older_messages', { p: { v: 1, epoch: null, what } }))).code).toBe(code);
  });
});
