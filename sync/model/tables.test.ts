import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineTable, type TableStorage } from './define-table.ts';
import {
  isSmall,
  loadedTables,
  noSmallRows,
  readRow,
  replicaModel,
  smallTables,
  tableNames,
  tables,
} from './tables.ts';

describe('the synced tables', () => {
  it('are declared under their own names; all but four are small; `noSmallRows` has the small ones that are always in memory', () => {
    for (const name of tableNames) expect(tables[name].name).toBe(name);
    expect(Object.keys(noSmallRows).sort()).toEqual([...loadedTables].sort());
    expect(smallTables.filter((name) => !(name in noSmallRows))).toEqual(['playlist_tracks', 'releases']);
    expect(tableNames.filter((name) => !isSmall(name))).toEqual([
      'messages',
      'tracks',
      'user_profiles',
      'shared_tracks',
    ]);
  });

  it('drop unknown columns of a row, and reject a row with a value of another type', () => {
    const row = { id: 'g', rev: 1, name: 'Dub', position: 2 };
    expect(readRow('genres', { ...row, colour: 'of a newer server' })).toEqual(row);
    expect(readRow('genres', { ...row, position: 'second' })).toBeNull();
  });

  it('[SY-21] change their model hash with a column, a type, the store or a key, and keep it if nothing changes', () => {
    const table = (columns: Record<string, z.ZodMiniType>, storage: TableStorage = { in: 'small', day: null }) =>
      replicaModel([
        defineTable({ name: 'bands', row: z.object({ id: z.string(), ...columns }), storage, live: null }),
      ]);
    const key = (maxLength: number): TableStorage => ({
      in: 'own',
      keys: { k: { maxLength, of: () => '' } },
      first: null,
    });
    const models = [
      table({}),
      table({ name: z.string() }),
      table({ name: z.nullable(z.string()) }),
      table({ name: z.enum(['a', 'b']) }),
      table({ name: z.enum(['a', 'b', 'c']) }),
      table({ name: z.array(z.object({ a: z.string() })) }),
      table({ name: z.array(z.object({ a: z.number() })) }),
      table({}, { in: 'small', day: 'id' }),
      table({}, key(4)),
      table({}, key(5)),
    ];
    expect(new Set(models).size).toBe(models.length);
    expect(table({ name: z.string() })).toBe(models[1]);
    expect(replicaModel()).toBe(replicaModel());
  });
});
