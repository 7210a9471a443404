import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { nameHash } from '../core/names.ts';
import { firstCursor } from '../core/ports.ts';
import { REPLICA_MODEL } from '../model/rows.ts';
import { schemas } from '../replica/schemas.ts';
import { DeviceDatabase } from './database.ts';

it('[SY-21] sends the cursor back to the start of the next generation when the rows have another model, and keeps the queue', async () => {
  const indexedDB = new IDBFactory();
  const open = () => new DeviceDatabase('someone', indexedDB, IDBKeyRange);
  const before = open();
  await before.cursors.put({
    id: 'pull',
    cursor: { ...firstCursor, epoch: 'e', since: '9', generation: 3, complete: true },
  });
  await before.engine.put({ key: 'replica-model', value: REPLICA_MODEL - 1 });
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

it('[SY-21] raises REPLICA_MODEL when a column, key or index of the replica changes', () => {
  expect([REPLICA_MODEL, nameHash(JSON.stringify(schemas))]).toEqual([2, '7bkdd4i9d31667sdflpwm']);
});
