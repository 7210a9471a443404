import { isLater, versionOf, type Version } from '../core/counts.ts';
import type { Row } from '../core/ports.ts';
import { readRow, type LargeTable, type RowOf } from '../model/tables.ts';

/** The current row, or the revision of its removal. */
export type RowChange = { id: string; row: Row } | { id: string; row: null; rev: number };

/** Latest version of each row, also of removed rows: a chunk read from the replica may arrive after a newer change (SY-12). */
export interface Revisions {
  /** Notes the version of a newer change, or of one that removes or restores the row at the known revision. @returns whether to apply it */
  record(change: RowChange): boolean;
  reset(): void;
}

export function createRevisions(): Revisions {
  const latest = new Map<string, Version & { isRemoved: boolean }>();
  return {
    record(change) {
      const version = change.row ? versionOf(change.row) : { rev: change.rev, countsRev: 0 };
      const isRemoved = change.row === null;
      const known = latest.get(change.id);
      // A forgotten row may come back at the same revision (SY-36).
      const isToggled = known?.rev === version.rev && known.isRemoved !== isRemoved;
      if (known && !isToggled && !isLater(version, known)) return false;
      latest.set(change.id, { ...version, isRemoved });
      return true;
    },
    reset: () => latest.clear(),
  };
}

/** A table's rows in memory, by group. */
export interface RowStore<R> {
  /** An older revision of a row may come after a newer one, and is ignored. @returns the changed groups */
  apply(changes: readonly RowChange[]): Set<string>;
  get(id: string): R | null;
  group(key: string): readonly R[];
  all(): Iterable<R>;
  reset(): void;
}

export function createRowStore<T extends LargeTable>(table: T, groupOf: (row: RowOf<T>) => string): RowStore<RowOf<T>> {
  const revisions = createRevisions();
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
    apply(changes) {
      const changed = new Set<string>();
      for (const change of changes) {
        if (!revisions.record(change)) continue;
        const { id, row } = change;
        const previousGroup = remove(id);
        if (previousGroup !== null) changed.add(previousGroup);
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
      revisions.reset();
      rows.clear();
      groups.clear();
    },
  };
}
