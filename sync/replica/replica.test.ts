import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, describe, it, vi } from 'vitest';
import { storePage } from '../core/guard.ts';
import type { Row } from '../core/ports.ts';
import { placeOf } from './schemas.ts';
import { allRows, firstRows, rowsById, watchGroup, watchRows, type RowChange } from './read.ts';
import { openReplica, type Replica } from './replica.ts';

const databases = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });
const open: Replica[] = [];
const openOne = (where = databases()) => {
  const replica = openReplica(where, 'owner');
  open.push(replica);
  return replica;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((replica) => replica.close()));
});

const track = (id: string, rev: number, change: Record<string, unknown> = {}): Row => ({
  id,
  rev,
  title: `${id} at ${rev}`,
  is_public: true,
  sponsored: false,
  average_vote_rating: 0,
  highlighted_until: null,
  created_at: '2027-01-01T00:00:00.000Z',
  ...change,
});
const rows = (...tracks: Row[]) => tracks.map((row) => ({ t: 'tracks', row }));
const tracksOf = async (replica: Replica, generation = 0) => (await replica.database(generation)).collections.tracks;
const noBreath = () => Promise.resolve();

describe('the replica on the disk', () => {
  it('[SY-12] keeps the newest revision of each row, whatever the order in which they come', async () => {
    const replica = openOne();
    await storePage(replica, 0, rows(track('a', 2), track('b', 1)), []);
    await storePage(replica, 0, rows(track('a', 1), track('b', 3)), []);
    const found = await rowsById(await tracksOf(replica), ['a', 'b']);
    expect(found.map(({ id, rev, title }) => [id, rev, title])).toEqual([
      ['a', 2, 'a at 2'],
      ['b', 3, 'b at 3'],
    ]);
  });

  it('[SY-7] keeps nothing of a removed row but its revision, which an older page cannot undo', async () => {
    const replica = openOne();
    await storePage(replica, 0, rows(track('a', 1)), []);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'a', rev: 2 }]);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'never-seen', rev: 5 }]);
    await storePage(replica, 0, rows(track('a', 1), track('never-seen', 4)), []);
    const collection = await tracksOf(replica);
    expect(await rowsById(collection, ['a', 'never-seen'])).toEqual([]);
    const kept = await collection.storageInstance.findDocumentsById(['a'], true);
    expect(kept.map(({ id, rev, _deleted, title }) => ({ id, rev, _deleted, title }))).toEqual([
      { id: 'a', rev: 2, _deleted: true, title: undefined },
    ]);
    await storePage(replica, 0, rows(track('a', 3)), []);
    expect((await rowsById(collection, ['a'])).map((row) => row.rev)).toEqual([3]);
  });

  it('[SY-24] reads the first cards by an ascending key, and all rows in chunks', async () => {
    const replica = openOne();
    const many = Array.from({ length: 25 }, (_, at) =>
      track(`t${String(at).padStart(2, '0')}`, 1, { average_vote_rating: at % 5, sponsored: at === 4 }),
    );
    await storePage(replica, 0, rows(...many), []);
    const collection = await tracksOf(replica);
    expect((await firstRows(collection, 'explore_key', 4)).map((row) => row.id)).toEqual(['t09', 't14', 't19', 't24']);
    const chunks: number[] = [];
    await allRows(collection, 10, (block) => chunks.push(block.length), noBreath);
    expect(chunks).toEqual([10, 10, 5]);
  });

  it('tells of every change as rows, removals too', async () => {
    const replica = openOne();
    const told: RowChange[] = [];
    watchRows(await tracksOf(replica), (changes) => told.push(...changes));
    await storePage(replica, 0, rows(track('a', 1)), []);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'a', rev: 2 }]);
    expect(told).toEqual([
      { id: 'a', row: track('a', 1) },
      { id: 'a', row: null },
    ]);
  });

  it('[SY-1] tells of a group of rows, of what joins it, changes, leaves it and goes', async () => {
    const replica = openOne();
    const share = (id: string, rev: number, user_id = 'me') => ({ t: 'shared_tracks', row: { id, rev, user_id } });
    await storePage(replica, 0, [share('b', 1), share('x', 1, 'other')], []);
    const { shared_tracks: collection } = (await replica.database(0)).collections;
    const told: unknown[] = [];
    const stop = watchGroup(
      collection,
      'user_id',
      'me',
      (row) => (row.rev === 7 ? null : row),
      (rows) => told.push(rows.map(({ id, rev }) => [id, rev])),
      (error) => told.push(error),
    );
    // While the first are still being read.
    await storePage(replica, 0, [share('c', 1)], []);
    await vi.waitFor(() => expect(told.at(-1)).toEqual([['b', 1], ['c', 1]])); // prettier-ignore
    const before = told.length;
    await storePage(replica, 0, [share('a', 1), share('b', 2), share('x', 2, 'other')], []);
    await storePage(replica, 0, [share('c', 2, 'other')], [{ t: 'shared_tracks', id: 'a', rev: 2 }]);
    await storePage(replica, 0, [share('x', 3, 'other')], []);
    await storePage(replica, 0, [share('x', 4), share('b', 7)], []);
    expect(told.slice(before)).toEqual([
      [['a', 1], ['b', 2], ['c', 1]],
      [['b', 2]],
      [['x', 4]],
    ]); // prettier-ignore
    stop();
    await storePage(replica, 0, [share('b', 8)], []);
    expect(told).toHaveLength(before + 3);
  });

  it('[SY-8] has a store of its own for each generation, and drops those before', async () => {
    const where = databases();
    const replica = openOne(where);
    await storePage(replica, 0, rows(track('old', 9)), []);
    await storePage(replica, 1, rows(track('new', 1)), []);
    const ids: string[] = [];
    await allRows(await tracksOf(replica, 1), 10, (block) => ids.push(...block.map((row) => row.id)), noBreath);
    expect(ids).toEqual(['new']);
    await replica.dropBefore(1);
    const names = (await where.indexedDB.databases()).map(({ name }) => name ?? '');
    expect(names.filter((name) => name.includes('-g0--'))).toEqual([]);
    expect(names.filter((name) => name.includes('-g1--'))).toHaveLength(6);
  });

  it('[SY-3] keeps small tables apart in one collection, so that two generations stay below what RxDB opens', async () => {
    const replica = openOne();
    const vote = (table: string, rev: number) => ({
      t: table,
      row: { id: 'a', rev, user_id: 'me', credited_on: '2027-01-01' },
    });
    await storePage(replica, 0, [vote('track_votes', 1), vote('zap_actions', 5)], []);
    await storePage(replica, 0, [vote('track_votes', 2)], [{ t: 'zap_actions', id: 'a', rev: 6 }]);
    expect([...(await replica.read(0, 'track_votes', ['a', 'b']))].map(([id, { rev }]) => [id, rev])).toEqual([
      ['a', 2],
    ]);
    expect([...(await replica.read(0, 'zap_actions', ['a']))].map(([id, { rev }]) => [id, rev])).toEqual([['a', 6]]);
    const { small } = (await replica.database(0)).collections;
    const found: Row[][] = [];
    const stop = watchGroup(
      small,
      'place',
      placeOf('track_votes'),
      (row) => row,
      (group) => found.push(group),
      (error) => {
        throw error;
      },
    );
    await vi.waitFor(() => expect(found).toEqual([[vote('track_votes', 2).row]]));
    stop();
    for (const generation of [0, 1]) {
      const { collections } = await replica.database(generation);
      expect(Object.keys(collections)).toHaveLength(5);
    }
  });
});
