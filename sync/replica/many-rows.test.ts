import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { speedUpBulkWrites } from './many-rows.ts';

const idOf = (at: number) => `r${String(at).padStart(3, '0')}`;
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => idOf(from + at));
const rowsOf = (names: readonly string[]) => names.map((id) => ({ id, code: `code ${id}` }));

const open: Dexie[] = [];
function openRows() {
  const database = new Dexie('rows', { indexedDB: new IDBFactory(), IDBKeyRange });
  speedUpBulkWrites(database);
  database.version(1).stores({ rows: 'id, &code' });
  open.push(database);
  return database.table<{ id: string; code: string }, string>('rows');
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const database of open.splice(0)) database.close();
});

describe('many rows at once', () => {
  it('[SY-23] are looked up with one request if none is stored', async () => {
    const rows = openRows();
    await rows.bulkPut(rowsOf(ids(0, 20)));
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    const getAllKeys = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
    const found = await rows.bulkGet(ids(100, 140));
    expect([found, get.mock.calls.length, getAllKeys.mock.calls.length]).toEqual([
      ids(100, 140).map(() => undefined),
      0,
      1,
    ]);
  });

  it('are returned in the order of the requested ids', async () => {
    const rows = openRows();
    await rows.bulkPut(rowsOf(ids(0, 30)));
    const requested = [...ids(20, 40).reverse(), ...ids(0, 3)];
    expect(await rows.bulkGet(requested)).toEqual(
      requested.map((id) => (id < idOf(30) ? { id, code: `code ${id}` } : undefined)),
    );
  });

  it('are found although many other keys lie between them', async () => {
    const rows = openRows();
    const all = Array.from({ length: 1_000 }, (_, at) => idOf(at));
    await rows.bulkPut(rowsOf(all));
    const requested = all.filter((_, at) => at % 50 === 0);
    expect(await rows.bulkGet(requested)).toEqual(rowsOf(requested));
  });

  it('[SY-12] are written all or not at all', async () => {
    const rows = openRows();
    await rows.bulkPut(rowsOf(ids(0, 50)));
    expect(await rows.count()).toBe(50);
    const broken = rowsOf(ids(50, 100)).map((row) => (row.id === idOf(60) ? { ...row, code: `code ${idOf(1)}` } : row));
    const writing = rows.db.transaction('rw', rows, () => rows.bulkPut(broken));
    await expect(writing).rejects.toThrow('1 of 50 operations failed');
    expect(await rows.toCollection().primaryKeys()).toEqual(ids(0, 50));
  });
});
