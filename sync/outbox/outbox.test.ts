import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { firstCursor } from '../core/ports.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';

it('[SY-8] [SY-17] a late page of an older generation changes neither the epoch nor the marks of the present one', async () => {
  const device = new DeviceDatabase('someone', new IDBFactory(), IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.startRebuild(firstCursor);
  expect(await outbox.adopt(0, 'old epoch', 'old mark')).toBe(false);
  expect(await outbox.commit({ ...firstCursor, epoch: 'old epoch', since: '9' }, [], [], [])).toBeNull();
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1 });
  expect(await outbox.adopt(1, 'new epoch', null)).toBe(true);
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1, epoch: 'new epoch' });
  device.close();
});
