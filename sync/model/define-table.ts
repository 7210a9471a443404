import type * as z from 'zod/mini';

/** An index key, computed from the row on the device. RxDB needs its maximum length. */
export interface StoredKey {
  maxLength: number;
  of(row: Record<string, unknown>): string;
}

/** Small tables share one collection, because each collection is an IndexedDB database that slows down the start (SY-3). */
export type TableStorage =
  /** All rows are in memory; if `day` names a column, only those of the current UTC day (S-9). */
  | { in: 'small'; day: string | null }
  /** The rows are read only when a part of the app needs them. */
  | { in: 'small'; day: null; isOnDemand: true }
  /** The table has its own collection, loaded in slices. `first`: the rows to load first: some by a key, or the person's own. */
  | {
      in: 'own';
      keys: Record<string, StoredKey>;
      first: { by: string; count: number } | { by: string; mine: true } | null;
    };

/** Realtime channel that reports changes (part 1 §7). */
export interface ChangeChannel {
  channel: string;
  /** @param me null for a guest; without filters nothing is subscribed */
  filters(me: string | null): readonly string[];
}

export interface Table<Name extends string, Row extends z.ZodMiniObject, Stored extends TableStorage> {
  name: Name;
  /** A row that does not parse is stored unchanged, for a newer version of the app. */
  row: Row;
  storage: Stored;
  /** Null without a channel: changes come with a digest or the next pull (G-4). */
  live: ChangeChannel | null;
}

export function defineTable<const Name extends string, Row extends z.ZodMiniObject, const Stored extends TableStorage>(
  table: Table<Name, Row, Stored>,
): Table<Name, Row, Stored> {
  return table;
}

/** Realtime filters for rows that have the person's id in one of `columns`. None for a guest. */
export const ownRowFilters =
  (...columns: readonly string[]): ChangeChannel['filters'] =>
  (me) =>
    me === null ? [] : columns.map((column) => `${column}=eq.${me}`);
