import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { pull } from './scene.ts';
import { createTrackWith, waysToHide, idsOf, readAll, visit } from './visit-scene.ts';

let db: TestDatabase;
let artist: string;
let reader: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`update public.tracks set deleted_at = now() where deleted_at is null`;
  [artist, reader] = [await db.createUser(), await db.createUser()];
});

/** Creates tracks, most of which share rating and time with others. @returns their ids in Explore's order */
async function createTied(count: number): Promise<string[]> {
  await db.sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
                               average_vote_rating, created_at)
    select gen_random_uuid(), ${artist}, 'Night Bus', 'Someone', case when i % 2 = 0 then 'House' else 'Techno' end,
      gen_random_uuid()::text, 1000, 1000, true, i % 3,
      timestamptz '2026-01-01T00:00:00.000100Z' + (i / 100) * interval '1 microsecond'
    from generate_series(1, ${count}::integer) i`;
  const rows = await db.sql<{ id: string }[]>`
    select id from public.tracks where user_id = ${artist} and deleted_at is null
    order by average_vote_rating desc, created_at desc, id`;
  return rows.map(({ id }) => id);
}

const guest = async () => {
  const session = z.object({ session_token: z.string() }).parse(await db.asService().rpc('beta_open_session'));
  return db.asAnon({ betaToken: session.session_token });
};

describe('[G-5] Explore beyond the shelf', () => {
  it('comes in pages that neither skip nor repeat tracks of equal ratings and times', async () => {
    const ids = await createTied(310);
    const pages = await readAll(db.asUser(reader), { kind: 'explore', genre: null });
    expect(pages.map(({ length }) => length)).toEqual([60, 60, 60, 60, 60, 10]);
    expect(pages.flat()).toEqual(ids);
  });

  it('ends without an empty page', async () => {
    const ids = await createTied(60);
    expect(await readAll(db.asUser(reader), { kind: 'explore', genre: null })).toEqual([ids]);
  });

  it('has only the requested genre', async () => {
    const ids = await createTied(250);
    const rows = await db.sql<
      { id: string }[]
    >`select id from public.tracks where genre = 'House' and deleted_at is null`;
    const house = new Set(rows.map(({ id }) => id));
    const pages = await readAll(db.asUser(reader), { kind: 'explore', genre: 'House' });
    expect(pages.flat()).toEqual(ids.filter((id) => house.has(id)));
    expect(await readAll(db.asUser(reader), { kind: 'explore', genre: 'No genre' })).toEqual([[]]);
  });

  it('continues after its position although the track there was deleted, moved or sponsored', async () => {
    const ids = await createTied(200);
    const changes = [
      (id: string) => db.sql`update public.tracks set deleted_at = now() where id = ${id}`,
      (id: string) => db.sql`update public.tracks set average_vote_rating = 5 where id = ${id}`,
      (id: string) => db.sql`update public.tracks set sponsored = true, sponsored_at = now() where id = ${id}`,
    ];
    const pages = await readAll(db.asUser(reader), { kind: 'explore', genre: null }, async (page) => {
      await changes[page - 1]?.(ids[page * 60 - 1] ?? '');
    });
    expect(pages.flat()).toEqual(ids);
  });

  it('has only public tracks that are not sponsored', async () => {
    const shown = await createTrackWith(db, artist, {});
    await createTrackWith(db, artist, { sponsored: true });
    await createTrackWith(db, artist, { isPublic: false });
    for (const hide of Object.values(waysToHide)) await hide(db, await createTrackWith(db, artist, {}));
    for (const genre of [null, 'House']) {
      expect(await readAll(db.asUser(reader), { kind: 'explore', genre })).toEqual([[shown]]);
      expect(await readAll(db.asUser(artist), { kind: 'explore', genre })).toEqual([[shown]]);
    }
  });

  it('sends the artists with their tracks, each once', async () => {
    await createTied(5);
    const page = await visit(db.asUser(reader), { kind: 'explore', genre: null, after: null });
    expect(idsOf(page, 'user_profiles')).toEqual([artist]);
  });
});

describe('[G-5] The tracks of an artist', () => {
  it('come newest first, with the sponsored ones, in pages that neither skip nor repeat', async () => {
    await createTied(130);
    const sponsored = await createTrackWith(db, artist, { sponsored: true });
    await createTrackWith(db, reader, {});
    const rows = await db.sql<{ id: string }[]>`
      select id from public.tracks where user_id = ${artist} and deleted_at is null order by created_at desc, id`;
    const pages = await readAll(db.asUser(reader), { kind: 'tracks_of', user_id: artist });
    expect(pages.flat()).toEqual(rows.map(({ id }) => id));
    expect(pages.flat()).toContain(sponsored);
  });

  it('are only the public ones', async () => {
    const shown = await createTrackWith(db, artist, {});
    for (const hide of Object.values(waysToHide)) await hide(db, await createTrackWith(db, artist, {}));
    expect(await readAll(db.asUser(reader), { kind: 'tracks_of', user_id: artist })).toEqual([[shown]]);
    expect(await readAll(db.asUser(artist), { kind: 'tracks_of', user_id: artist })).toEqual([[shown]]);
    expect(await readAll(db.asUser(reader), { kind: 'tracks_of', user_id: randomUUID() })).toEqual([[]]);
  });
});

describe('[G-5] Rows by their ids', () => {
  it('are the public ones and the caller’s own', async () => {
    const shown = await createTrackWith(db, artist, {});
    const sponsored = await createTrackWith(db, artist, { sponsored: true });
    const secret = await createTrackWith(db, artist, { isPublic: false });
    const gone = await createTrackWith(db, artist, { title: 'Gone' });
    await db.sql`delete from public.tracks where id = ${gone}`;
    const what = { kind: 'rows', tracks: [shown, sponsored, secret, gone, randomUUID()], profiles: [reader] };
    const [forReader, forArtist] = [await visit(db.asUser(reader), what), await visit(db.asUser(artist), what)];
    expect(idsOf(forReader, 'tracks')).toEqual([shown, sponsored]);
    expect(idsOf(forArtist, 'tracks')).toEqual([shown, sponsored, secret]);
    expect(idsOf(forReader, 'user_profiles').sort()).toEqual([artist, reader].sort());
    expect([forReader.next, forReader.found]).toEqual([null, undefined]);
  });

  it('equal the rows that a pull sends', async () => {
    // On a hosted project, the first action would note the run, without which there are no marks (SY-8).
    await db.sql`select private.note_run()`;
    const id = await createTrackWith(db, artist, { rating: 3.25 });
    const visited = await visit(db.asUser(reader), { kind: 'rows', tracks: [id], profiles: [] });
    const pulled = await pull(db.asUser(reader), { tables: ['tracks', 'user_profiles'] });
    for (const { t, row } of visited.rows) {
      expect(pulled.rows.find((one) => one.t === t && one.row.id === row.id)).toEqual({ t, row });
    }
    expect(visited.rows).toHaveLength(2);
    expect([visited.epoch, visited.mark]).toEqual([pulled.epoch, expect.any(String)]);
  });

  it('come without a profile that is private or for friends only, except for its owner', async () => {
    const id = await createTrackWith(db, artist, {});
    for (const privacy of ['private', 'friends_only']) {
      await db.sql`update public.user_profiles set privacy_setting = ${privacy} where id = ${artist}`;
      const what = { kind: 'rows', tracks: [id], profiles: [artist] };
      const seen = await visit(db.asUser(reader), what);
      expect([idsOf(seen, 'tracks'), idsOf(seen, 'user_profiles')]).toEqual([[id], []]);
      expect(idsOf(await visit(db.asUser(artist), what), 'user_profiles')).toEqual([artist]);
    }
  });
});

describe('[G-5] [S-1] Whoever may browse', () => {
  it('may visit rows; others are refused', async () => {
    const id = await createTrackWith(db, artist, {});
    const whats = [
      { kind: 'rows', tracks: [id], profiles: [] },
      { kind: 'explore', genre: null, after: null },
      { kind: 'tracks_of', user_id: artist, after: null },
      { kind: 'search', terms: ['night'], genre: null },
    ];
    const visitor = await guest();
    for (const what of whats) {
      expect(idsOf(await visit(visitor, what), 'tracks')).toEqual([id]);
      for (const nobody of [db.asAnon(), db.asAnon({ betaToken: 'invented' })]) {
        expect(await refusal(visit(nobody, what))).toEqual({ code: '42501', message: 'Beta access required' });
      }
    }
  });

  it('[SY-8] gets a reset for another epoch or an outdated app', async () => {
    const what = { kind: 'explore', genre: null, after: null };
    await createTrackWith(db, artist, {});
    expect(await visit(db.asUser(reader), what, { epoch: 'another' })).toMatchObject({
      rows: [],
      next: null,
      reset: 'epoch',
    });
    expect(await visit(db.asUser(reader), what, { v: 0 })).toMatchObject({ rows: [], next: null, reset: 'update' });
    const { epoch, reset } = await visit(db.asUser(reader), what);
    expect(reset).toBeUndefined();
    expect((await visit(db.asUser(reader), what, { epoch })).rows).toHaveLength(2);
  });
});

describe('[G-5] A malformed request', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const place = { average_vote_rating: 1, created_at: '2026-01-01T00:00:00.000000Z', id };
  const many = (count: number) => Array.from({ length: count }, () => randomUUID());
  it.each([
    ['nothing', null, '22023'],
    ['a text', 'rows', '22023'],
    ['an unknown kind', { kind: 'everything' }, '22023'],
    ['a kind that is an object', { kind: { kind: 'rows' } }, '22023'],
    ['too many ids', { kind: 'rows', tracks: many(60), profiles: many(41) }, '22023'],
    ['far too many ids', { kind: 'rows', tracks: many(20_000), profiles: [] }, '22023'],
    ['an invalid id', { kind: 'rows', tracks: ['x'], profiles: [] }, '22P02'],
    ['ids in arrays', { kind: 'rows', tracks: [[id]], profiles: [] }, '22P02'],
    ['no artist', { kind: 'tracks_of', after: null }, '22023'],
    ['an invalid artist', { kind: 'tracks_of', user_id: "' or true", after: null }, '22P02'],
    ['a position that is a text', { kind: 'explore', genre: null, after: 'x' }, '22023'],
    ['a position without an id', { kind: 'explore', genre: null, after: { ...place, id: undefined } }, '22023'],
    ['a position without a time', { kind: 'explore', genre: null, after: { ...place, created_at: null } }, '22023'],
    ['an invalid rating', { kind: 'explore', genre: null, after: { ...place, average_vote_rating: {} } }, '22P02'],
    ['an invalid time', { kind: 'explore', genre: null, after: { ...place, created_at: 'x' } }, '22007'],
    ['a null byte', { kind: 'search', terms: ['a\u0000b'], genre: null }, '22P05'],
  ])('with %s is refused', async (_, what, code) => {
    expect((await refusal(db.asUser(reader).rpc('visit_rows', { p: { v: 1, epoch: null, what } }))).code).toBe(code);
  });

  it('gets an empty page for missing, wrongly typed or extreme values', async () => {
    await createTrackWith(db, artist, {});
    const whats = [
      { kind: 'rows', tracks: id, profiles: { id } },
      { kind: 'rows' },
      { kind: 'explore', genre: ['House'], after: null },
      { kind: 'explore', genre: null, after: { ...place, average_vote_rating: '-infinity' } },
      { kind: 'explore', genre: null, after: { ...place, average_vote_rating: -1e300, created_at: '-infinity' } },
      { kind: 'search', terms: 'night', genre: null },
      { kind: 'search', terms: { night: 1 }, genre: null },
      { kind: 'search', terms: [null, 1, true, ['night'], { night: 1 }], genre: null },
      { kind: 'search', terms: ['night'], genre: "House' or 'a' = 'a" },
    ];
    for (const what of whats) expect((await visit(db.asUser(reader), what)).rows).toEqual([]);
  });
});
