import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { CONNECTIONS, type Crowd, openCrowd, tally } from './crowd.ts';
import { createRelease } from './release-scene.ts';
import { action, createTrack, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

/** Upper limit of each part of a library in this file. */
const MOST = 3;

let db: TestDatabase;
let crowd: Crowd;
let artist: string;
let track: string;
beforeAll(async () => {
  db = await openTestDatabase();
  crowd = await openCrowd(db);
  artist = await createPerson(db);
  track = await createTrack(db, artist);
  await db.sql`update private.library_limits set most = ${MOST}`;
});
afterAll(async () => {
  await crowd.close();
  await db.close();
});

const times = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => make(n)));
/** Sends an action on each connection at once. */
const sendAll = async (person: string, make: (n: number) => unknown) =>
  tally((await times((n) => crowd.send(person, [make(n)]))).flat());
const playlist = (kind: string, id: string, fields: Record<string, unknown> = {}) =>
  action(`playlist.${kind}`, { playlist_id: id, ...fields });
const entries = (...positions: string[]) => ({
  entries: positions.map((position) => ({ id: randomUUID(), track_id: track, position })),
});
const countOf = async (table: string, person: string) => {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from public.${db.sql(table)} where user_id = ${person} and deleted_at is null`;
  return row?.n;
};

describe('[S-60] at the limit, on 50 connections of a person at once', () => {
  const full = (code: string) => ({ applied: MOST, [code]: CONNECTIONS - MOST });

  it('favourites', async () => {
    const fan = await createPerson(db);
    const tracks = await times(() => createTrack(db, artist));
    const outcomes = await sendAll(fan, (n) => action('favourite.add', { track_id: tracks[n] }));
    expect(outcomes).toEqual(full('favourites_full'));
    expect(await countOf('favourites', fan)).toBe(MOST);
  });

  it('playlists, made and restored', async () => {
    const fan = await createPerson(db);
    const deleted = randomUUID();
    await push(db.asUser(fan), [playlist('create', deleted, { title: 'Rain' }), playlist('delete', deleted)]);
    const outcomes = await sendAll(fan, (n) =>
      n === 7 ? playlist('restore', deleted) : playlist('create', randomUUID(), { title: `Rain ${n}` }),
    );
    expect(outcomes).toEqual(full('too_many_playlists'));
    expect(await countOf('playlists', fan)).toBe(MOST);
  });

  it('tracks of a playlist, of which an action adds all or none', async () => {
    const fan = await createPerson(db);
    const id = randomUUID();
    await push(db.asUser(fan), [playlist('create', id, { title: 'Rain' })]);
    const outcomes = await sendAll(fan, () => playlist('add', id, entries('a0', 'a1')));
    expect(outcomes).toEqual({ applied: 1, playlist_full: CONNECTIONS - 1 });
    expect(await countOf('playlist_tracks', fan)).toBe(2);
  });

  it('liked playlists', async () => {
    const [fan, owner] = [await createPerson(db), await createPerson(db)];
    const shown = Array.from({ length: CONNECTIONS }, () => randomUUID());
    await db.sql`insert into public.playlists (id, user_id, title, visibility)
                 select u.id, ${owner}, 'Rain', 'link' from unnest(${shown}::uuid[]) u (id)`;
    const outcomes = await sendAll(fan, (n) => playlist('like', shown[n] ?? ''));
    expect(outcomes).toEqual(full('too_many_likes'));
    expect(await countOf('playlist_likes', fan)).toBe(MOST);
  });

  it('releases', async () => {
    const fan = await createPerson(db);
    expect(await sendAll(fan, () => createRelease(randomUUID()))).toEqual(full('too_many_releases'));
    expect(await countOf('releases', fan)).toBe(MOST);
  });
});

describe('[SY-11] a replayed id', () => {
  it('repeats the first result, and is refused with another payload, also on 50 connections at once', async () => {
    const fan = await createPerson(db);
    const [id, key] = [randomUUID(), randomUUID()];
    await push(db.asUser(fan), [playlist('create', id, { title: 'Rain' })]);
    const first = { ...playlist('update', id, { title: 'Hail' }), id: key };
    await push(db.asUser(fan), [first]);
    const outcomes = await sendAll(fan, (n) =>
      n % 2 ? first : { ...first, payload: { playlist_id: id, title: 'Snow' } },
    );
    expect(outcomes).toEqual({ applied: CONNECTIONS / 2, id_reuse: CONNECTIONS / 2 });
    const [row] = await db.sql`select title, rev from public.playlists where id = ${id}`;
    expect(row).toEqual({ title: 'Hail', rev: '2' });
  });

  it('of one person is no id of another', async () => {
    const [fan, other] = [await createPerson(db), await createPerson(db)];
    const key = randomUUID();
    for (const person of [fan, other])
      expect(
        await push(db.asUser(person), [{ ...playlist('create', randomUUID(), { title: 'Rain' }), id: key }]),
      ).toMatchObject([{ status: 'applied' }]);
    expect([await countOf('playlists', fan), await countOf('playlists', other)]).toEqual([1, 1]);
  });
});

it('[SY-11] a playlist made by two people at once with one id belongs to one of them, and the other is refused', async () => {
  const [fan, other] = [await createPerson(db), await createPerson(db)];
  const id = randomUUID();
  const made = await times((n) =>
    crowd.send(n % 2 ? fan : other, [playlist('create', id, { title: `Rain ${n % 2}` })]),
  );
  expect(tally(made.flat())['applied']).toBe(1);
  const owners = await db.sql`select title from public.playlists where id = ${id}`;
  expect(owners).toHaveLength(1);
  const counts = [(await countOf('playlists', fan)) ?? 0, (await countOf('playlists', other)) ?? 0];
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
});
