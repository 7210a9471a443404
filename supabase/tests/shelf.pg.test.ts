import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createFan } from './economy-scene.ts';
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
  [artist, fan] = [await db.createUser(), await createFan(db, 40)];
});

interface Sizes {
  best_tracks?: number;
  newest_tracks?: number;
  newest_shares?: number;
  newest_people?: number;
}

async function arrange(sizes: Sizes): Promise<boolean> {
  await db.sql`update private.shelf_sizes set size = coalesce((${db.sql.json({ ...sizes })}::jsonb ->> part)::integer, 0)
               where part <> 'pins'`;
  const [row] = await db.sql<{ changed: boolean }[]>`select private.arrange_shelf() as changed`;
  return row?.changed ?? false;
}

const shelvedTracks = async () => {
  const rows = await db.sql<{ id: string }[]>`select id from public.tracks where shelved and user_id = ${artist}`;
  return rows.map(({ id }) => id).sort();
};

async function createRated(count: number): Promise<string[]> {
  await db.sql`update public.tracks set average_vote_rating = 0`;
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await createTrack(db, artist, { rating: 5 - at / 100 }));
  return ids;
}

/** The changes that a complete replica gets if it has pulled up to `since`. */
async function changesOf(user: string, since: string) {
  const { rows, gone, left } = await pull(db.asUser(user), {
    since,
    filled_from: '0',
    tables: ['tracks', 'shared_tracks'],
  });
  return {
    rows: rows.map(({ row }) => row.id),
    gone: gone.map(({ id }) => id),
    left: (left ?? []).map(({ id }) => id),
  };
}
const floorOf = async (user: string) => (await pull(db.asUser(user), { tables: [], filled_from: '0' })).floor;

describe('[SY-35] [G-1] The shelf', () => {
  it('has the best, the newest and the sponsored tracks and their artists, and no other rows', async () => {
    const ids = await createRated(4);
    const [best, second, sponsored, newest] = ids;
    await db.sql`update public.tracks set sponsored = true, sponsored_at = now(), average_vote_rating = 0 where id = ${sponsored ?? ''}`;
    expect(await arrange({ best_tracks: 1, newest_tracks: 1 })).toBe(true);
    expect(await shelvedTracks()).toEqual([best, sponsored, newest].map(String).sort());
    expect(newest).not.toBe(second);
    const people = await db.sql<
      { id: string }[]
    >`select id from public.user_profiles where shelved and id in (${artist}, ${fan})`;
    expect(people.map(({ id }) => id)).toEqual([artist]);
    expect(await arrange({ best_tracks: 1, newest_tracks: 1 })).toBe(false);
  });

  it('keeps a row that falls behind until it is a tenth beyond the size', async () => {
    const ids = await createRated(12);
    const [first = '', last = ''] = [ids[0], ids[11]];
    const rate = async (id: string, rating: number) => {
      await db.sql`update public.tracks set average_vote_rating = ${rating} where id = ${id}`;
      await arrange({ best_tracks: 10 });
    };
    await arrange({ best_tracks: 10 });
    expect(await shelvedTracks()).toEqual(ids.slice(0, 11).sort());
    await rate(first, 4.895);
    expect(await shelvedTracks()).toEqual(ids.slice(0, 11).sort());
    await rate(first, 1);
    expect(await shelvedTracks()).toEqual(ids.slice(1, 11).sort());
    await rate(last, 5);
    expect(await shelvedTracks()).toEqual(ids.slice(1).sort());
  });

  it('reports a row once as left, and nothing that happens to it later, until it is hidden', async () => {
    const [first = '', second = ''] = await createRated(2);
    await arrange({ best_tracks: 2 });
    let since = await floorOf(fan);
    await arrange({ best_tracks: 1 });
    expect(await changesOf(fan, since)).toMatchObject({ rows: [], gone: [], left: [second] });
    expect(await changesOf(artist, since)).toMatchObject({ rows: [second], left: [] });
    since = await floorOf(fan);
    await db.sql`update public.tracks set average_vote_rating = 0 where id = ${first}`;
    await arrange({ best_tracks: 1 });
    expect(await changesOf(fan, since)).toEqual({ rows: [second], gone: [], left: [first] });
    since = await floorOf(fan);
    await db.sql`update public.tracks set is_public = false where id = ${first}`;
    expect(await changesOf(fan, since)).toEqual({ rows: [], gone: [first], left: [] });
  });

  it('has all tracks that a new device gets, a guest’s too, except the person’s own tracks', async () => {
    const [first = '', second = ''] = await createRated(2);
    const secret = await createTrack(db, artist, { isPublic: false });
    await arrange({ best_tracks: 1 });
    const session = Object(await db.asService().rpc('beta_open_session'));
    const guest = db.asAnon({ betaToken: String(session.session_token) });
    for (const user of [fan, artist, null]) {
      const page = await pull(user === null ? guest : db.asUser(user), {
        since: '0',
        epoch: null,
        filled_from: null,
        tables: ['tracks'],
      });
      const ids = page.rows.map(({ row }) => row.id);
      expect(ids).toContain(first);
      expect(ids.includes(second)).toBe(user === artist);
      expect(ids.includes(secret)).toBe(user === artist);
      expect([page.gone, page.left]).toEqual([[], []]);
    }
  });
});

describe('[SY-35] [G-6] A row that a person’s own rows refer to', () => {
  it('comes with the person’s pulls although it is off the shelf, at once and when it changes, and with nobody else’s', async () => {
    const [first = '', second = ''] = await createRated(2);
    const other = await createFan(db, 40);
    await arrange({ best_tracks: 1 });
    let since = await floorOf(fan);
    await push(db.asUser(fan), [action('vote.cast', { track_id: second, weight: 4 })]);
    expect(await changesOf(fan, since)).toEqual({ rows: [second], gone: [], left: [] });
    expect(await changesOf(other, since)).toEqual({ rows: [], gone: [], left: [] });
    since = await floorOf(fan);
    await db.sql`update public.tracks set title = 'Night Bus Again' where id = ${second}`;
    expect(await changesOf(fan, since)).toMatchObject({ rows: [second] });
    expect(await changesOf(other, since)).toMatchObject({ rows: [], left: [second] });
    const fresh = await pull(db.asUser(fan), { since: '0', epoch: null, filled_from: null, tables: ['tracks'] });
    const freshIds = fresh.rows.map(({ row }) => row.id);
    expect(freshIds).toContain(first);
    expect(freshIds.filter((id) => id === second)).toEqual([second]);
  });

  it('is sent for its last change and again for a later pin, so that a pin removed between two pages hides nothing', async () => {
    const [first = '', second = ''] = await createRated(2);
    const since = await floorOf(fan);
    await arrange({ best_tracks: 1 });
    await push(db.asUser(fan), [action('vote.cast', { track_id: second, weight: 4 })]);
    expect((await changesOf(fan, since)).rows).toEqual([second, second]);
    await push(db.asUser(fan), [action('vote.cast', { track_id: first, weight: 4 })]);
    expect((await changesOf(fan, since)).rows).toEqual([second, second]);
  });

  it('is the partner of a conversation or connection', async () => {
    const [partner, stranger] = [await createFan(db, 40), await createFan(db, 40)];
    await arrange({});
    await db.sql`insert into public.connections (user_id, connection_id, status) values (${fan}, ${partner}, 'accepted')`;
    for (const [user, other] of [
      [fan, partner],
      [partner, fan],
    ] as const) {
      const page = await pull(db.asUser(user), {
        since: '0',
        epoch: null,
        filled_from: null,
        tables: ['user_profiles'],
      });
      const ids = page.rows.map(({ row }) => row.id);
      expect([ids.includes(user), ids.includes(other), ids.includes(stranger)]).toEqual([true, true, false]);
    }
  });
});

describe('[SY-35] [G-6] Pins beyond the most that a person may have', () => {
  const pinsOf = async (user: string) => {
    const rows = await db.sql<{ row_id: string }[]>`select row_id from private.pins where user_id = ${user}`;
    return rows.map(({ row_id }) => row_id).sort();
  };
  const vote = (track: string) => action('vote.cast', { track_id: track, weight: 4 });
  const share = (track: string) => action('share.add', { track_id: track });
  const limitTo = (size: number) => db.sql`update private.shelf_sizes set size = ${size} where part = 'pins'`;
  let most = 0;
  beforeEach(async () => {
    const [row] = await db.sql<{ size: number }[]>`select size from private.shelf_sizes where part = 'pins'`;
    most = row?.size ?? 0;
  });
  afterEach(async () => {
    await limitTo(most);
  });

  it('leave in the order votes, shares, partners, the oldest of each first', async () => {
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = await createRated(5);
    const [partner, newcomer] = [await createFan(db, 40), await createFan(db, 40)];
    await limitTo(3);
    await db.sql`insert into public.connections (user_id, connection_id, status) values (${partner}, ${fan}, 'accepted')`;
    await push(db.asUser(fan), [share(first), vote(second)]);
    expect(await pinsOf(fan)).toEqual([partner, first, second].sort());
    await push(db.asUser(fan), [vote(third)]);
    expect(await pinsOf(fan)).toEqual([partner, first, third].sort());
    await push(db.asUser(fan), [share(fourth)]);
    expect(await pinsOf(fan)).toEqual([partner, first, fourth].sort());
    await db.sql`insert into public.connections (user_id, connection_id, status) values (${fan}, ${newcomer}, 'accepted')`;
    expect(await pinsOf(fan)).toEqual([partner, newcomer, fourth].sort());
    await limitTo(1);
    await push(db.asUser(fan), [vote(fifth)]);
    expect(await pinsOf(fan)).toEqual([newcomer]);
    expect(await pinsOf(newcomer)).toEqual([fan]);
    const [own] = await db.sql`select count(*)::int as votes from public.track_votes where user_id = ${fan}`;
    expect(own, 'votes stay').toEqual({ votes: 3 });
  });

  it('are those beyond 10,000, and those of one push of votes leave together', async () => {
    expect(most).toBe(10_000);
    const tracks = await createRated(5);
    await limitTo(2);
    await push(db.asUser(fan), tracks.map(vote));
    expect(await pinsOf(fan)).toHaveLength(2);
  });

  it('come again when a withdrawn share is shared again', async () => {
    const [first = '', second = ''] = await createRated(2);
    await push(db.asUser(fan), [share(first), action('share.remove', { track_id: first })]);
    await limitTo(1);
    await push(db.asUser(fan), [vote(second)]);
    expect(await pinsOf(fan)).toEqual([second]);
    await push(db.asUser(fan), [share(first)]);
    expect(await pinsOf(fan)).toEqual([first]);
  });

  it('end silently: the row’s next change is reported as left, its removal as gone, and a new device does not get it', async () => {
    const [first = '', second = ''] = await createRated(2);
    await arrange({});
    await push(db.asUser(fan), [vote(first)]);
    let since = await floorOf(fan);
    await limitTo(1);
    await push(db.asUser(fan), [vote(second)]);
    expect(await changesOf(fan, since)).toMatchObject({ rows: [second], gone: [], left: [] });
    const fresh = await pull(db.asUser(fan), { since: '0', epoch: null, filled_from: null, tables: ['tracks'] });
    const freshIds = fresh.rows.map(({ row }) => row.id);
    expect([freshIds.includes(first), freshIds.includes(second)]).toEqual([false, true]);
    since = await floorOf(fan);
    await db.sql`update public.tracks set title = 'Night Bus Again' where id = ${first}`;
    expect(await changesOf(fan, since)).toEqual({ rows: [], gone: [], left: [first] });
    since = await floorOf(fan);
    await db.sql`update public.tracks set is_public = false where id = ${first}`;
    expect(await changesOf(fan, since)).toEqual({ rows: [], gone: [first], left: [] });
  });
});

describe('[SY-7] [G-7] A replica', () => {
  it('never gets the removals from before its first rows', async () => {
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set is_public = false where id = ${track}`;
    const first = await pull(db.asUser(fan), { since: '0', epoch: null, filled_from: null, tables: ['tracks'] });
    expect(first.gone).toEqual([]);
    const again = { since: '0', epoch: null, filled_from: first.floor, tables: ['tracks'] };
    expect((await pull(db.asUser(fan), again)).gone).toEqual([]);
    const later = await createTrack(db, artist);
    await db.sql`update public.tracks set is_public = false where id = ${later}`;
    expect((await pull(db.asUser(fan), again)).gone).toEqual([{ t: 'tracks', id: later, rev: 2 }]);
  });

  it('starts again, while it is being filled, if the removals since its first rows were swept', async () => {
    const { floor } = await pull(db.asUser(fan), { since: '0', epoch: null, filled_from: null });
    const reset = async (filled_from: string | null) =>
      (await pull(db.asUser(fan), { since: '0', epoch: null, filled_from })).reset;
    await db.sql`update public.sync_meta set min_since = (${floor}::bigint + 1)::text::xid8`;
    expect([await reset(floor), await reset(null)]).toEqual(['floor', undefined]);
    await db.sql`update public.sync_meta set min_since = '0'::xid8`;
    expect(await reset(floor)).toBeUndefined();
  });
});
