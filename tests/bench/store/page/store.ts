import type { Row } from '../../../../sync/core/ports.ts';

/** A way to store a replica's tracks. It writes a row only if its rev is higher than the stored one's (SY-12). */
export interface Store {
  write(rows: readonly Row[]): Promise<void>;
  /** @returns the first rows in Explore's order */
  first(count: number): Promise<Row[]>;
  /** Reads all rows; a store that can read by an index reads `chunk` rows at a time. @returns the number of rows */
  readAll(chunk: number): Promise<number>;
  /** @returns a function that stops watching */
  watch(onChanged: (ids: readonly string[]) => void): () => void;
  close(): Promise<void>;
}

export type OpenStore = () => Promise<Store>;
