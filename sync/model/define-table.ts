import type * as z from 'zod/mini';

/** A key that the device computes for searching or sorting. RxDB needs a maximum length. */
export interface StoredKey {
  maxLength: number;
  of(row: Record<string, unknown>): string;
}

/**
 * Where a table's rows are stored, and how they are loaded. Each collection is a separate IndexedDB database that slows down
 * the start (SY-3), so small tables share one.
 */
export type TableStorage =
  /** Shared by small tables. All rows are in memory, or only those of the present UTC day where `day` names a column (S-9). */
  | { in: 'small'; day: string | null }
  /**
   * In a collection of its own; rows are loaded in slices. `first` is loaded before everything else: a number of rows by a key,
   * or the person's own rows by a key or the id.
   */
  | {
      in: 'own';
      keys: Record<string, StoredKey>;
      first: { by: string; count: number } | { by: string; mine: true } | null;
    };

/** The realtime channel that reports changes (part 1 §7), and the filters to subscribe with. */
export interface Live {
  channel: string;
  /** @param me null for a guest; without filters nothing is subscribed */
  filters(me: string | null): readonly string[];
}

export interface Table<Name extends string, Row extends z.ZodMiniObject, Stored extends TableStorage> {
  /** The table's name in Postgres and in `sync_pull`. */
  name: Name;
  /**
   * The columns as the server sends them. A row that does not parse is stored unchanged, for a version of the app that knows
   * its form.
   */
  row: Row;
  storage: Stored;
  /** Null without a channel: changes come with the next pull, which a digest may cause (G-4). */
  live: Live | null;
}

/** Declares a synced table. Storage, loading, realtime and the model's hash derive from it (docs/adding.md). */
export function defineTable<const Name extends string, Row extends z.ZodMiniObject, const Stored extends TableStorage>(
  table: Table<Name, Row, Stored>,
): Table<Name, Row, Stored> {
  return table;
}

/** Filters for rows in which one of these columns is the person's id. */
export const mine =
  (...columns: readonly string[]): Live['filters'] =>
  (me) =>
    me === null ? [] : columns.map((column) => `${column}=eq.${me}`);
