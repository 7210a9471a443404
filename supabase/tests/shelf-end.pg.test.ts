import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createTrackWith, position, readAll, visit } from './visit-scene.ts';

let db: TestDatabase;
let artist: string;
let reader: string;
beforeAll(async () => {
  db = await openTestDatabase();
  [artist, reader] = [await db.createUser(), await db.createUser()];
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`update public.tracks set deleted_at = now() where deleted_at is null`;
});

async function arrange(best: number, newest = 0): Promise<void> {
  await db.sql`update private.shelf_sizes
    set size = case part when 'best_tracks' then ${best}::integer when 'newest_tracks' then ${newest}::integer else 0 end
    where part <> 'pins'`;
  await db.sql`select private.arrange_shelf()`;
}

const pulled = z.object({ shelf_end: z.nullable(position) });
async function shelfEnd() {
  const p = { v: 1, epoch: null, since: '0', after: null, tables: [], pending: [], limit: 1 };
  return pulled.parse(await db.asUser(reader).rpc('sync_pull', { p })).shelf_end;
}

async function createRated(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push(await createTrackWith(db, artist, { rating: 5 - at / 100, createdAt: '2026-01-01T00:00:00.123456Z' }));
  }
  return ids;
}

describe('[SY-35] [G-5] The end of the shelf', () => {
  it('is null while all of Explore is on the shelf', async () => {
    await createRated(11);
    for (const [best, newest] of [
      [1_000_000, 0],
      [11, 0],
      // The eleventh track stays on the shelf: it is within a tenth beyond the size, or among the newest.
      [10, 0],
      [5, 11],
    ] as const) {
      await arrange(best, newest);
      expect(await shelfEnd()).toBeNull();
    }
    await createTrackWith(db, artist, { sponsored: true });
    await createTrackWith(db, artist, { isPublic: false });
    await arrange(10);
    expect(await shelfEnd()).toBeNull();
  });

  it('is the position of the last of the best tracks, to the microsecond, and the rest follows it', async () => {
    const ids = await createRated(12);
    await arrange(4, 1);
    const end = await shelfEnd();
    expect(end).toEqual({ average_vote_rating: 4.97, created_at: '2026-01-01T00:00:00.123456Z', id: ids[3] });
    const rest = await visit(db.asUser(reader), { kind: 'explore', genre: null, after: end });
    expect(rest.rows.flatMap(({ t, row }) => (t === 'tracks' ? [row.id] : []))).toEqual(ids.slice(4));
  });

  it('moves with the ratings, and is null once no track is left beyond it', async () => {
    const ids = await createRated(6);
    await arrange(4);
    await db.sql`update public.tracks set average_vote_rating = 1 where id = ${ids[0] ?? ''}`;
    expect((await shelfEnd())?.id).toBe(ids[3]);
    await arrange(4);
    expect((await shelfEnd())?.id).toBe(ids[4]);
    expect(await readAll(db.asUser(reader), { kind: 'explore', genre: null })).toEqual([[...ids.slice(1), ids[0]]]);
    await db.sql`update public.tracks set deleted_at = now() where id in ${db.sql([ids[0] ?? '', ids[5] ?? ''])}`;
    await arrange(4);
    expect(await shelfEnd()).toBeNull();
  });
});
