import type * as z from 'zod/mini';

/** A key that the device searches or sorts by, beside the server's columns. RxDB asks for a bound on its length. */
export interface StoredKey {
  maxLength: number;
  of(row: Record<string, unknown>): string;
}

/**
 * Where a table's rows rest, and with it how they come into memory. Each collection is an IndexedDB database of its own that a
 * start has to open (SY-3): tables of few rows share one.
 */
export type Resting =
  /** With other tables of few rows; all of them are in memory, or those of today (UTC) where `day` names the column (S-9). */
  | { in: 'small'; day: string | null }
  /**
   * In a collection of its own; its rows are handed to their view in slices. `first` come before everything else: so many by a
   * key, or the person's own by a key or the id.
   */
  | {
      in: 'own';
      keys: Record<string, StoredKey>;
      first: { by: string; count: number } | { by: string; mine: true } | null;
    };

/** The channel on which the server tells that rows have changed (part 1 §7), and the filters that it is asked for. */
export interface Live {
  channel: string;
  /** @param me null for a guest, who hears nothing where the answer is empty */
  filters(me: string | null): readonly string[];
}

export interface Table<Name extends string, Row extends z.ZodMiniObject, Rests extends Resting> {
  /** The table's name in Postgres and in `sync_pull`. */
  name: Name;
  /** The columns as they travel. A row that does not parse rests on the device as it came, for an app that knows it. */
  row: Row;
  rests: Rests;
  /** Null: its changes come with the next pull. */
  live: Live | null;
}

/** Declares a synced table, once and for all: what is stored, read, heard and hashed derives from it (docs/adding.md). */
export function defineTable<const Name extends string, Row extends z.ZodMiniObject, const Rests extends Resting>(
  table: Table<Name, Row, Rests>,
): Table<Name, Row, Rests> {
  return table;
}

/** The filters of a table in which these columns name the person. */
export const mine =
  (...columns: readonly string[]): Live['filters'] =>
  (me) =>
    me === null ? [] : columns.map((column) => `${column}=eq.${me}`);
