import type { DexieStorageInternals, RxDocument, RxQuery } from 'rxdb';
import type { Subscription } from 'rxjs';
import type { Row } from '../core/ports.ts';
import type { Collection } from './database.ts';
import { toRow } from './schemas.ts';

/** One change of a collection: `row` null when it was removed. */
export interface RowChange {
  id: string;
  row: Row | null;
}

/** Calls back with the changes of each write, of this tab and of others. Returns how to stop. */
export function watchRows(collection: Collection, onChanges: (changes: RowChange[]) => void): () => void {
  const subscription: Subscription = collection.eventBulks$.subscribe((bulk) => {
    onChanges(
      bulk.events.map((event) => ({
        id: event.documentId,
        row: event.operation === 'DELETE' ? null : toRow(event.documentData),
      })),
    );
  });
  return () => subscription.unsubscribe();
}

/**
 * The first rows in the ascending order of an indexed key, which must be part of the schema's indexes (SY-24): one block
 * of the index, where the storage's own queries walk a cursor row by row.
 */
export async function firstRows(collection: Collection, key: string, limit: number): Promise<Row[]> {
  const table = await dexieTable(collection);
  const index = table.where(`[_deleted+${key}+id]`);
  const documents = await index.between(['0', ''], ['0', []]).limit(limit).toArray();
  return documents.map(toRow);
}

export async function rowsById(collection: Collection, ids: string[]): Promise<Row[]> {
  return (await collection.storageInstance.findDocumentsById(ids, false)).map(toRow);
}

/**
 * Every row, in chunks, in the order of ids. The storage's own queries walk a cursor row by row; this takes whole blocks.
 * @param breathe awaited between chunks
 */
export async function allRows(
  collection: Collection,
  chunk: number,
  onRows: (rows: Row[]) => void,
  breathe: () => Promise<void>,
): Promise<void> {
  const table = await dexieTable(collection);
  let last = '';
  for (;;) {
    const block: Record<string, unknown>[] = await table.where('id').above(last).limit(chunk).toArray();
    onRows(block.filter((document) => document['_deleted'] !== '1').map(toRow));
    const end = block.at(-1)?.['id'];
    if (block.length < chunk || typeof end !== 'string') return;
    last = end;
    await breathe();
  }
}

/** The table beneath a collection. The storage writes booleans of indexes as '1' and '0'. */
async function dexieTable(collection: Collection): Promise<Awaited<DexieStorageInternals>['dexieTable']> {
  const internals: unknown = collection.storageInstance.internals;
  const state: unknown = await internals;
  if (!isDexieState(state)) throw new Error('the replica does not rest on Dexie storage');
  return state.dexieTable;
}

/** RxDB does not carry the type of its storage's own parts along. */
function isDexieState(state: unknown): state is Pick<Awaited<DexieStorageInternals>, 'dexieTable'> {
  return typeof state === 'object' && state !== null && 'dexieTable' in state;
}

/** The answer of a query, now and after each change of it. Returns how to stop. */
export function watchQuery(query: RxQuery<Row, RxDocument<Row>[]>, onRows: (rows: Row[]) => void): () => void {
  const subscription = query.$.subscribe((documents) => onRows(documents.map((document) => toRow(document.toJSON()))));
  return () => subscription.unsubscribe();
}
