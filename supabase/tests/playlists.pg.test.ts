import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inOrder } from '../../sync/model/playlist-order.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let artist: string;
let track: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await createPerson(db);
  track = await createTrack(db, artist);
});
afterAll(() => db.close());

const playlist = (kind: string, id: string, fields: Record<string, unknown> = {}) =>
  action(`playlist.${kind}`, { playlist_id: id, ...fields });
const create = (id: string, fields: Record<string, unknown> = {}) =>
  playlist('create', id, { title: 'Night', ...fields });
const entry = (position: string, id = randomUUID(), of = track) => ({ id, track_id: of, position });

const pulled = async (person: string, name: string) =>
  (await pull(db.asUser(person), { tables: [name] })).rows.map(({ row }) => row);
const titles = async (person: string) => (await pulled(person, 'playlists')).map((row) => row['title']);
const entriesOf = async (person: string) =>
  inOrder((await pulled(person, 'playlist_tracks')).map((row) => ({ id: row.id, position: String(row['position']) })));

async function withMost<T>(part: string, most: number, run: () => Promise<T>): Promise<T> {
  const [row] = await db.sql<{ most: number }[]>`select most from private.library_limits where part = ${part}`;
  await db.sql`update private.library_limits set most = ${most} where part = ${part}`;
  const result = await run();
  await db.sql`update private.library_limits set most = ${row?.most ?? 0} where part = ${part}`;
  return result;
}

describe('[S-60] A playlist', () => {
  it('is pulled by its owner alone, whatever its visibility, and costs nothing', async () => {
    const [fan, other] = [await createPerson(db), await createPerson(db)];
    const id = randomUUID();
    const first = entry('a0');
    await push(db.asUser(fan), [create(id, { visibility: 'public' }), playlist('add', id, { entries: [first] })]);
    expect(await pulled(fan, 'playlists')).toEqual([
      {
        id,
        rev: 1,
        user_id: fan,
        title: 'Night',
        description: '',
        visibility: 'public',
        created_at: expect.any(String),
      },
    ]);
    expect(await pulled(fan, 'playlist_tracks')).toEqual([
      { rev: 1, playlist_id: id, user_id: fan, created_at: expect.any(String), ...first },
    ]);
    for (const name of ['playlists', 'playlist_tracks']) {
      expect(await pulled(other, name)).toEqual([]);
      expect([...(await db.asUser(other).run((tx) => tx`select * from public.${tx(name)}`))]).toEqual([]);
    }
  });

  it('changes only the given fields, and is refused with clear words if they do not fit', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(fan), [create(id), playlist('update', id, { description: ' For trains ' })]);
    await push(db.asUser(fan), [playlist('update', id, { visibility: 'link' })]);
    expect(await pulled(fan, 'playlists')).toMatchObject([
      { title: 'Night', description: 'For trains', visibility: 'link', rev: 3 },
    ]);
    const refused = async (fields: Record<string, unknown>) => outcome(db.asUser(fan), playlist('update', id, fields));
    for (const title of ['  ', '\n\u00a0', '\u200b', '\u202e\u2068', '\u2800\u3164'])
      expect(await refused({ title }), JSON.stringify(title)).toBe('title_missing');
    expect(await refused({ title: 'n'.repeat(61) })).toBe('title_too_long');
    expect(await refused({ description: 'n'.repeat(501) })).toBe('description_too_long');
    expect(await refused({ visibility: 'everybody' })).toBe('invalid_payload');
    expect(await refused({ title: 'NAZI' })).toBe('restricted_words');
    expect(await outcome(db.asUser(fan), create(id))).toBe('playlist_exists');
  });

  it('may have any name while only its owner sees it, but not when it is shown to others', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    expect(await outcome(db.asUser(fan), create(id, { title: 'NAZI' }))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), playlist('update', id, { visibility: 'public' }))).toBe('restricted_words');
  });

  it('cannot be changed by others, who learn nothing of it', async () => {
    const [fan, other] = [await createPerson(db), await createPerson(db)];
    const id = randomUUID();
    const kept = entry('a0');
    await push(db.asUser(fan), [create(id), playlist('add', id, { entries: [kept] })]);
    const attempts = [
      playlist('update', id, { title: 'Mine' }),
      playlist('restore', id),
      playlist('add', id, { entries: [entry('a1')] }),
      playlist('remove', id, { entries: [{ id: kept.id }] }),
      playlist('move', id, { entries: [{ id: kept.id, position: 'a9' }] }),
    ];
    for (const attempt of attempts) expect(await outcome(db.asUser(other), attempt)).toBe('playlist_missing');
    expect(await outcome(db.asUser(other), playlist('delete', id))).toEqual({ success: true });
    // An entry of somebody else's playlist is neither moved into one's own, nor changed.
    const own = randomUUID();
    await push(db.asUser(other), [
      create(own),
      playlist('add', own, { entries: [entry('a5', kept.id)] }),
      playlist('remove', own, { entries: [{ id: kept.id }] }),
      playlist('move', own, { entries: [{ id: kept.id, position: 'a9' }] }),
    ]);
    expect(await titles(fan)).toEqual(['Night']);
    expect(await entriesOf(fan)).toEqual([{ id: kept.id, position: 'a0' }]);
    expect(await entriesOf(other)).toEqual([]);
  });

  it('is restored whole after its deletion', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(fan), [create(id), playlist('add', id, { entries: [entry('a0'), entry('a1')] })]);
    await push(db.asUser(fan), [playlist('delete', id)]);
    expect(await titles(fan)).toEqual([]);
    expect(await outcome(db.asUser(fan), playlist('add', id, { entries: [entry('a2')] }))).toBe('playlist_missing');
    expect(await outcome(db.asUser(fan), playlist('delete', id))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), playlist('restore', id))).toEqual({ success: true });
    expect([await titles(fan), (await entriesOf(fan)).length]).toEqual([['Night'], 2]);
  });

  it('is deleted with its entries, and restored with them, but without the entries that were removed before', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    const [stays, removed] = [entry('a0'), entry('a1')];
    const remove = playlist('remove', id, { entries: [{ id: removed.id }] });
    await push(db.asUser(fan), [
      create(id),
      playlist('add', id, { entries: [stays, removed] }),
      remove,
      playlist('delete', id),
    ]);
    expect(await entriesOf(fan)).toEqual([]);
    await db.sql`delete from private.pins where user_id = ${fan}`;
    await push(db.asUser(fan), [playlist('restore', id)]);
    expect((await entriesOf(fan)).map((row) => row.id)).toEqual([stays.id]);
    expect([...(await db.sql`select row_id from private.pins where user_id = ${fan}`)]).toEqual([{ row_id: track }]);
  });

  it('is refused above the limit; an addition beyond the limit of tracks is refused as a whole', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(fan), [create(id), playlist('add', id, { entries: [entry('a0')] })]);
    const results = await withMost('playlists', 1, () => push(db.asUser(fan), [create(randomUUID())]));
    expect(results[0]?.result).toEqual({
      code: 'too_many_playlists',
      message: 'You have 1 playlists, and that is the most. Delete one, then try again.',
    });
    const more = playlist('add', id, { entries: [entry('a1'), entry('a2')] });
    const [full] = await withMost('playlist_tracks', 2, () => push(db.asUser(fan), [more]));
    expect(full?.result).toEqual({
      code: 'playlist_full',
      message: 'A playlist holds 2 tracks. Remove some, or add these to another one.',
    });
    expect(await entriesOf(fan)).toHaveLength(1);
  });

  it('refuses malformed lists of entries', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(fan), [create(id)]);
    const wrong: unknown[] = [
      undefined,
      {},
      [],
      [7],
      Array.from({ length: 101 }, () => entry('a0')),
      [{ ...entry('a0'), id: 'x' }],
      [{ ...entry('a0'), track_id: null }],
      [entry('')],
      [entry('a 0')],
      [entry('a'.repeat(201))],
    ];
    for (const entries of wrong)
      expect(await outcome(db.asUser(fan), playlist('add', id, { entries })), JSON.stringify(entries)).toBe(
        'invalid_payload',
      );
    expect(await entriesOf(fan)).toEqual([]);
  });

  it('[S-47] of a silenced person stays private, and may still be created and renamed', async () => {
    const fan = await createPerson(db);
    await db.sql`insert into private.silences (act_id, user_id, ends_at, reason)
                 values (${randomUUID()}, ${fan}, now() + interval '1 day', 'spam')`;
    const id = randomUUID();
    expect(await outcome(db.asUser(fan), create(randomUUID(), { visibility: 'link' }))).toBe('account_silenced');
    expect(await outcome(db.asUser(fan), create(id))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), playlist('update', id, { visibility: 'public' }))).toBe('account_silenced');
    expect(await outcome(db.asUser(fan), playlist('update', id, { title: 'Mine' }))).toEqual({ success: true });
  });

  it('[S-47] that others see cannot be extended, reordered or restored by silenced people, only reduced or deleted', async () => {
    const fan = await createPerson(db);
    const [shown, own, deleted] = [randomUUID(), randomUUID(), randomUUID()];
    const [first, second, third] = [entry('a0'), entry('a1'), entry('a2')];
    await push(db.asUser(fan), [
      create(shown, { visibility: 'link' }),
      playlist('add', shown, { entries: [first, second] }),
      create(own),
      create(deleted, { visibility: 'public' }),
      playlist('delete', deleted),
    ]);
    await db.sql`insert into private.silences (act_id, user_id, ends_at, reason)
                 values (${randomUUID()}, ${fan}, now() + interval '1 day', 'spam')`;
    const act = (kind: string, id: string, fields?: Record<string, unknown>) =>
      outcome(db.asUser(fan), playlist(kind, id, fields));
    expect(await act('add', shown, { entries: [third] })).toBe('account_silenced');
    expect(await act('move', shown, { entries: [{ id: first.id, position: 'a5' }] })).toBe('account_silenced');
    expect(await act('restore', deleted)).toBe('account_silenced');
    expect(await act('add', own, { entries: [third] })).toEqual({ success: true });
    expect(await act('remove', shown, { entries: [{ id: first.id }] })).toEqual({ success: true });
    expect(await act('delete', shown)).toEqual({ success: true });
  });

  it('[S-6] is deleted with the account, and so are its texts', async () => {
    const fan = await createPerson(db);
    const [id, deleted] = [randomUUID(), randomUUID()];
    await push(db.asUser(fan), [
      create(id, { title: 'Zora at night' }),
      create(deleted, { title: 'Zora by day' }),
      playlist('add', id, { entries: [entry('a0')] }),
      playlist('delete', deleted),
    ]);
    await db.sql`delete from auth.users where id = ${fan}`;
    const left = await db.sql`
      select title from public.playlists where user_id = ${fan} and (deleted_at is null or title like 'Zora%')
      union all select id::text from public.playlist_tracks where user_id = ${fan} and deleted_at is null`;
    expect([...left]).toEqual([]);
  });
});
