import type { DexieStorageInternals } from 'rxdb';
import type { Subscription } from 'rxjs';
import type { Row } from '../core/ports.ts';
import type { RowChange } from '../overlay/row-store.ts';
import type { Collection } from './database.ts';
import { rowId } from './schemas.ts';

// Rows are returned as stored, with fields of RxDB and our keys; `readRow` parses them.

type DexieTable = Awaited<DexieStorageInternals>['dexieTable'];

/** Reports each write, including those of other tabs. @returns stops watching */
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

/** The first rows in ascending order of an indexed key (SY-24). RxDB's own queries would walk a cursor row by row. */
export async function firstRows(collection: Collection, key: string, limit: number): Promise<Row[]> {
  const table = await dexieTable(collection);
  const index = table.where(`[_deleted+${key}+id]`);
  return index.between(['0', ''], ['0', []]).limit(limit).toArray();
}

/** Rows whose indexed key has this value. */
export async function rowsByKey(collection: Collection, key: string, value: string): Promise<Row[]> {
  return documentsByKey(await dexieTable(collection), key, value);
}

export async function rowsById(collection: Collection, ids: string[]): Promise<Row[]> {
  return collection.findDocumentsById(ids, false);
}

/** Reads all rows in chunks, by id. RxDB's own queries would walk a cursor row by row. @param yieldToMain awaited between chunks */
export async function allRows(
  collection: Collection,
  chunk: number,
  onRows: (rows: Row[]) => void,
  yieldToMain: () => Promise<void>,
): Promise<void> {
  const table = await dexieTable(collection);
  let last = '';
  for (;;) {
    const block: Row[] = await table.where('id').above(last).limit(chunk).toArray();
    onRows(block.filter((document) => document['_deleted'] !== '1'));
    const end = block.at(-1)?.id;
    if (block.length < chunk || end === undefined) return;
    last = end;
    await yieldToMain();
  }
}

/** Whether the collection holds a row, or the revision of a removed row. */
export async function hasRows(collection: Collection): Promise<boolean> {
  return (await (await dexieTable(collection)).limit(1).count()) > 0;
}

/** The table that RxDB stores documents in (decision 42), with indexed booleans as '1' and '0'. */
export const dexieTable = async (collection: Collection): Promise<DexieTable> =>
  (await collection.internals).dexieTable;

/** Reports one group's rows, by id, now and after each change. @param parse returns null for a row to leave out @returns stops watching */
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
    for (const row of await documentsByKey(table, 'group', group)) update(row.id, row.rev, row);
    isRead = true;
    if (!isStopped) emit();
  };
  // Once watching has stopped, the replica may be closed, so a failure is expected.
  read().catch((error: unknown) => !isStopped && onFailed(error));
  return () => {
    isStopped = true;
    subscription.unsubscribe();
  };
}

function documentsByKey(table: DexieTable, key: string, value: string): Promise<Row[]> {
  return table.where(`[_deleted+${key}+id]`).between(['0', value, ''], ['0', value, []]).toArray();
}
