import type { Row } from '../core/ports.ts';
import { readRow, type LargeTable, type RowOf } from '../model/tables.ts';

/** One change of the replica: `row` null when it was removed. */
export interface RowChange {
  id: string;
  row: Row | null;
}

/** All rows of one table in memory, by id and by group. */
export interface RowStore<R> {
  /** Takes rows in, in any order: what is not newer than what is here is dropped. @returns the groups that changed */
  offer(changes: readonly RowChange[]): Set<string>;
  get(id: string): R | null;
  /** The rows of a group, in the order in which they came. */
  group(key: string): readonly R[];
  all(): Iterable<R>;
  /** Empties it: the replica is built anew. */
  reset(): void;
}

/** @param groupOf what a row is looked for by, beside its id */
export function createRowStore<T extends LargeTable>(table: T, groupOf: (row: RowOf<T>) => string): RowStore<RowOf<T>> {
  const rows = new Map<string, RowOf<T>>();
  const groups = new Map<string, Map<string, RowOf<T>>>();
  const remove = (id: string): string | null => {
    const row = rows.get(id);
    if (!row) return null;
    rows.delete(id);
    groups.get(groupOf(row))?.delete(id);
    return groupOf(row);
  };
  return {
    offer(changes) {
      const changed = new Set<string>();
      for (const { id, row } of changes) {
        const old = rows.get(id);
        if (row && old && old.rev >= row.rev) continue;
        const left = remove(id);
        if (left !== null) changed.add(left);
        const next = row && readRow(table, row);
        if (!next) continue;
        const key = groupOf(next);
        rows.set(id, next);
        groups.set(key, (groups.get(key) ?? new Map<string, RowOf<T>>()).set(id, next));
        changed.add(key);
      }
      return changed;
    },
    get: (id) => rows.get(id) ?? null,
    group: (key) => [...(groups.get(key)?.values() ?? [])],
    all: () => rows.values(),
    reset() {
      rows.clear();
      groups.clear();
    },
  };
}
