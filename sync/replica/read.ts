import type { DexieStorageInternals } from 'rxdb';
import type { Subscription } from 'rxjs';
import type { Row } from '../core/ports.ts';
import type { RowChange } from '../overlay/row-store.ts';
import type { Collection } from './database.ts';
import { rowId } from './schemas.ts';

// Rows are returned as stored, with the fields that RxDB and our keys add; `readRow` parses them as their table declares.

type DexieTable = Awaited<DexieStorageInternals>['dexieTable'];

/** Calls back with the changes of each write, of this tab and of others. Returns the function that stops it. */
export function watchRows(collection: Collection, onChanges: (changes: RowChange[]) => void): () => void {
  const subscription: Subscription = collection.changeStream().subscribe((bulk) => {
    onChanges(
      bulk.events.map(({ documentId: id, operation, documentData: row }) =>
        operation === 'DELETE' ? { id, row: null, rev: row.rev } : { id, row },
      ),
    );
  });
  return () => subscription.unsubscribe();
}

/**
 * The first rows in ascending order of an indexed key (SY-24), read as one block. The storage's own queries would walk a cursor
 * row by row.
 */
export async function firstRows(collection: Collection, key: string, limit: number): Promise<Row[]> {
  const table = await dexieTable(collection);
  const index = table.where(`[_deleted+${key}+id]`);
  return index.between(['0', ''], ['0', []]).limit(limit).toArray();
}

/** The rows under one value of an indexed key. */
export async function rowsUnder(collection: Collection, key: string, value: string): Promise<Row[]> {
  return documentsUnder(await dexieTable(collection), key, value);
}

export async function rowsById(collection: Collection, ids: string[]): Promise<Row[]> {
  return collection.findDocumentsById(ids, false);
}

/**
 * Every row, in chunks, in the order of ids. Reads whole blocks, where the storage's own queries would walk a cursor row by
 * row.
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
    const block: Row[] = await table.where('id').above(last).limit(chunk).toArray();
    onRows(block.filter((document) => document['_deleted'] !== '1'));
    const end = block.at(-1)?.id;
    if (block.length < chunk || end === undefined) return;
    last = end;
    await breathe();
  }
}

/** Whether any row is stored, including removed ones. */
export async function hasRows(collection: Collection): Promise<boolean> {
  return (await (await dexieTable(collection)).limit(1).count()) > 0;
}

/** The Dexie table of a collection. The storage writes booleans of indexes as '1' and '0'. */
const dexieTable = async (collection: Collection): Promise<DexieTable> => (await collection.internals).dexieTable;

/**
 * The rows of one group, now and after each change, in the order of their ids. Each row is parsed once; the storage's own live
 * queries would walk all of them again for every slice of a page.
 * @param parse null leaves a row out
 */
export function watchGroup<T>(
  collection: Collection,
  group: string,
  parse: (row: Row) => T | null,
  onRows: (rows: T[]) => void,
  onFailed: (error: unknown) => void,
): () => void {
  /** Removed rows stay as null, because another tab may still report an older change. */
  const entries = new Map<string, { rev: number; row: T | null }>();
  let isRead = false;
  let isStopped = false;
  const update = (id: string, rev: number, row: Row | null): boolean => {
    const previous = entries.get(id);
    if (previous && previous.rev >= rev) return false;
    entries.set(id, { rev, row: row && parse({ ...row, id: rowId(id) }) });
    return true;
  };
  const emit = () => {
    const rows = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
    onRows(rows.flatMap(([, { row }]) => row ?? []));
  };
  // Subscribe before reading: a change in between arrives twice, and the older revision is dropped.
  const subscription = collection.changeStream().subscribe(({ events }) => {
    let isChanged = false;
    for (const { documentId, operation, documentData } of events) {
      const isInGroup = operation !== 'DELETE' && documentData['group'] === group;
      if (!isInGroup && isRead && !entries.has(documentId)) continue;
      isChanged = update(documentId, documentData.rev, isInGroup ? documentData : null) || isChanged;
    }
    if (isChanged && isRead) emit();
  });
  const read = async () => {
    const table = await dexieTable(collection);
    for (const row of await documentsUnder(table, 'group', group)) update(row.id, row.rev, row);
    isRead = true;
    if (!isStopped) emit();
  };
  // Errors after stopping are ignored: the replica was closed meanwhile.
  read().catch((error: unknown) => !isStopped && onFailed(error));
  return () => {
    isStopped = true;
    subscription.unsubscribe();
  };
}

function documentsUnder(table: DexieTable, key: string, value: string): Promise<Row[]> {
  return table.where(`[_deleted+${key}+id]`).between(['0', value, ''], ['0', value, []]).toArray();
}
