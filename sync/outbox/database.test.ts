// Dexie's live queries need the global IndexedDB.
import 'fake-indexeddb/auto';
import { Dexie, liveQuery } from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { answered, dead, held, inFlight, retrying } from '../../tests/sync/support/states.ts';
import { newQueuedPlay } from '../../tests/sync/support/queued-play.ts';
import { outboxName } from '../core/names.ts';
import { firstCursor } from '../core/ports.ts';
import { newRecord, type RecordState } from '../core/records.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';

it('[SY-21] a changed row model moves the cursor to the start of the next generation, and keeps the queue', async () => {
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

  const reopened = open();
  expect((await reopened.cursors.get('pull'))?.cursor.generation).toBe(4);
  reopened.close();
});

it('[SY-21] the queue of the app’s first version is read, including records that an open page of that version still writes', async () => {
  const browser = new IDBFactory();
  const old = new Dexie(outboxName('someone'), { indexedDB: browser, IDBKeyRange });
  old.version(3).stores({
    outbox: '++seq, &id, lane',
    cursors: 'id',
    device: 'key',
    engine: 'key',
    uploads: 'id, startedAt',
    uploadFiles: 'id',
    kept: 'trackId, usedAt',
  });
  const { state: _, ...action } = newRecord({
    id: 'a',
    user_id: 'me',
    device_id: 'd',
    lane: 'plays',
    kind: 'play.record',
    v: 1,
    payload: { track_id: 't' },
    deps: [],
    created_at: 5,
    occurred_at: '2027-01-01T00:00:00.000Z',
  });
  const error = { code: 'no', message: 'No.' };
  const flags = { error: null, sent: true, answered: false, attempts: 3, next_at: 70, alone_failures: 2 };
  const stored: [object, RecordState][] = [
    [{ ...flags, state: 'queued', sent: false, attempts: 0, next_at: 0, alone_failures: 0 }, { kind: 'queued' }],
    [{ ...flags, state: 'queued', error }, retrying(70, 3, 2)],
    [{ ...flags, state: 'in_flight' }, inFlight(3, 2)],
    [{ ...flags, state: 'in_flight', answered: true }, answered],
    [{ ...flags, state: 'held', error, alone_failures: 8 }, held(error)],
    [{ ...flags, state: 'dead', error }, dead(error)],
    // A page of the first version has changed a record of the current form: the record has only the flags that this page set.
    [{ state: 'in_flight', sent: true, failures: { all: 1, alone: 0 } }, inFlight()],
    [{ state: 'queued', sent: true }, retrying()],
    [{ state: 'dead' }, dead({ code: '', message: '' })],
  ];
  await old.table('outbox').bulkAdd(stored.map(([form], at) => ({ ...action, ...form, id: `a${at}` })));
  old.close();

  const device = new DeviceDatabase('someone', browser, IDBKeyRange);
  const outbox = openOutbox(device);
  const all = stored.map(([, state], at) => ({ ...action, id: `a${at}`, seq: at + 1, state }));
  expect(await outbox.all()).toEqual(all);
  expect(await outbox.inLanes(['plays'])).toEqual(all);
  await outbox.retry('a4', () => 'fresh');
  expect((await device.outbox.get(5))?.state).toEqual(retrying());
  device.close();
});

it('[SY-21] a queue without an index of its lanes gets one, and keeps its actions', async () => {
  const browser = new IDBFactory();
  const old = new Dexie(outboxName('someone'), { indexedDB: browser, IDBKeyRange });
  old.version(1).stores({
    outbox: '++seq, &id',
    cursors: 'id',
    device: 'key',
    engine: 'key',
    uploads: 'id, startedAt',
    kept: 'trackId, usedAt',
  });
  await old.table('outbox').add(newQueuedPlay('me', 'a'));
  old.close();
  const device = new DeviceDatabase('someone', browser, IDBKeyRange);
  expect(await openOutbox(device).inLanes(['plays'])).toEqual([{ ...newQueuedPlay('me', 'a'), seq: 1 }]);
  device.close();
});

it('[SY-14] a live query reports a write only once it is on the disk', async () => {
  const order: string[] = [];
  let isSlow = false;
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...call) {
    const transaction = begin.apply(this, call);
    if (!isSlow || call[1] !== 'readwrite') return transaction;
    // Simulates a slow disk: the transaction stays open for a hundred more requests.
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
