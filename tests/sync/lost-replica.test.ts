import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { deleteReplicas } from '../../sync/replica/delete.ts';
import { openReplica } from '../../sync/replica/replica.ts';

it('[SY-22] a replica that the browser threw away alone is known by its emptiness', async () => {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  const genre = { id: '0197f000-0000-7000-8000-000000000001', rev: 3, name: 'House', position: 1 };
  const replica = openReplica(databases, 'owner');
  expect(await replica.isEmpty(0)).toBe(true);
  await replica.write(0, 'genres', [{ id: genre.id, rev: genre.rev, row: genre, previous: null }]);
  expect(await replica.isEmpty(0)).toBe(false);
  expect(await replica.isEmpty(1)).toBe(true);
  await replica.close();

  await deleteReplicas(databases, 'owner', () => false);
  const again = openReplica(databases, 'owner');
  expect(await again.isEmpty(0)).toBe(true);
  await again.close();
});
