import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { firstCursor } from '../core/ports.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';

it('[SY-8] [SY-17] a late page of an older generation changes neither the epoch nor the marks of the present one', async () => {
  const device = new DeviceDatabase('someone', new IDBFactory(), IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.startRebuild(firstCursor);
  const old = { generation: 0, epoch: 'old epoch', mark: 'old mark', filledFrom: null, floor: '7' };
  expect(await outbox.adopt(old)).toBe(false);
  expect(await outbox.commit({ ...firstCursor, epoch: 'old epoch', since: '9' }, [], [], [])).toBeNull();
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1 });
  const first = { generation: 1, epoch: 'new epoch', mark: null, filledFrom: null, floor: '8' };
  expect(await outbox.adopt(first)).toBe(true);
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1, epoch: 'new epoch', filledFrom: '8' });
  // Requested before the replica had rows: it lacks what was removed since.
  expect(await outbox.adopt({ ...first, floor: '9' })).toBe(false);
  expect(await outbox.adopt({ ...first, filledFrom: '8', floor: '9' })).toBe(true);
  expect((await outbox.cursor()).filledFrom).toBe('8');
  device.close();
});
