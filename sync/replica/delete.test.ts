import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { replicaStart } from '../core/names.ts';
import { tableNames } from '../model/tables.ts';
import { deleteDatabase, deleteReplicas } from './delete.ts';
import { openReplica } from './replica.ts';

afterEach(() => void vi.useRealTimers());

const namesIn = async (indexedDB: IDBFactory) => (await indexedDB.databases()).map(({ name }) => name ?? '').sort();

async function create(indexedDB: IDBFactory, ...names: string[]): Promise<void> {
  for (const name of names)
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
}

/** Firefox before 126 has no `databases`. */
const unlisted = (indexedDB: IDBFactory): IDBFactory =>
  ({ open: indexedDB.open.bind(indexedDB), deleteDatabase: indexedDB.deleteDatabase.bind(indexedDB) }) as IDBFactory;

describe('the deletion of replicas', () => {
  it('[SY-8] [SY-19] spares the generations to keep, other people’s, and all other databases', async () => {
    const indexedDB = new IDBFactory();
    const [mine, yours] = [replicaStart('me'), replicaStart('you')];
    const others = [
      `${mine}2--0--tracks`,
      `${yours}0--0--tracks`,
      `a ${mine}0--0--tracks`,
      mine,
      `${mine}x--0`,
      'other',
    ];
    await create(indexedDB, `${mine}0--0--tracks`, `${mine}1--0--small`, `${mine}12--0--tracks`, ...others);
    await deleteReplicas({ indexedDB, IDBKeyRange }, 'me', (generation) => generation === 2);
    expect(await namesIn(indexedDB)).toEqual(others.sort());
  });

  it('[SY-19] finds the first generations by name in a browser that cannot list its databases', async () => {
    const indexedDB = new IDBFactory();
    const replica = openReplica({ indexedDB, IDBKeyRange }, 'me', () => undefined);
    for (const generation of [0, 3, 4]) await replica.isEmpty(generation);
    await replica.close();
    // Earlier models stored each table in its own collection.
    await create(indexedDB, `${replicaStart('me')}1--0--genres`, `${replicaStart('me')}0--0--_rxdb_internal`);
    await deleteReplicas({ indexedDB: unlisted(indexedDB), IDBKeyRange }, 'me', (generation) => generation === 3);
    const left = await namesIn(indexedDB);
    expect([...new Set(left.map((name) => name.slice(0, name.indexOf('--'))))]).toEqual([
      `${replicaStart('me')}3`,
      `${replicaStart('me')}4`,
    ]);
    expect(tableNames).toContain('genres');
  });

  it('[SY-22] ends after 5 s without an answer, when a page frozen in a transaction holds up the browser', async () => {
    vi.useFakeTimers();
    const ended = vi.fn<() => void>();
    const silent = { deleteDatabase: () => ({}) } as unknown as IDBFactory;
    void deleteDatabase(silent, 'a').then(ended);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('[SY-22] is left to the browser while a connection stays open', async () => {
    const indexedDB = new IDBFactory();
    const connection = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('a');
      opening.onsuccess = () => resolve(opening.result);
    });
    // The deletion ends before its time limit.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await deleteDatabase(indexedDB, 'a');
    connection.close();
    await vi.waitFor(async () => expect(await namesIn(indexedDB)).toEqual([]));
  });

  it.each([
    [new DOMException('the disk fails', 'UnknownError'), 'the disk fails'],
    [null, 'cannot delete a'],
  ])('[SY-22] fails if the browser refuses it (%s)', async (error, message) => {
    const refusing = {
      deleteDatabase() {
        const request: { error: DOMException | null; onerror?: () => void } = { error };
        queueMicrotask(() => request.onerror?.());
        return request;
      },
    } as unknown as IDBFactory;
    await expect(deleteDatabase(refusing, 'a')).rejects.toThrow(message);
  });
});
