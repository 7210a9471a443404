import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { deleteReplicas } from '../../sync/replica/delete.ts';
import { openReplica, type Replica } from '../../sync/replica/replica.ts';

const genre = { id: '0197f000-0000-7000-8000-000000000001', rev: 3, name: 'House', position: 1 };
const store = (replica: Replica) =>
  replica.write(0, 'genres', [{ id: genre.id, rev: genre.rev, row: genre, previous: null }]);

it('[SY-22] a replica is recognised as empty if the browser evicted the replica alone', async () => {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  const replica = openReplica(databases, 'owner', () => undefined);
  expect(await replica.isEmpty(0)).toBe(true);
  await store(replica);
  expect(await replica.isEmpty(0)).toBe(false);
  expect(await replica.isEmpty(1)).toBe(true);
  await replica.close();

  await deleteReplicas(databases, 'owner', () => false);
  const reopened = openReplica(databases, 'owner', () => undefined);
  expect(await reopened.isEmpty(0)).toBe(true);
  await reopened.close();
});

it('[SY-22] a replica that is deleted while open reports the loss once, and reopens', async () => {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  const lost: number[] = [];
  const replica = openReplica(databases, 'owner', (generation) => lost.push(generation));
  await store(replica);
  await deleteReplicas(databases, 'owner', () => false);
  expect(lost).toEqual([0]);
  expect(await store(replica)).toEqual([]);
  expect(await replica.isEmpty(0)).toBe(true);
  await replica.close();
  expect(lost).toEqual([0]);
});
