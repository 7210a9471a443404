import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, describe, it, vi } from 'vitest';
import { replicaName } from '../core/names.ts';
import { storePage } from '../core/guard.ts';
import type { Row } from '../core/ports.ts';
import { deleteReplicas } from './delete.ts';
import { groupOf } from './schemas.ts';
import { allRows, firstRows, rowsById, watchGroup, watchRows } from './read.ts';
import type { RowChange } from '../overlay/row-store.ts';
import { openReplica, type Replica } from './replica.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const databases = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });
const open: Replica[] = [];
const openTest = (where = databases()) => {
  const replica = openReplica(where, 'owner', () => undefined);
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
  hidden_at: null,
  created_at: '2027-01-01T00:00:00.000Z',
  ...change,
});
const rows = (...tracks: Row[]) => tracks.map((row) => ({ t: 'tracks', row }));
const tracksOf = async (replica: Replica, generation = 0) => (await replica.database(generation)).collection('tracks');
const noPause = () => Promise.resolve();

/** The request to open a database that the browser refuses later. */
function refusal(): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), {
    error: new DOMException('no room', 'QuotaExceededError'),
    onerror: (_event: Event) => undefined,
  });
  setImmediate(() => {
    request.addEventListener('error', (event) => request.onerror(event));
    request.dispatchEvent(new Event('error'));
  });
  return request as unknown as IDBOpenDBRequest;
}

describe('the replica on the disk', () => {
  it('[SY-12] stores the newest revision of each row, in whatever order they arrive', async () => {
    const replica = openTest();
    await storePage(replica, 0, rows(track('a', 2), track('b', 1)), []);
    await storePage(replica, 0, rows(track('a', 1), track('b', 3)), []);
    const found = await rowsById(await tracksOf(replica), ['a', 'b']);
    expect(found.map(({ id, rev, title }) => [id, rev, title])).toEqual([
      ['a', 2, 'a at 2'],
      ['b', 3, 'b at 3'],
    ]);
  });

  it('[SY-2] has only the indexes that are used, also on a device that had more', async () => {
    const where = databases();
    const name = `rxdb-dexie-${replicaName('owner', 0)}--0--tracks`;
    const earlier = new Dexie(name, where);
    const docs = 'id, [_deleted+id], [_deleted+explore_key+id], [_meta.lwt+id], _meta.lwt';
    earlier.version(1).stores({ docs, changes: '++sequence, id', attachments: 'id' });
    await earlier
      .table('docs')
      .put({ ...track('b', 4), explore_key: '1', _deleted: '0', _rev: '1-abc', _meta: { lwt: 9 } });
    earlier.close();
    const replica = openTest(where);
    await storePage(replica, 0, rows(track('a', 1)), []);
    expect((await firstRows(await tracksOf(replica), 'explore_key', 5)).map(({ id }) => id)).toEqual(['a', 'b']);
    await storePage(replica, 0, rows(track('b', 5)), []);
    expect((await rowsById(await tracksOf(replica), ['b'])).map(({ rev }) => rev)).toEqual([5]);
    const inspected = new Dexie(name, where);
    await inspected.open();
    const [table] = inspected.tables.filter(({ name }) => name === 'docs');
    inspected.close();
    expect(table?.schema.indexes.map((index) => index.name)).toEqual(['[_deleted+explore_key+id]']);
  });

  it('[SY-2] writes documents in the form that all devices have on their disks, with any release of RxDB', async () => {
    const where = databases();
    const replica = openTest(where);
    const vote = { t: 'track_votes', row: { id: 'v', rev: 4 } };
    await storePage(replica, 0, [...rows(track('a', 1, { counts_rev: 3 })), vote], [{ t: 'tracks', id: 'b', rev: 2 }]);
    const written = await where.indexedDB.databases();
    expect(written.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
      ['messages', 'shared_tracks', 'small', 'tracks', 'user_profiles'].map(
        (name) => `rxdb-dexie-${replicaName('owner', 0)}--0--${name} 20`,
      ),
    );
    const documentsOf = async (collection: string) => {
      const database = new Dexie(`rxdb-dexie-${replicaName('owner', 0)}--0--${collection}`, where);
      await database.open();
      const documents: unknown[] = await database.table('docs').toArray();
      database.close();
      return documents;
    };
    const added = { _attachments: {}, _meta: { lwt: 1 }, _rev: expect.stringMatching(/^1-/) };
    expect(await documentsOf('tracks')).toEqual([
      {
        ...track('a', 1, { counts_rev: 3 }),
        ...added,
        explore_key: expect.any(String),
        _deleted: '0',
      },
      { id: 'b', rev: 2, ...added, _deleted: '1' },
    ]);
    expect(await documentsOf('small')).toEqual([
      { id: 'track_votes/v', rev: 4, ...added, group: 'track_votes/', _deleted: '0' },
    ]);
  });

  it('[SY-7] keeps only the revision of a removed row, which an older page cannot undo', async () => {
    const replica = openTest();
    await storePage(replica, 0, rows(track('a', 1)), []);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'a', rev: 2 }]);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'never-seen', rev: 5 }]);
    await storePage(replica, 0, rows(track('a', 1), track('never-seen', 4)), []);
    const collection = await tracksOf(replica);
    expect(await rowsById(collection, ['a', 'never-seen'])).toEqual([]);
    const removed = await collection.findDocumentsById(['a'], true);
    expect(removed.map(({ id, rev, _deleted, title }) => ({ id, rev, _deleted, title }))).toEqual([
      { id: 'a', rev: 2, _deleted: true, title: undefined },
    ]);
    await storePage(replica, 0, rows(track('a', 3)), []);
    expect((await rowsById(collection, ['a'])).map((row) => row.rev)).toEqual([3]);
  });

  it('[SY-24] reads the first rows by an ascending key, and all rows in chunks', async () => {
    const replica = openTest();
    const many = Array.from({ length: 25 }, (_, at) =>
      track(`t${String(at).padStart(2, '0')}`, 1, { average_vote_rating: at % 5, sponsored: at === 4 }),
    );
    await storePage(replica, 0, rows(...many), []);
    const collection = await tracksOf(replica);
    expect((await firstRows(collection, 'explore_key', 4)).map((row) => row.id)).toEqual(['t09', 't14', 't19', 't24']);
    const chunks: number[] = [];
    await allRows(collection, 10, (block) => chunks.push(block.length), noPause);
    expect(chunks).toEqual([10, 10, 5]);
  });

  it('[SY-24] reads the newest messages first', async () => {
    const replica = openTest();
    const message = (id: string, minute: number) => ({
      t: 'messages',
      row: { id, rev: 1, created_at: `2027-01-01T10:0${minute}:00.000Z` },
    });
    await storePage(replica, 0, [message('a', 2), message('b', 3), message('c', 1)], []);
    const messages = (await replica.database(0)).collection('messages');
    expect((await firstRows(messages, 'newest', 2)).map((row) => row.id)).toEqual(['b', 'a']);
  });

  it('reports every change as rows, including removals, until it is stopped', async () => {
    const replica = openTest();
    const notifications: RowChange[] = [];
    const stop = watchRows(await tracksOf(replica), (changes) => notifications.push(...changes));
    await storePage(replica, 0, rows(track('a', 1)), []);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'a', rev: 2 }]);
    stop();
    await storePage(replica, 0, rows(track('a', 3)), []);
    expect(notifications).toMatchObject([
      { id: 'a', row: track('a', 1) },
      { id: 'a', row: null, rev: 2 },
    ]);
  });

  it('[SY-1] watches a group of rows: rows that join it, change, leave it or are deleted', async () => {
    const replica = openTest();
    const play = (id: string, rev: number, played_on = '2027-01-01') => ({
      t: 'track_plays',
      row: { id, rev, played_on },
    });
    await storePage(replica, 0, [play('b', 1), play('x', 1, 'other')], []);
    const small = (await replica.database(0)).collection('small');
    const notifications: unknown[] = [];
    const stop = watchGroup(
      small,
      groupOf('track_plays', '2027-01-01'),
      (row) => (row.rev === 7 ? null : row),
      (rows) => notifications.push(rows.map(({ id, rev }) => [id, rev])),
      (error) => notifications.push(error),
    );
    // Stored while the first rows are still being read.
    await storePage(replica, 0, [play('c', 1)], []);
    await waitFor(() => expect(notifications.at(-1)).toEqual([['b', 1], ['c', 1]])); // prettier-ignore
    const before = notifications.length;
    await storePage(replica, 0, [play('a', 1), play('b', 2), play('x', 2, 'other')], []);
    await storePage(replica, 0, [play('c', 2, 'other')], [{ t: 'track_plays', id: 'a', rev: 2 }]);
    await storePage(replica, 0, [play('x', 3, 'other')], []);
    await storePage(replica, 0, [play('x', 4), play('b', 7)], []);
    expect(notifications.slice(before)).toEqual([
      [['a', 1], ['b', 2], ['c', 1]],
      [['b', 2]],
      [['x', 4]],
    ]); // prettier-ignore
    stop();
    await storePage(replica, 0, [play('b', 8)], []);
    expect(notifications).toHaveLength(before + 3);
  });

  it('[SY-22] can be opened again after a failure', async () => {
    const where = databases();
    const replica = openTest(where);
    const opening = vi.spyOn(where.indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(replica.isEmpty(0)).rejects.toThrow('no room');
    await storePage(replica, 0, rows(track('a', 1)), []);
    expect((await rowsById(await tracksOf(replica), ['a'])).map(({ rev }) => rev)).toEqual([1]);
    opening.mockRestore();
  });

  it('[SY-22] can be opened again after all of its databases have failed to open, however late', async () => {
    const where = databases();
    const replica = openTest(where);
    const opening = vi.spyOn(where.indexedDB, 'open').mockImplementation(() => refusal());
    await expect(replica.isEmpty(0)).rejects.toThrow('no room');
    opening.mockRestore();
    await storePage(replica, 0, rows(track('a', 1)), []);
    expect((await rowsById(await tracksOf(replica), ['a'])).map(({ rev }) => rev)).toEqual([1]);
  });

  it('[SY-22] can be closed while its opening fails', async () => {
    const where = databases();
    const replica = openTest(where);
    vi.spyOn(where.indexedDB, 'open').mockImplementation(() => refusal());
    const failing = expect(replica.isEmpty(0)).rejects.toThrow('no room');
    await replica.close();
    await failing;
  });

  it('[SY-22] still reports a loss if the reopened databases cannot be read at first', async () => {
    const where = databases();
    const replica = openTest(where);
    await storePage(replica, 0, rows(track('a', 1)), []);
    await deleteReplicas(where, 'owner', () => false);
    const reads = (['count', 'openCursor', 'openKeyCursor'] as const).map((method) =>
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
        throw new DOMException('the disk fails', 'UnknownError');
      }),
    );
    await expect(replica.isEmpty(0)).rejects.toMatchObject({ name: 'StorageFailure' });
    for (const read of reads) read.mockRestore();
    await storePage(replica, 0, rows(track('a', 1)), []);
    expect(await replica.isEmpty(0)).toBe(true);
  });

  it('[SY-12] fails when the disk refuses a row, even if another row is only in conflict', async () => {
    const replica = openTest();
    await storePage(replica, 0, rows(track('a', 1)), []);
    const stored = await tracksOf(replica);
    const error = { status: 422, documentId: 'b', isError: true } as const;
    vi.spyOn(stored, 'bulkWrite').mockResolvedValueOnce({
      error: [{ ...error, status: 409, documentId: 'a' }, error],
    } as never);
    const writes = ['a', 'b'].map((id) => ({ id, rev: 2, row: track(id, 2), previous: null }));
    await expect(replica.write(0, 'tracks', writes)).rejects.toMatchObject({ name: 'StorageFailure' });
  });

  it('[SY-8] has a separate store for each generation, and drops those of earlier ones', async () => {
    const where = databases();
    const onClosed = vi.fn<(generation: number) => void>();
    const replica = openReplica(where, 'owner', onClosed);
    open.push(replica);
    await storePage(replica, 0, rows(track('old', 9)), []);
    await storePage(replica, 1, rows(track('new', 1)), []);
    const ids: string[] = [];
    await allRows(await tracksOf(replica, 1), 10, (block) => ids.push(...block.map((row) => row.id)), noPause);
    expect(ids).toEqual(['new']);
    await replica.dropBefore(1);
    const names = (await where.indexedDB.databases()).map(({ name }) => name ?? '');
    expect(names.filter((name) => name.includes('-g0--'))).toEqual([]);
    expect(names.filter((name) => name.includes('-g1--'))).toHaveLength(5);
    // The browser did not take the databases away.
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('[SY-21] stores a row of an unknown form unchanged, for a version that knows it', async () => {
    const replica = openTest();
    const person = { id: 'p', rev: 3, privacy_setting: 'of a newer server', colours: ['red'] };
    const play = { id: 'q', rev: 1, track_id: null };
    await storePage(replica, 0, [{ t: 'user_profiles', row: person }, { t: 'track_plays', row: play }], []); // prettier-ignore
    const database = await replica.database(0);
    expect(await rowsById(database.collection('user_profiles'), ['p'])).toMatchObject([person]);
    expect(await rowsById(database.collection('small'), ['track_plays/q'])).toMatchObject([
      { ...play, id: 'track_plays/q' },
    ]);
  });

  it('[SY-3] separates small tables within one of its five databases', async () => {
    const where = databases();
    const replica = openTest(where);
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
    const small = (await replica.database(0)).collection('small');
    const found: Row[][] = [];
    const stop = watchGroup(
      small,
      groupOf('track_votes', ''),
      (row) => row,
      (group) => found.push(group),
      (error) => {
        throw error;
      },
    );
    await waitFor(() => expect(found).toMatchObject([[vote('track_votes', 2).row]]));
    stop();
    expect(await where.indexedDB.databases()).toHaveLength(5);
  });
});
