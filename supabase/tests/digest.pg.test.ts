import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { digest as digestSchema, type Digest } from '../../sync/model/digest.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createFan } from './economy-scene.ts';
import { action, createTrack, play, pull, push } from './scene.ts';

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
  [artist, fan] = [await db.createUser(), await createFan(db, 26)];
  await publish();
});

/** Publishes a digest without the pause after the previous one. @returns null when there was nothing to publish */
async function publish(): Promise<Digest | null> {
  await db.sql`update private.digest set published_at = '-infinity'`;
  await db.sql`delete from realtime.messages`;
  const [row] = await db.sql<{ published: boolean }[]>`select private.publish_digest() as published`;
  const messages = await db.sql<{ payload: unknown; topic: string; event: string; private: boolean }[]>`
    select payload, topic, event, private from realtime.messages`;
  expect(messages).toHaveLength(row?.published ? 1 : 0);
  const [message] = messages;
  if (!message) return null;
  expect(message).toMatchObject({ topic: await topic(), event: 'digest', private: true });
  return digestSchema.parse(message.payload);
}

async function topic(): Promise<string> {
  const [row] = await db.sql<{ topic: string }[]>`select topic from private.digest`;
  return row?.topic ?? '';
}

const lastDigestNumber = async () =>
  (await pull(db.asUser(fan), { tables: [], counts_after: null })).counts?.number ?? NaN;

const countsAfter = async (user: string, after: number) =>
  (await pull(db.asUser(user), { tables: [], counts_after: after })).counts;

async function allCountsAfter(user: string, after: number): Promise<{ number: number; ids: string[] }> {
  const counts = await countsAfter(user, after);
  if (!counts) throw new Error('the pull brought no counts');
  const ids = counts.tracks.map(([id]) => id);
  expect(ids.length).toBeLessThanOrEqual(1000);
  if (!counts.is_more) return { number: counts.number, ids };
  expect(counts.number).not.toBe(after);
  const rest = await allCountsAfter(user, counts.number);
  return { number: rest.number, ids: [...ids, ...rest.ids] };
}

async function versionOf(track: string) {
  const [row] = await db.sql<{ rev: number; xid: string; counts_rev: number }[]>`
    select rev::int, row_xid::text as xid, counts_rev::int from public.tracks where id = ${track}`;
  return row;
}

describe('the counts of a track', () => {
  it('[SY-33] [G-3] change without the row: a play, a vote and a changed vote bring nobody the row again', async () => {
    const track = await createTrack(db, artist);
    const since = (await pull(db.asUser(artist), { tables: [] })).floor;
    const before = await versionOf(track);
    const vote = (weight: number) => action('vote.cast', { track_id: track, weight });
    for (const pushed of [play(track), vote(3), vote(5)])
      expect(await push(db.asUser(fan), [pushed])).toMatchObject([{ status: 'applied' }]);
    expect(await versionOf(track)).toEqual({ ...before, counts_rev: 4 });
    const page = await pull(db.asUser(artist), { since });
    expect(page.rows.filter(({ t }) => t === 'tracks')).toEqual([]);
    expect([
      ...(await db.sql`select play_count, total_votes, average_vote_rating::float as rating from public.tracks where id = ${track}`),
    ]).toEqual([{ play_count: 1, total_votes: 1, rating: 5 }]);
  });

  it('[SY-33] [G-3] come with the row, whose revision rises with a change of any other sent column', async () => {
    const track = await createTrack(db, artist);
    await push(db.asUser(fan), [play(track)]);
    const { rows } = await pull(db.asUser(artist), { tables: ['tracks'] });
    expect(rows.find(({ row }) => row.id === track)?.row).toMatchObject({ rev: 1, counts_rev: 2, play_count: 1 });
    const unstamped = await db.sql<{ name: string }[]>`
      select a.attname as name from pg_attribute a
      where a.attrelid = 'public.tracks'::regclass and a.attnum > 0 and not a.attisdropped
        and not exists (
          select from pg_trigger t
          where t.tgrelid = a.attrelid and t.tgfoid = 'private.stamp_sync_row()'::regprocedure and a.attnum = any (t.tgattr::int2[])
        )
      order by a.attname`;
    expect(unstamped.map(({ name }) => name)).toEqual([
      'average_vote_rating',
      // Not sent.
      'awaits_release',
      'counts_rev',
      'play_count',
      'total_votes',
    ]);
  });

  it("[SY-13] of the person's own play come with its acknowledgement, before any digest", async () => {
    const track = await createTrack(db, artist);
    const number = await lastDigestNumber();
    const own = play(track);
    await push(db.asUser(fan), [own]);
    const page = await pull(db.asUser(fan), { tables: [], pending: [own.id], counts_after: number });
    expect(page.acks).toMatchObject([{ id: own.id, status: 'applied' }]);
    expect(page.counts).toEqual({ number, tracks: [[track, 2, 1, 0, 0]], is_more: false });
  });

  it('[SY-33] [G-3] are sent to those who may see the track, and to a new device only with its rows', async () => {
    const [hidden, deleted] = [await createTrack(db, artist), await createTrack(db, artist)];
    const number = await lastDigestNumber();
    await push(db.asUser(fan), [play(hidden), play(deleted)]);
    await db.sql`update public.tracks set is_public = false where id = ${hidden}`;
    await db.sql`delete from public.tracks where id = ${deleted}`;
    for (const isPublished of [false, true]) {
      if (isPublished) expect((await publish())?.counts).toEqual([]);
      expect((await countsAfter(fan, number))?.tracks).toEqual([]);
      expect((await countsAfter(artist, number))?.tracks).toEqual([[hidden, 2, 1, 0, 0]]);
    }
    expect(await pull(db.asUser(fan), { tables: [], counts_after: null })).toMatchObject({
      counts: { number: number + 1, tracks: [], is_more: false },
      digest: await topic(),
    });
    expect((await pull(db.asUser(fan), { tables: [] })).counts).toBeNull();
  });
});

describe('a digest', () => {
  it('[SY-34] [G-4] has the public changes since the previous digest, and the next number', async () => {
    const track = await createTrack(db, artist);
    const after = await lastDigestNumber();
    expect(await publish()).toMatchObject({
      after,
      number: after + 1,
      counts: [],
      rows: [{ t: 'tracks', row: { id: track } }],
      has_changes: false,
    });
    await push(db.asUser(fan), [play(track), action('vote.cast', { track_id: track, weight: 4 })]);
    const [meta] = await db.sql<{ epoch: string }[]>`select epoch from public.sync_meta`;
    expect(await publish()).toEqual({
      epoch: meta?.epoch,
      floor: expect.stringMatching(/^\d+$/),
      mark: expect.stringMatching(/^[0-9a-f-]{36}\./),
      after: after + 1,
      number: after + 2,
      counts: [[track, 3, 1, 1, 4]],
      rows: [],
      gone: [],
      has_changes: false,
    });
    expect(await publish()).toBeNull();
    expect(await countsAfter(fan, after)).toEqual({ number: after + 2, tracks: [[track, 3, 1, 1, 4]], is_more: false });
    expect(await countsAfter(fan, after + 2)).toEqual({ number: after + 2, tracks: [], is_more: false });
  });

  it.each([
    ['a new track', 'insert', 'row'],
    ['a renamed track', "title = 'Day Bus'", 'row'],
    ['a sponsored track', 'sponsored = true, sponsored_at = now()', 'row'],
    ['a track off the shelf', "shelved = false, title = 'Day Bus'", 'nothing'],
    ['a hidden track', 'is_public = false', 'removal'],
    ['a hidden track that was off the shelf', 'is_public = false, shelved = false', 'removal'],
    ['a deleted track', 'deleted_at = now()', 'removal'],
  ])('[SY-34] [G-4] carries %s (%s) as: %s', async (_what, change, expected) => {
    const track = await createTrack(db, artist);
    if (change !== 'insert') {
      await publish();
      await db.sql.unsafe(`update public.tracks set ${change} where id = '${track}'`);
    }
    const digest = await publish();
    const page = await pull(db.asUser(fan), { tables: ['tracks'] });
    expect(digest).toMatchObject({
      rows: expected === 'row' ? page.rows.filter(({ row }) => row.id === track) : [],
      gone:
        expected === 'removal'
          ? page.gone.filter(({ id }) => id === track).map((gone) => ({ ...gone, user_id: artist }))
          : [],
      has_changes: false,
    });
    const carried = [digest?.rows.length, digest?.gone.length];
    expect(carried).toEqual({ row: [1, 0], removal: [0, 1], nothing: [0, 0] }[expected]);
  });

  it('[SY-34] [G-4] tells nothing of a track that only its owner has ever seen', async () => {
    const track = await createTrack(db, artist, { isPublic: false });
    await db.sql`update public.tracks set title = 'Still private' where id = ${track}`;
    expect(await publish()).toBeNull();
  });

  it('[SY-34] [G-4] makes devices pull if a rule or more than 100 tracks changed', async () => {
    const rename = (limit: number) => db.sql`
      update public.tracks set title = title || '.' where id in (
        select t.id from public.tracks t where t.is_public and t.shelved and t.deleted_at is null order by t.id limit ${limit}
      )`;
    await db.sql`
      insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      select ${artist}, 'Many', 'Someone', 'House', ${artist} || '/rows-' || n || '.mp3', 1000, 1, true
      from generate_series(1, 101) n`;
    await publish();
    await rename(100);
    const full = await publish();
    expect([full?.rows.length, full?.has_changes]).toEqual([100, false]);
    await rename(101);
    expect(await publish()).toMatchObject({ rows: [], gone: [], has_changes: true });
    await db.sql`update public.zap_rules set zap_value = zap_value`;
    expect(await publish()).toMatchObject({ rows: [], has_changes: true });
  });

  it('[SY-34] [G-4] has a floor at or below each transaction that was open', async () => {
    const other = await db.sql.reserve();
    try {
      await other`begin`;
      const [open] = await other<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
      await createTrack(db, artist);
      expect((await publish())?.floor).toBe(open?.xid);
      await other`rollback`;
    } finally {
      other.release();
    }
  });

  it('[SY-34] [G-4] is published at most every 5 s, and by one of several publishers', async () => {
    const track = await createTrack(db, artist);
    await push(db.asUser(fan), [play(track)]);
    await db.sql`update private.digest set published_at = now() - interval '4.5 seconds'`;
    expect([...(await db.sql`select private.publish_digest() as published`)]).toEqual([{ published: false }]);
    await db.sql`update private.digest set published_at = now() - interval '5.1 seconds'`;
    const published = await Promise.all(
      Array.from({ length: 8 }, () => db.sql<{ published: boolean }[]>`select private.publish_digest() as published`),
    );
    expect(published.flat().filter((row) => row.published)).toHaveLength(1);
    // A clock that was set back must not stop digests.
    await push(db.asUser(fan), [action('vote.cast', { track_id: track, weight: 1 })]);
    await db.sql`update private.digest set published_at = now() + interval '1 day'`;
    expect([...(await db.sql`select private.publish_digest() as published`)]).toEqual([{ published: true }]);
  });

  it('[SY-34] [G-4] is published by the next action if nothing else publishes, once a change has waited for a minute', async () => {
    const track = await createTrack(db, artist);
    const before = await lastDigestNumber();
    await db.sql`update private.digest set published_at = '-infinity'`;
    await db.sql`update private.undigested_changes set noted_at = now() - interval '50 seconds'`;
    await push(db.asUser(fan), [play(track)]);
    expect(await lastDigestNumber()).toBe(before);
    await db.sql`update private.undigested_changes set noted_at = now() - interval '61 seconds'`;
    await push(db.asUser(fan), [action('vote.cast', { track_id: track, weight: 2 })]);
    expect(await countsAfter(fan, before)).toEqual({
      number: before + 1,
      tracks: [[track, 3, 1, 1, 2]],
      is_more: false,
    });
    expect([...(await db.sql`select from private.undigested_changes`)]).toEqual([]);
  });

  it('[SY-34] [G-4] has the 200 tracks that changed most; the others come with pulls', async () => {
    const ids = await db.sql<{ id: string }[]>`
      insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      select ${artist}, 'Many', 'Someone', 'House', ${artist} || '/many-' || n || '.mp3', 1000, 1, true
      from generate_series(1, 1301) n returning id`;
    const tracks = ids.map(({ id }) => id);
    await publish();
    const before = await lastDigestNumber();
    const isMore = async () => (await countsAfter(fan, before))?.is_more;
    await db.sql`update public.tracks set play_count = play_count + 1 where id in ${db.sql(tracks.slice(0, 1000))}`;
    expect(await isMore()).toBe(false);
    await db.sql`update public.tracks set play_count = play_count + 1 where id in ${db.sql(tracks.slice(1000, 1001))}`;
    expect(await isMore(), 'more than 1000 that no digest has reported').toBe(true);
    const loud = new Set(tracks.slice(0, 150));
    await db.sql`update public.tracks set play_count = play_count + 1 where id in ${db.sql(tracks)}`;
    await db.sql`update public.tracks set play_count = play_count + 1 where id in ${db.sql([...loud])}`;
    const digest = await publish();
    expect(digest).toMatchObject({ after: before, number: before + 1 });
    const told = new Set(digest?.counts.map(([id]) => id));
    expect(told.size).toBe(200);
    expect([...loud].every((id) => told.has(id))).toBe(true);
    const { number, ids: pulled } = await allCountsAfter(fan, before + 1);
    expect(number).toBe(before + 7);
    // A page that reaches its limit may lack tracks of its last digest, so the next page begins with that digest again.
    expect(new Set(pulled).size).toBe(1101);
    expect(pulled.length).toBeLessThanOrEqual(1101 + 200);
    expect(new Set([...told, ...pulled])).toEqual(new Set(tracks));
  });

  it('[SY-34] [G-4] whose number this server never gave makes a pull return all counts', async () => {
    const track = await createTrack(db, artist);
    await push(db.asUser(fan), [play(track)]);
    await publish();
    const { number, ids } = await allCountsAfter(fan, 1_000_000);
    expect(number).toBe(await lastDigestNumber());
    expect(ids).toContain(track);
  });

  it('[S-1] is visible to those who know its topic; the pull that returns the topic is refused to visitors without a beta session', async () => {
    const message = { topic: await topic(), extension: 'broadcast', payload: '{}' };
    const seenBy = async (asked: string, role: 'anon' | 'authenticated') =>
      db.sql.begin(async (tx) => {
        await tx`insert into realtime.messages ${tx(message)}`;
        await tx`select set_config('role', ${role}, true), set_config('realtime.topic', ${asked}, true)`;
        return (await tx`select topic from realtime.messages`).length > 0;
      });
    for (const role of ['anon', 'authenticated'] as const) {
      expect(await seenBy(await topic(), role)).toBe(true);
      for (const other of ['', 'digest', 'digest:', 'digest:00000000-0000-4000-8000-000000000000'])
        expect(await seenBy(other, role), other).toBe(false);
    }
    await expect(pull(db.asAnon(), { tables: [] })).rejects.toThrow('Beta access required');
  });

  it('[SY-34] [G-4] can be sent by the server only', async () => {
    const name = await topic();
    const send = db
      .asUser(fan)
      .run((tx) => tx`insert into realtime.messages (topic, extension, payload) values (${name}, 'broadcast', '{}')`);
    await expect(send).rejects.toThrow('row-level security');
    const call = db.asUser(fan).run((tx) => tx`select private.publish_digest()`);
    await expect(call).rejects.toThrow('permission denied');
  });
});
