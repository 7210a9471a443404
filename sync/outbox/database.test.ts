// Live queries of Dexie run only where the globals are.
import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { firstCursor } from '../core/ports.ts';
import { DeviceDatabase } from './database.ts';

it('[SY-21] sends the cursor back to the start of the next generation when the rows have another model, and keeps the queue', async () => {
  const indexedDB = new IDBFactory();
  const open = () => new DeviceDatabase('someone', indexedDB, IDBKeyRange);
  const before = open();
  await before.cursors.put({
    id: 'pull',
    cursor: { ...firstCursor, epoch: 'e', since: '9', generation: 3, complete: true },
  });
  await before.engine.put({ key: 'replica-model', value: 3 });
  await before.device.put({ key: 'draft', value: 'kept' });
  before.close();

  const after = open();
  expect(await after.cursors.get('pull')).toEqual({ id: 'pull', cursor: { ...firstCursor, generation: 4 } });
  expect(await after.device.get('draft')).toEqual({ key: 'draft', value: 'kept' });
  after.close();

  const again = open();
  expect((await again.cursors.get('pull'))?.cursor.generation).toBe(4);
  again.close();
});

it('[SY-14] tells of a write only once it is on the disk', async () => {
  const order: string[] = [];
  let isSlow = false;
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...call) {
    const transaction = begin.apply(this, call);
    if (!isSlow || call[1] !== 'readwrite') return transaction;
    // A disk that takes its time: the transaction stays open for a hundred requests more.
    transaction.commit = () => undefined;
    const wait = (requests: number) => {
      if (requests > 0) transaction.objectStore('kept').count().onsuccess = () => wait(requests - 1);
    };
    wait(100);
    transaction.addEventListener('complete', () => order.push('stored'));
    return transaction;
  });
  const device = new DeviceDatabase('someone', new IDBFactory(), IDBKeyRange);
  await device.open();
  isSlow = true;
  await new Promise<void>((resolve) => {
    const subscription = liveQuery(() => device.kept.toArray()).subscribe((rows) => {
      order.push(`shown ${rows.length}`);
      if (rows.length === 0) {
        void device.kept.put({ trackId: 't', url: 'u', bytes: 1, asked: true, usedAt: 1 });
      } else {
        subscription.unsubscribe();
        resolve();
      }
    });
  });
  device.close();
  vi.restoreAllMocks();
  expect(order).toEqual(['shown 0', 'stored', 'shown 1']);
});
