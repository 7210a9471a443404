import 'fake-indexeddb/auto';
import { IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePage } from '../core/guard.ts';
import type { Row } from '../core/ports.ts';
import type { Collection } from './database.ts';
import { allRows, firstRows, rowsByKey, watchGroup } from './read.ts';
import { openReplica, type Replica } from './replica.ts';
import { groupOf, type CollectionName } from './schemas.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

let replica: Replica;
beforeEach(() => void (replica = openReplica({ indexedDB: new IDBFactory(), IDBKeyRange }, 'owner', () => undefined)));
afterEach(async () => {
  vi.restoreAllMocks();
  await replica.close();
});

const collection = async (name: CollectionName) => (await replica.database(0)).collection(name);
const store = (t: string, ...rows: Row[]) => storePage(replica, 0, rows.map((row) => ({ t, row })), []); // prettier-ignore
const remove = (t: string, id: string, rev: number) => storePage(replica, 0, [], [{ t, id, rev }]);
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('the rows of a collection', () => {
  it('[SY-24] with one value of a key are read without those of other values, and without removed ones', async () => {
    const share = (id: string, user_id: string): Row => ({ id, rev: 1, user_id });
    await store('shared_tracks', share('1', 'me'), share('2', 'you'), share('3', 'me'), share('4', 'me-too'), share('5', 'me'), share('6', 'ann')); // prettier-ignore
    await remove('shared_tracks', '3', 2);
    expect(idsOf(await rowsByKey(await collection('shared_tracks'), 'sharer', 'me'))).toEqual(['1', '5']);
  });

  it('[SY-24] are read in the order of a key, from the first, without removed ones', async () => {
    const message = (id: string, minute: number): Row => ({
      id,
      rev: 1,
      created_at: `2027-01-01T10:0${minute}:00.000Z`,
    });
    await store('messages', message('a', 1), message('b', 2), message('c', 3), message('d', 4));
    await remove('messages', 'd', 2);
    expect(idsOf(await firstRows(await collection('messages'), 'newest', 2))).toEqual(['c', 'b']);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [20, 2],
    [25, 2],
  ])('[SY-24] are read in chunks of ten, with a pause after each full one (%i rows)', async (count, pauses) => {
    const rows = Array.from({ length: count }, (_, at): Row => ({ id: String(at).padStart(2, '0'), rev: 1 }));
    await store('user_profiles', ...rows);
    const read: string[] = [];
    const pause = vi.fn<() => Promise<void>>(async () => undefined);
    await allRows(await collection('user_profiles'), 10, (some) => read.push(...idsOf(some)), pause);
    expect([read, pause.mock.calls.length]).toEqual([idsOf(rows), pauses]);
  });

  it('[SY-24] are read in chunks without the removed ones', async () => {
    await store('user_profiles', { id: 'a', rev: 1 }, { id: 'b', rev: 1 }, { id: 'c', rev: 1 });
    await remove('user_profiles', 'b', 2);
    const chunks: string[][] = [];
    await allRows(await collection('user_profiles'), 2, (some) => chunks.push(idsOf(some)), () => Promise.resolve()); // prettier-ignore
    expect(chunks).toEqual([['a'], ['c']]);
  });

  it('[SY-22] do not count as lost if only a removed one is left', async () => {
    expect(await replica.isEmpty(0)).toBe(true);
    await remove('messages', 'a', 1);
    expect(await replica.isEmpty(0)).toBe(false);
  });
});

describe('the watch over a group of rows', () => {
  const group = groupOf('track_votes', '');
  const vote = (id: string, rev: number): Row => ({ id, rev });
  function watch(small: Collection) {
    const shown: unknown[] = [];
    const failures: unknown[] = [];
    const stop = watchGroup(
      small,
      group,
      (row) => row,
      (rows) => shown.push(rows.map(({ id, rev }) => [id, rev])),
      (error) => failures.push(error),
    );
    return { shown, failures, stop };
  }
  /** The collection, with the test's events in place of its own. */
  async function withEvents() {
    const events = new Subject<{ events: unknown[] }>();
    const small: Collection = Object.create(await collection('small'), { changeStream: { value: () => events } });
    const change = (operation: string, id: string, rev: number, of: string | undefined = group) => {
      const documentData = { id: `track_votes/${id}`, rev, ...(of === undefined ? {} : { group: of }) };
      return { documentId: documentData.id, operation, documentData };
    };
    return { small, change, send: (...some: unknown[]) => events.next({ events: some }) };
  }

  it('[SY-12] ignores changes that other pages report late', async () => {
    await store('track_votes', vote('a', 3), vote('b', 1));
    const { small, change, send } = await withEvents();
    const { shown, stop } = watch(small);
    await waitFor(() => expect(shown).toEqual([[['a', 3], ['b', 1]]])); // prettier-ignore
    send(change('UPDATE', 'a', 2), change('UPDATE', 'a', 3), change('DELETE', 'a', 2));
    send(change('DELETE', 'b', 2));
    send(change('UPDATE', 'b', 1));
    send(change('UPDATE', 'c', 1, 'other/'), change('DELETE', 'd', 9));
    expect(shown.slice(1)).toEqual([[['a', 3]]]);
    send(change('UPDATE', 'b', 3), change('UPDATE', 'a', 3));
    expect(shown.slice(2)).toEqual([[['a', 3], ['b', 3]]]); // prettier-ignore
    stop();
  });

  it('[SY-12] shows a change that arrives before the first rows are read, once, with them', async () => {
    await store('track_votes', vote('a', 1), vote('b', 1), vote('c', 1));
    const { small, change, send } = await withEvents();
    const { shown, stop } = watch(small);
    send(change('UPDATE', 'a', 2), change('DELETE', 'b', 2), change('UPDATE', 'c', 2, 'other/'));
    expect(shown).toEqual([]);
    await waitFor(() => expect(shown).toEqual([[['a', 2]]]));
    stop();
  });

  it('[SY-22] reports that the rows cannot be read', async () => {
    const small = await collection('small');
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('the disk fails', 'UnknownError');
    });
    const { failures, shown } = watch(small);
    await waitFor(() => expect(failures).toMatchObject([{ message: expect.stringContaining('the disk fails') }]));
    expect(shown).toEqual([]);
  });

  it('reports nothing after it was stopped, neither rows nor a failure', async () => {
    await store('track_votes', vote('a', 1));
    const small = await collection('small');
    const stopped = watch(small);
    stopped.stop();
    const { shown, stop } = watch(small);
    await waitFor(() => expect(shown).toHaveLength(1));
    stop();
    const failing = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('the disk fails', 'UnknownError');
    });
    const failed = watch(small);
    failed.stop();
    await waitFor(() => expect(failing).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    await store('track_votes', vote('a', 2));
    expect([stopped.shown, shown.length, failed.shown, failed.failures]).toEqual([[], 1, [], []]);
  });
});

describe('a replica', () => {
  it('refuses a table that it does not know, and every call after it was closed', async () => {
    await expect(replica.read(0, 'duets', ['a'])).rejects.toThrow('no collection for duets');
    await expect(replica.write(0, 'duets', [])).rejects.toThrow('no collection for duets');
    expect([replica.has('duets'), replica.has('tracks')]).toEqual([false, true]);
    const database = await replica.database(0);
    expect(database.isClosed()).toBe(false);
    await replica.close();
    expect(database.isClosed()).toBe(true);
    await expect(replica.isEmpty(0)).rejects.toThrow('the replica is closed');
  });

  it('[SY-22] leaves no connection behind that would hold up a deletion, if one of its databases cannot be opened', async () => {
    const indexedDB = new IDBFactory();
    const open = indexedDB.open.bind(indexedDB);
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name.endsWith('--messages')) throw new DOMException('closed', 'InvalidStateError');
      return open(name, version);
    });
    const broken = openReplica({ indexedDB, IDBKeyRange }, 'owner', () => undefined);
    await expect(broken.isEmpty(0)).rejects.toThrow('closed');
    opening.mockRestore();
    const outcomes = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise((resolve) => {
          const deletion = indexedDB.deleteDatabase(name);
          deletion.onsuccess = () => resolve('deleted');
          deletion.onblocked = () => resolve('blocked');
        }),
    );
    expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 4 }, () => 'deleted'));
  });

  it('[SY-22] reports a disk that refuses to read or to write as a failure of the storage', async () => {
    await store('tracks', { id: 'a', rev: 1 });
    const refuse = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const write = { id: 'b', rev: 1, row: { id: 'b', rev: 1 }, previous: null };
    for (const method of ['add', 'put'] as const) vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(refuse);
    await expect(replica.write(0, 'tracks', [write])).rejects.toMatchObject({ name: 'StorageFailure', reason: 'full' });
    for (const method of ['get', 'getAll'] as const)
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(refuse);
    await expect(replica.read(0, 'tracks', ['a'])).rejects.toMatchObject({ name: 'StorageFailure' });
  });
});
