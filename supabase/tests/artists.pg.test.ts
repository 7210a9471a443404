import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createTrackWith, waysToHide, idsOf, visit } from './visit-scene.ts';

let db: TestDatabase;
let reader: string;
beforeAll(async () => {
  db = await openTestDatabase();
  reader = await db.createUser();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`update public.tracks set deleted_at = now() where deleted_at is null`;
  await db.sql`update public.user_profiles set avatar_url = null`;
});

const sorts = {
  most_active: (tracks: number, plays: number) => tracks * 10 + plays,
  most_plays: (_: number, plays: number) => plays,
  track_count: (tracks: number) => tracks,
  newest: () => 0,
} as const;

interface Artist {
  name?: string;
  tracks?: number;
  plays?: number;
  createdAt?: string;
}

/** Creates an artist with a name, a picture and public tracks, the first of which has all plays. */
async function createArtist(artist: Artist = {}): Promise<string> {
  const { name = 'Somebody', tracks = 1, plays = 0, createdAt = '2026-01-01T00:00:00.000100Z' } = artist;
  const id = await db.createUser();
  for (let at = 0; at < tracks; at++) {
    const track = await createTrackWith(db, id, { title: `Number ${at}` });
    await db.sql`update public.tracks set play_count = ${at === 0 ? plays : 0} where id = ${track}`;
  }
  await db.sql`update public.user_profiles
    set artist_name = ${name}, avatar_url = ${`${id}/face.jpg`}, created_at = ${createdAt}::text::timestamptz where id = ${id}`;
  return id;
}

/** Arranges a shelf of `artists` artists and one track, so that any larger catalogue does not fit. */
async function arrange(artists = 0): Promise<void> {
  await db.sql`update private.shelf_sizes
    set size = case part when 'best_tracks' then 1 when 'artists' then ${artists}::integer else 0 end`;
  // Let the next digest follow at once, instead of 5 s after the previous one.
  await db.sql`update private.digest set published_at = '-infinity'`;
  await db.sql`select private.publish_digest()`;
  await db.sql`select private.arrange_shelf()`;
}

const figuresOf = async (id: string) => {
  const [row] = await db.sql<{ tracks: number; plays: number; rev: number }[]>`
    select track_count as tracks, total_plays::integer as plays, rev::integer from public.user_profiles where id = ${id}`;
  return row;
};

const pulled = z.object({
  artist_shelf_ends: z.nullable(
    z.record(z.string(), z.object({ score: z.number(), created_at: z.string(), id: z.string() })),
  ),
});
async function shelfEnds() {
  const p = { v: 1, epoch: null, since: '0', after: null, tables: [], pending: [], limit: 1 };
  return pulled.parse(await db.asUser(reader).rpc('sync_pull', { p })).artist_shelf_ends;
}

/** A cursor before all artists. */
const first = { score: 9007199254740991, created_at: 'infinity', id: '00000000-0000-0000-0000-000000000000' };

describe('[SY-36] The figures of an artist', () => {
  it('stay 0 while all tracks are on the shelf', async () => {
    const artist = await createArtist({ plays: 9 });
    await db.sql`update private.shelf_sizes set size = 1000`;
    await db.sql`select private.arrange_shelf()`;
    expect(await figuresOf(artist)).toMatchObject({ tracks: 0, plays: 0 });
    expect(await shelfEnds()).toBeNull();
  });

  it('count public tracks and their plays, and follow what is published, hidden, deleted and played', async () => {
    const artist = await createArtist({ tracks: 3, plays: 4 });
    await createTrackWith(db, artist, { isPublic: false });
    await arrange();
    expect(await figuresOf(artist)).toMatchObject({ tracks: 3, plays: 4 });
    const fourth = await createTrackWith(db, artist, { sponsored: true });
    await db.sql`update public.tracks set play_count = 10 where id = ${fourth}`;
    await arrange();
    expect(await figuresOf(artist)).toMatchObject({ tracks: 4, plays: 14 });
    for (const hide of Object.values(waysToHide)) {
      const track = await createTrackWith(db, artist, {});
      await arrange();
      expect(await figuresOf(artist)).toMatchObject({ tracks: 5 });
      await hide(db, track);
      await arrange();
      expect(await figuresOf(artist)).toMatchObject({ tracks: 4, plays: 14 });
    }
  });

  it('are not updated while only the plays change, by a twentieth or less', async () => {
    const artist = await createArtist({ tracks: 2, plays: 100 });
    const play = (count: number) =>
      db.sql`update public.tracks set play_count = ${count} where user_id = ${artist} and title = 'Number 0'`;
    await arrange();
    const before = await figuresOf(artist);
    await play(105);
    await arrange();
    expect(await figuresOf(artist)).toEqual(before);
    await play(106);
    await arrange();
    expect(await figuresOf(artist)).toEqual({ tracks: 2, plays: 106, rev: Number(before?.rev) + 1 });
  });

  it('stay as they are while somebody is changing the profile; the next arranging updates them', async () => {
    const artist = await createArtist({ tracks: 2 });
    await db.sql.begin(async (sql) => {
      await sql`update public.user_profiles set bio = 'New' where id = ${artist}`;
      await arrange();
      expect(await figuresOf(artist)).toMatchObject({ tracks: 0 });
    });
    await arrange();
    expect(await figuresOf(artist)).toMatchObject({ tracks: 2 });
  });
});

describe('[G-5] The artists of the community', () => {
  const sortNames = Object.keys(sorts) as (keyof typeof sorts)[];

  it.each(sortNames)('come in pages that neither skip nor repeat artists of equal rank, by %s', async (sort) => {
    const facts: { id: string; score: number; createdAt: string }[] = [];
    for (let at = 0; at < 65; at++) {
      const [tracks, plays] = [1 + (at % 2), 10 * (at % 3)];
      const createdAt = `2026-01-01T00:00:00.00010${at % 4}Z`;
      facts.push({
        id: await createArtist({ tracks, plays, createdAt }),
        score: sorts[sort](tracks, plays),
        createdAt,
      });
    }
    await arrange();
    const ordered = facts.sort(
      (a, b) =>
        b.score - a.score || (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? -1 : 1),
    );
    const page = await visit(db.asUser(reader), { kind: 'artists', sort, after: null });
    const rest = await visit(db.asUser(reader), { kind: 'artists', sort, after: page.next_artist });
    expect(page.next_artist).toMatchObject({ id: ordered[59]?.id, score: ordered[59]?.score });
    expect(rest.next_artist).toBeNull();
    const idsIn = (from: number, to: number) => ordered.slice(from, to).map(({ id }) => id);
    expect(idsOf(page, 'user_profiles').sort()).toEqual(idsIn(0, 60).sort());
    expect(idsOf(rest, 'user_profiles').sort()).toEqual(idsIn(60, 65).sort());
  });

  it('have a name, a picture, a public profile and a public track', async () => {
    const shown = await createArtist();
    for (const change of [
      db.sql`artist_name = null`,
      db.sql`avatar_url = null`,
      db.sql`privacy_setting = 'private'`,
      db.sql`privacy_setting = 'friends_only'`,
    ]) {
      const id = await createArtist();
      await db.sql`update public.user_profiles set ${change} where id = ${id}`;
    }
    const silent = await createArtist();
    await db.sql`update public.tracks set is_public = false where user_id = ${silent}`;
    const erased = await createArtist();
    await createArtist({ name: 'Another' });
    await db.sql`delete from public.user_profiles where id = ${erased}`;
    await arrange();
    const page = await visit(db.asUser(reader), { kind: 'artists', sort: 'newest', after: null });
    expect(idsOf(page, 'user_profiles')).toContain(shown);
    expect(idsOf(page, 'user_profiles')).toHaveLength(2);
  });

  it('come with their three most played tracks', async () => {
    const artist = await createArtist({ tracks: 5, plays: 9 });
    await db.sql`update public.tracks set play_count = 1 where user_id = ${artist} and title in ('Number 2', 'Number 4')`;
    await arrange();
    const { rows } = await visit(db.asUser(reader), { kind: 'artists', sort: 'newest', after: first });
    const titles = rows.flatMap(({ t, row }) =>
      t === 'tracks' && row['user_id'] === artist ? [String(row['title'])] : [],
    );
    expect(titles.sort()).toEqual(['Number 0', 'Number 2', 'Number 4']);
  });

  it('are found, with their tracks, by their names, also with a wrong letter', async () => {
    const [kiln, other] = [
      await createArtist({ name: 'Kestrel Kiln', tracks: 4 }),
      await createArtist({ name: 'Lantern' }),
    ];
    const find = async (...terms: string[]) => {
      const answer = await visit(db.asUser(reader), { kind: 'search_artists', terms });
      return [answer.found?.match, answer.found?.people.map(({ id }) => id), idsOf(answer, 'tracks').length];
    };
    expect(await find('kestr')).toEqual(['exact', [kiln], 3]);
    expect(await find('kestrol')).toEqual(['close', [kiln], 3]);
    expect(await find('lantern')).toEqual(['exact', [other], 1]);
    // 'number' is in a track's title, but in no name.
    expect(await find('number')).toEqual(['close', [], 0]);
  });

  it.each([
    [{ kind: 'artists', after: null }, '22023'],
    [{ kind: 'artists', sort: "0 from x; --'", after: null }, '22023'],
    [{ kind: 'artists', sort: 'newest', after: { score: 1 } }, '22023'],
    [{ kind: 'artists', sort: 'newest', after: { ...first, score: 'x' } }, '22P02'],
    [{ kind: 'shares_of' }, '22023'],
    [{ kind: 'shares_of', user_id: 'x' }, '22P02'],
  ])('are refused to a malformed request: %j', async (what, code) => {
    expect((await refusal(db.asUser(reader).rpc('visit_rows', { p: { v: 1, epoch: null, what } }))).code).toBe(code);
  });
});

describe('[SY-36] The ends of the community’s lists on the shelf', () => {
  it('are the last shelved artists; top tracks of shelved artists are shelved too, and further artists come on request; if all artists are shelved, the ends are null', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) ids.push(await createArtist({ tracks: 5, plays: 40 - 10 * at }));
    await arrange(2);
    const ends = await shelfEnds();
    expect(ends?.['most_plays']).toEqual({ score: 30, created_at: '2026-01-01T00:00:00.000100Z', id: ids[1] });
    const rest = await visit(db.asUser(reader), { kind: 'artists', sort: 'most_plays', after: ends?.['most_plays'] });
    expect(idsOf(rest, 'user_profiles').sort()).toEqual(ids.slice(2).sort());
    const shelved = await db.sql<{ count: number }[]>`
      select count(*)::integer as count from public.tracks where user_id = ${ids[0] ?? ''} and shelved group by user_id`;
    expect(shelved[0]?.count).toBeGreaterThanOrEqual(3);
    await arrange(5);
    expect(await shelfEnds()).toBeNull();
  });

  it('are null once all tracks are on the shelf', async () => {
    for (let at = 0; at < 3; at++) await createArtist();
    await arrange(1);
    expect(Object.keys((await shelfEnds()) ?? {}).sort()).toEqual(Object.keys(sorts).sort());
    await db.sql`update private.shelf_sizes set size = 1000`;
    await db.sql`select private.arrange_shelf()`;
    expect(await shelfEnds()).toBeNull();
  });
});

describe('[SY-36] The shares of a person', () => {
  it('are the newest 60 that are public, with the tracks and their artists', async () => {
    const [sharer, artist] = [await db.createUser(), await createArtist({ tracks: 62 })];
    const tracks = await db.sql<
      { id: string }[]
    >`select id from public.tracks where user_id = ${artist} order by title`;
    for (const [at, { id }] of tracks.entries()) {
      await db.sql`insert into public.shared_tracks (user_id, track_id, created_at, is_shared)
        values (${sharer}, ${id}, timestamptz '2026-01-01' + ${at} * interval '1 minute', ${at !== 61})`;
    }
    const answer = await visit(db.asUser(reader), { kind: 'shares_of', user_id: sharer });
    const shared = answer.rows.flatMap(({ t, row }) => (t === 'shared_tracks' ? [String(row['track_id'])] : []));
    const expected = tracks.slice(1, 61).map(({ id }) => id);
    expect(shared).toEqual([...expected].reverse());
    expect(idsOf(answer, 'tracks').sort()).toEqual([...expected].sort());
    expect(idsOf(answer, 'user_profiles')).toContain(artist);
    await db.sql`update public.tracks set is_public = false where id = ${expected[0] ?? ''}`;
    const later = await visit(db.asUser(reader), { kind: 'shares_of', user_id: sharer });
    expect(idsOf(later, 'shared_tracks')).toHaveLength(59);
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${sharer}`;
    expect((await visit(db.asUser(reader), { kind: 'shares_of', user_id: sharer })).rows).toEqual([]);
  });
});
