import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await createPerson(db);
});
afterAll(() => db.close());

const add = (track: string, at?: string) =>
  action('favourite.add', { track_id: track }, at === undefined ? {} : { at });
const remove = (track: string) => action('favourite.remove', { track_id: track });

const favouritesOf = async (person: string) =>
  (await pull(db.asUser(person), { tables: ['favourites'] })).rows.map(({ row }) => row);
/** Sorted: rows that one transaction wrote are pulled by their ids, which are random. */
const idsOf = async (person: string) => (await favouritesOf(person)).map((row) => String(row['track_id'])).toSorted();

describe('[S-60] A favourite', () => {
  it('is pulled by the person alone, with the time of the press, and costs nothing', async () => {
    const [fan, other] = [await createPerson(db), await createPerson(db)];
    const [track, own] = [await createTrack(db, artist), await createTrack(db, fan, { isPublic: false })];
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const ledger = () => db.sql`select count(*)::int as n from public.zap_actions where user_id = ${fan}`;
    const before = [...(await ledger())];
    expect(await outcome(db.asUser(fan), add(track, at))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), add(own))).toEqual({ success: true });
    expect(await favouritesOf(fan)).toEqual([
      { id: expect.any(String), rev: 1, user_id: fan, track_id: track, created_at: at },
      { id: expect.any(String), rev: 1, user_id: fan, track_id: own, created_at: expect.any(String) },
    ]);
    expect([...(await ledger())]).toEqual(before);
    for (const viewer of [other, artist]) {
      expect(await favouritesOf(viewer)).toEqual([]);
      expect([...(await db.asUser(viewer).run((tx) => tx`select * from public.favourites`))]).toEqual([]);
    }
  });

  it('is stored once, however often it is added, and never with a future time', async () => {
    const fan = await createPerson(db);
    const track = await createTrack(db, artist);
    const first = new Date(Date.now() - 60_000).toISOString();
    const once = add(track, first);
    await push(db.asUser(fan), [once, once, add(track)]);
    expect(await favouritesOf(fan)).toMatchObject([{ rev: 1, track_id: track, created_at: first }]);
    await push(db.asUser(fan), [remove(track), add(track, '2999-01-01T00:00:00.000Z')]);
    const [row] = await favouritesOf(fan);
    expect(Date.parse(String(row?.['created_at']))).toBeLessThanOrEqual(Date.now());
  });

  it('is pulled as gone when it is removed, and may be removed again', async () => {
    const fan = await createPerson(db);
    const track = await createTrack(db, artist);
    await push(db.asUser(fan), [add(track)]);
    const [row] = await favouritesOf(fan);
    const { epoch, floor } = await pull(db.asUser(fan), { tables: ['favourites'] });
    expect(await outcome(db.asUser(fan), remove(track))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), remove(track))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), remove(randomUUID()))).toEqual({ success: true });
    const later = await pull(db.asUser(fan), { tables: ['favourites'], epoch, since: floor, filled_from: '0' });
    expect([later.rows, later.gone]).toEqual([[], [{ t: 'favourites', id: row?.id, rev: 2 }]]);
  });

  it('outlives its track, but a track that is hidden from the person cannot be added', async () => {
    const fan = await createPerson(db);
    const [hidden, deleted] = [await createTrack(db, artist), await createTrack(db, artist)];
    await push(db.asUser(fan), [add(hidden), add(deleted)]);
    await db.sql`update public.tracks set is_public = false where id = ${hidden}`;
    await db.sql`delete from public.tracks where id = ${deleted}`;
    expect(await idsOf(fan)).toEqual([hidden, deleted].toSorted());
    const late = await createPerson(db);
    for (const missing of [hidden, deleted, randomUUID()])
      expect(await outcome(db.asUser(late), add(missing))).toBe('track_missing');
    expect(await outcome(db.asUser(fan), action('favourite.add', { track_id: 7 }))).toBe('invalid_payload');
    expect(await outcome(db.asUser(fan), remove(hidden))).toEqual({ success: true });
    expect(await idsOf(fan)).toEqual([deleted]);
  });

  it('is refused above the limit, with a message that says what to do', async () => {
    const fan = await createPerson(db);
    const tracks = [await createTrack(db, artist), await createTrack(db, artist), await createTrack(db, artist)];
    await db.sql`update private.library_limits set most = 2 where part = 'favourites'`;
    const results = await push(
      db.asUser(fan),
      tracks.map((track) => add(track)),
    );
    await db.sql`update private.library_limits set most = 10000 where part = 'favourites'`;
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'rejected']);
    expect(results[2]?.result).toEqual({
      code: 'favourites_full',
      message: 'You have 2 favourites, and that is the most. Remove one, then add this one again.',
    });
  });

  it('[SY-18] changes the row of the person\u2019s statistics, which notifies their other devices', async () => {
    const fan = await createPerson(db);
    const track = await createTrack(db, artist);
    const rev = async () => [...(await db.sql`select rev::int from public.user_stats where user_id = ${fan}`)];
    const revs = [await rev()];
    for (const pushed of [add(track), remove(track)]) {
      await push(db.asUser(fan), [pushed]);
      revs.push(await rev());
    }
    expect(revs.map(([row]) => row?.['rev'])).toEqual([...new Set(revs.map(([row]) => row?.['rev']))]);
  });

  it('[S-6] is deleted with the account', async () => {
    const fan = await createPerson(db);
    await push(db.asUser(fan), [add(await createTrack(db, artist))]);
    await db.sql`delete from auth.users where id = ${fan}`;
    const left = await db.sql`select 1 from public.favourites where user_id = ${fan} and deleted_at is null`;
    expect([...left]).toEqual([]);
  });
});

describe('[G-6] The row of a favourite track', () => {
  it('is pulled even if the track is off the shelf, and again when a favourite is added again after its pin was removed', async () => {
    const fan = await createPerson(db);
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set shelved = null where id = ${track}`;
    const tracksOf = async () =>
      (await pull(db.asUser(fan), { tables: ['tracks'] })).rows.flatMap(({ row }) =>
        row.id === track ? [row.id] : [],
      );
    expect(await tracksOf()).toEqual([]);
    await push(db.asUser(fan), [add(track)]);
    expect(await tracksOf()).toEqual([track]);
    await push(db.asUser(fan), [remove(track)]);
    await db.sql`delete from private.pins where user_id = ${fan}`;
    await push(db.asUser(fan), [add(track)]);
    expect(await tracksOf()).toEqual([track]);
  });

  it('stays pinned longer than the row of a track that the person only voted on', async () => {
    const fan = await createPerson(db);
    const [loved, voted, latest] = [
      await createTrack(db, artist),
      await createTrack(db, artist),
      await createTrack(db, artist),
    ];
    await push(db.asUser(fan), [add(loved)]);
    await db.sql`insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
                 values (${fan}, ${voted}, 4, '2026-01-06')`;
    await db.sql`update private.shelf_sizes set size = 2 where part = 'pins'`;
    await push(db.asUser(fan), [add(latest)]);
    await db.sql`update private.shelf_sizes set size = 10000 where part = 'pins'`;
    const pins = await db.sql`select row_id from private.pins where user_id = ${fan} order by pinned_at`;
    expect(pins.map(({ row_id: id }) => id)).toEqual([loved, latest]);
  });
});
