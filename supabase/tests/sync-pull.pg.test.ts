import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../sync/model/tables.ts';
import type { PullCursor, PullResponse } from '../../sync/model/wire.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, allTables, createTrack, play, pull, push } from './scene.ts';

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

function idsOf(response: PullResponse, table: string): string[] {
  return response.rows.filter((entry) => entry.t === table).map((entry) => entry.row.id);
}

/** The present floor: a pull from it returns only later changes. */
async function cursorNow(): Promise<string> {
  return (await pull(db.asUser(fan), { tables: [] })).floor;
}

describe('sync_pull', () => {
  it("[SY-5] returns rows in the model's shape", async () => {
    const since = await cursorNow();
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set sponsored = true, sponsored_at = '2026-01-02T03:04:05.678Z' where id = ${track}`;
    await push(db.asUser(fan), [play(track), action('profile.update', { artist_name: 'Fan' })]);

    const response = await pull(db.asUser(fan), { since });
    for (const { t, row } of response.rows) {
      const table = Object.values(tables).find(({ name }) => name === t);
      expect(table?.row.parse(row), t).toEqual(row);
    }
    expect(new Set(response.rows.map((entry) => entry.t))).toEqual(
      new Set(allTables.filter((name) => name !== 'genres')),
    );
    expect(response.rows.find((entry) => entry.t === 'tracks')?.row).toMatchObject({
      id: track,
      rev: 2,
      counts_rev: 2,
      sponsored_at: '2026-01-02T03:04:05.678Z',
      play_count: 1,
    });
    expect(response.rows.find((entry) => entry.t === 'user_balances')?.row).toMatchObject({
      id: fan,
      user_id: fan,
      zaps: 2,
    });
    expect(response).toMatchObject({ gone: [], acks: [], next: null });
    expect(response.server_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(idsOf(await pull(db.asUser(fan), { tables: ['genres', 'no_such_table'] }), 'genres')).toHaveLength(20);
  });

  it('[SY-7] returns private rows to their owner only; others get formerly public rows as gone, and no plays', async () => {
    const hidden = await createTrack(db, artist);
    const since = await cursorNow();
    const privateTrack = await createTrack(db, artist, { isPublic: false });
    await db.sql`update public.tracks set is_public = false where id = ${hidden}`;
    await db.sql`update public.user_profiles set privacy_setting = 'friends_only' where id = ${artist}`;
    await push(db.asUser(artist), [play(privateTrack)]);

    const ownPage = await pull(db.asUser(artist), { since });
    expect(idsOf(ownPage, 'tracks').sort()).toEqual([hidden, privateTrack].sort());
    expect(idsOf(ownPage, 'user_profiles')).toEqual([artist]);
    expect(idsOf(ownPage, 'track_plays')).toHaveLength(1);

    const otherPage = await pull(db.asUser(fan), { since });
    expect(otherPage.rows).toEqual([]);
    expect(otherPage.gone.map(({ t, id }) => ({ t, id }))).toEqual(
      expect.arrayContaining([
        { t: 'tracks', id: hidden },
        { t: 'user_profiles', id: artist },
      ]),
    );
    expect(otherPage.gone).toHaveLength(2);
  });

  it('[SY-7] reports deleted and newly private rows as gone, with a rev above the one that the client has', async () => {
    const [hidden, deleted] = [await createTrack(db, artist), await createTrack(db, artist)];
    const since = await cursorNow();
    await db.sql`update public.tracks set is_public = false where id = ${hidden}`;
    await db.sql`delete from public.tracks where id = ${deleted}`;

    const response = await pull(db.asUser(fan), { since });
    expect(response.rows).toEqual([]);
    expect(response.gone).toEqual([
      { t: 'tracks', id: hidden, rev: 2 },
      { t: 'tracks', id: deleted, rev: 2 },
    ]);
    const ownPage = await pull(db.asUser(artist), { since });
    expect(idsOf(ownPage, 'tracks')).toEqual([hidden]);
    expect(ownPage.gone).toEqual([{ t: 'tracks', id: deleted, rev: 2 }]);
  });

  it('[S-6] leaves tombstones without content for a deleted account', async () => {
    const track = await createTrack(db, artist);
    const since = await cursorNow();
    await db.sql`delete from auth.users where id = ${artist}`;

    const response = await pull(db.asUser(fan), { since });
    expect(response.rows).toEqual([]);
    expect(response.gone).toEqual(
      expect.arrayContaining([
        { t: 'tracks', id: track, rev: 2 },
        { t: 'user_profiles', id: artist, rev: 2 },
      ]),
    );
    expect([...(await db.sql`select artist_name from public.user_profiles where id = ${artist}`)]).toEqual([
      { artist_name: null },
    ]);
  });

  it('[SY-13] acknowledges in the snapshot that contains the effects', async () => {
    const since = await cursorNow();
    const track = await createTrack(db, artist);
    const [applied, refused, unsent] = [play(track), play(track, { progressMs: 1 }), randomUUID()];
    const before = await pull(db.asUser(fan), { since, pending: [applied.id, refused.id, unsent] });
    expect(before.acks).toEqual([]);

    const results = await push(db.asUser(fan), [applied, refused]);
    const after = await pull(db.asUser(fan), { since, pending: [applied.id, refused.id, unsent] });
    expect(after.acks).toEqual(expect.arrayContaining(results));
    expect(after.acks).toHaveLength(2);
    expect(after.rows.find((entry) => entry.t === 'tracks')?.row).toMatchObject({ id: track, play_count: 1 });
    expect((await pull(db.asUser(artist), { since, pending: [applied.id] })).acks).toEqual([]);
  });

  it('[SY-13] withholds an acknowledgement until the page that completes its effects', async () => {
    const since = await cursorNow();
    const track = await createTrack(db, artist);
    const applied = play(track);
    await push(db.asUser(fan), [applied]);

    const user = db.asUser(fan);
    const received = new Map<string, unknown>();
    let after: PullCursor | null = null;
    for (let page = 0; page < 50; page += 1) {
      const response: PullResponse = await pull(user, { since, after, limit: 1, pending: [applied.id] });
      for (const { t, row } of response.rows) received.set(t, row);
      if (response.acks.length > 0) break;
      after = response.next;
    }
    expect(received.get('tracks')).toMatchObject({ id: track, play_count: 1 });
    expect(received.get('user_balances')).toMatchObject({ zaps: 2 });
    expect(received.has('track_plays')).toBe(true);
  });

  it('[SY-6] pages through everything once, whatever the limit, which a page exceeds by at most two rows', async () => {
    await Promise.all(Array.from({ length: 30 }, () => createTrack(db, artist)));
    await push(db.asUser(fan), [play(await createTrack(db, artist))]);
    const user = db.asUser(fan);
    const complete = await pull(user, { limit: 1000 });
    const key = (entry: { t: string; row: { id: string } }) => `${entry.t} ${entry.row.id}`;

    for (const limit of [1, 2, 7, 1000]) {
      const rows = [];
      let after: PullCursor | null = null;
      do {
        const page: PullResponse = await pull(user, { after, limit });
        expect(page.rows.length + page.gone.length).toBeLessThanOrEqual(limit + 2);
        rows.push(...page.rows.map(key));
        after = page.next;
      } while (after !== null);
      expect(rows).toHaveLength(new Set(rows).size);
      expect(rows).toHaveLength(complete.rows.length);
      expect(new Set(rows)).toEqual(new Set(complete.rows.map(key)));
    }
  });

  it('[SY-5] keeps to its limits whatever is requested, and refuses malformed values', async () => {
    const user = db.asUser(fan);
    expect((await pull(user, { limit: 0 })).rows.length).toBeGreaterThan(0);
    expect((await pull(user, { limit: -5 })).rows.length).toBeGreaterThan(0);
    expect((await pull(user, { limit: 100_000 })).next).toBe(null);
    for (const p of [
      { since: 'x' },
      { since: '0', v: 1, pending: ['x'] },
      { v: 'x' },
      { after: { xid: '1', id: 'x' } },
    ]) {
      expect((await refusal(user.rpc('sync_pull', { p }))).code).toBe('22P02');
    }
    expect(await user.rpc('sync_pull', { p: { v: 1 } })).toMatchObject({ rows: [], gone: [], next: null });
    expect(await user.rpc('sync_pull', { p: { v: 1, tables: 'tracks', pending: {} } })).toMatchObject({
      rows: [],
      acks: [],
    });
  });

  it("[SY-6] keeps its floor below an open transaction, and returns that transaction's rows later", async () => {
    const since = await cursorNow();
    const slow = randomUUID();
    let floor = '';
    await db.sql.begin(async (tx) => {
      await tx`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
               values (${slow}, ${artist}, 'Slow', 'Someone', 'House', ${slow}, 1, 1, true)`;
      const fast = await createTrack(db, artist);
      const during = await pull(db.asUser(fan), { since });
      expect(idsOf(during, 'tracks')).toEqual([fast]);
      floor = during.floor;
    });
    expect(idsOf(await pull(db.asUser(fan), { since: floor }), 'tracks')).toContain(slow);
  });

  it('[SY-8] resets a replica of another epoch or from before the floor, and refuses old clients', async () => {
    const user = db.asUser(fan);
    const { epoch } = await pull(user, { tables: [] });
    expect((await pull(user, { epoch, tables: [] })).reset).toBeUndefined();

    const nothing = { rows: [], gone: [], acks: [], next: null, epoch };
    expect(await pull(user, { epoch: 'of-a-lost-future' })).toMatchObject({ ...nothing, reset: 'epoch' });
    await db.sql`update public.sync_meta set min_since = '100'::xid8`;
    expect(await pull(user, { epoch, since: '99' })).toMatchObject({ ...nothing, reset: 'floor' });
    expect((await pull(user, { epoch, since: '100', tables: [] })).reset).toBeUndefined();
    expect((await pull(user, { since: '0' })).reset, 'an empty replica begins at 0').toBeUndefined();
    await db.sql`update public.sync_meta set min_since = '0'::xid8, min_client_v = 2`;
    expect(await pull(user, { epoch })).toMatchObject({ ...nothing, reset: 'update' });
    await db.sql`update public.sync_meta set min_client_v = 1`;

    const [row] = await db.sql`select private.begin_new_epoch() as epoch`;
    expect(row?.['epoch']).not.toBe(epoch);
    expect(await pull(user, { epoch, since: '100' })).toMatchObject({ reset: 'epoch' });
    expect(idsOf(await pull(user), 'genres')).toHaveLength(20);
  });
});

describe('The marks of a pull', () => {
  const markNow = async () => (await pull(db.asUser(fan), { tables: [] })).mark ?? null;
  const resetOf = async (...marks: string[]) => (await pull(db.asUser(fan), { tables: [], marks })).reset;
  const signed = async (run: string, lsn: string, floor = '0'): Promise<string> => {
    const [row] = await db.sql<{ mark: string }[]>`select private.mark_of(${run}, ${lsn}, ${floor}) as mark`;
    return row?.mark ?? '';
  };
  beforeEach(() => db.sql`select private.note_run()`);

  it('[SY-8] [G-7] are ignored unless this server signed them', async () => {
    const mark = (await markNow()) ?? '';
    const [run = '', lsn = '', floor = '', mac = ''] = mark.split('.');
    expect(mark).toBe(await signed(run, lsn, floor));
    expect(await resetOf(mark, mark)).toBeUndefined();
    const forged = [
      `${randomUUID()}.${lsn}.${floor}.${mac}`,
      `${run}.FFFFFFFF/FFFFFFFF.${floor}.${mac}`,
      `${run}.${lsn}.999999999999999999.${mac}`,
      `${run}.${lsn}.9999999999999999999.${mac}`,
      `${run}.FFFFFFFF/FFFFFFFF.${floor}.${'0'.repeat(64)}`,
      `${run}.FFFFFFFF/FFFFFFFF.${floor}.`,
      `${run}.${lsn}.${mac}`,
      `${mark}.`,
      ` ${mark}`,
      `00000000-0000-0000-0000-000000000000.0/0.0.${mac}`,
      '------------------------------------.0/0.0.'.concat(mac),
      '..',
      '',
      'x'.repeat(100_000),
    ];
    for (const text of forged) expect(await resetOf(text), text.slice(0, 150)).toBeUndefined();
    const p = { v: 1, epoch: null, since: '0', after: null, tables: [], pending: [], limit: 1 };
    for (const marks of ['one', 7, null, {}, [null], [[mark]], [{ mark }]])
      expect(await db.asUser(fan).rpc('sync_pull', { p: { ...p, marks } })).not.toHaveProperty('reset');
    const [unknown, tenTrue] = [await signed(randomUUID(), lsn), Array.from({ length: 10 }, () => mark)];
    expect(await resetOf(...tenTrue, unknown), 'the eleventh mark is not checked').toBeUndefined();
  });

  it('[SY-8] [G-7] reset only the replica that sends them, if they are of another history', async () => {
    const { mark, epoch } = await pull(db.asUser(fan), { tables: [] });
    const [run = '', lsn = '', floor = ''] = mark?.split('.') ?? [];
    const ofAnotherRun = await signed(randomUUID(), lsn);
    const ofTheFuture = await signed(run, 'FFFFFFFF/0');
    const ofAnUnknownTransaction = await signed(run, lsn, '999999999999999999');
    for (const lost of [ofAnotherRun, ofTheFuture, ofAnUnknownTransaction]) {
      const page = await pull(db.asUser(fan), { epoch, marks: [mark ?? '', lost] });
      expect(page).toMatchObject({ epoch, rows: [], gone: [], acks: [], next: null, mark: null, reset: 'epoch' });
      expect((await pull(db.asUser(artist), { epoch, tables: [] })).reset).toBeUndefined();
    }
    await db.sql.begin(async (tx) => {
      // A later run started below the mark's position, so the mark's run ended before it.
      await tx`insert into private.server_runs (postmaster_started_at, started_lsn) values ('2100-01-01', '0/1')`;
      const [row] = await tx`select private.refutes(${[mark ?? '']}) as refuted, private.refutes('{}') as of_none`;
      expect(row).toEqual({ refuted: true, of_none: false });
      await tx`delete from private.server_runs where started_lsn = '0/1'`;
    });
    expect(await resetOf(mark ?? '')).toBeUndefined();
    await db.sql.begin(async (tx) => {
      // A later run continues transaction ids below the mark's floor, so another transaction gets the floor's id.
      await tx`insert into private.server_runs (postmaster_started_at, started_lsn, started_xid)
               values ('2100-01-01', 'FFFFFFFF/0', ${String(Number(floor) - 1)})`;
      const [row] = await tx`select private.refutes(${[mark ?? '']}) as refuted`;
      expect(row).toEqual({ refuted: true });
      await tx`update private.server_runs set started_xid = ${floor} where started_lsn = 'FFFFFFFF/0'`;
      const [same] = await tx`select private.refutes(${[mark ?? '']}) as refuted`;
      expect(same).toEqual({ refuted: false });
      await tx`delete from private.server_runs where started_lsn = 'FFFFFFFF/0'`;
    });
    const calls = ['note_run()', `mark_of(gen_random_uuid(), '0/1')`, `sign('mark', '')`, `refutes('{}')`];
    for (const call of calls)
      for (const actor of [db.asUser(fan), db.asAnon()])
        expect((await refusal(actor.run((tx) => tx.unsafe(`select private.${call}`)))).code, call).toBe('42501');
  });

  it('[SY-8] [G-7] are issued once the run is recorded, by the first action if not before; marks of deleted runs reset the replica', async () => {
    const before = await markNow();
    await db.sql`delete from private.server_runs`;
    expect(await markNow()).toBeNull();
    await push(db.asUser(fan), [action('profile.update', { bio: 'Here' })]);
    expect(await markNow()).not.toBeNull();
    expect(await resetOf(before ?? '')).toBe('epoch');
    const laterMark = await markNow();
    await db.sql`select private.begin_new_epoch()`;
    expect(await resetOf(laterMark ?? ''), 'runs restored from a dump').toBe('epoch');
    expect(await markNow()).not.toBeNull();
  });
});

describe('first_screen', () => {
  it('[SY-23] returns the first rows of Explore in its order, the genres, the rules and the caller’s own rows', async () => {
    await db.sql`update public.tracks set is_public = false`;
    const old = await createTrack(db, artist, { rating: 4.5 });
    await db.sql`update public.tracks set created_at = '2026-01-01' where id = ${old}`;
    const [top, fresh, third] = [
      await createTrack(db, artist, { rating: 5 }),
      await createTrack(db, artist, { rating: 4.5 }),
      await createTrack(db, artist, { rating: 3 }),
    ];
    await createTrack(db, artist, { isPublic: false, rating: 5 });
    await db.sql`update public.tracks set sponsored = true, sponsored_at = now() where id = ${await createTrack(db, artist)}`;

    const screen = await db.asUser(fan).rpc('first_screen', { p: { limit: 3 } });
    expect(screen).toMatchObject({ total: 4, server_time: expect.stringMatching(/Z$/) });
    const response = { ...(await pull(db.asUser(fan), { tables: [] })), ...Object(screen) };
    expect(idsOf(response, 'tracks')).toEqual([top, fresh, old]);
    expect(idsOf(response, 'tracks')).not.toContain(third);
    expect(idsOf(response, 'genres')).toHaveLength(20);
    expect(idsOf(response, 'zap_rules')).toHaveLength(15);
    for (const table of ['user_profiles', 'user_balances', 'user_stats']) expect(idsOf(response, table)).toEqual([fan]);
  });
});
