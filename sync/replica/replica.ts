import type { BulkWriteRow, RxDocumentData } from 'rxdb';
import type { ReplicaPort, Row, RowWrite, StoredRow } from '../core/ports.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import { isTableName, type TableName } from '../model/tables.ts';
import { openReplicaDatabase, type Collection, type ReplicaDatabase } from './database.ts';
import { deleteReplicas, type Databases } from './delete.ts';
import { holdsAny } from './read.ts';
import { collectionOf, keyOf, rowId, toDocument } from './schemas.ts';

/** The engine's view of the RxDB databases of one owner (SY-1). */
export interface Replica extends ReplicaPort {
  database(generation: number): Promise<ReplicaDatabase>;
  /** Closes and deletes what earlier generations left. */
  dropBefore(generation: number): Promise<void>;
  close(): Promise<void>;
}

export function openReplica(databases: Databases, owner: string): Replica {
  const open = new Map<number, Promise<ReplicaDatabase>>();
  let closed = false;

  const database = (generation: number): Promise<ReplicaDatabase> => {
    if (closed) return Promise.reject(new Error('the replica is closed'));
    let opening = open.get(generation);
    if (!opening) {
      opening = openReplicaDatabase(databases, owner, generation);
      open.set(generation, opening);
      // A failed opening is tried again by the next caller (SY-22).
      opening.catch(() => open.delete(generation));
    }
    return opening;
  };

  const collection = async (generation: number, table: TableName): Promise<Collection> =>
    (await database(generation)).collections[collectionOf(table)];

  const closeOne = async (generation: number) => {
    const opening = open.get(generation);
    open.delete(generation);
    const instance = await opening?.catch(() => null);
    await instance?.close();
  };

  return {
    database,
    has: isTableName,

    async read(generation, table, ids) {
      const name = known(table);
      const { storageInstance } = await collection(generation, name);
      const keys = ids.map((id) => keyOf(name, id));
      const documents = await storageInstance.findDocumentsById(keys, true).catch(fail);
      return new Map(
        documents.map((document): [string, StoredRow] => [rowId(document.id), { rev: document.rev, token: document }]),
      );
    },

    // The storage's own bulk write rather than bulkUpsert: it compares with `previous`, so that two leaders cannot put an
    // old row over a new one, and it can keep the rev of a removed row (SY-12, SY-17).
    async write(generation, table, writes) {
      const name = known(table);
      const { storageInstance } = await collection(generation, name);
      const rows = writes.map((write) => toBulkRow(name, write));
      const { error: errors } = await storageInstance.bulkWrite(rows, 'undercurrent-pull').catch(fail);
      const other = errors.find((error) => error.status !== 409);
      if (other) throw toStorageFailure(other);
      return errors.map((error) => rowId(error.documentId));
    },

    async isEmpty(generation) {
      const { collections } = await database(generation);
      for (const collection of Object.values(collections)) {
        if (await holdsAny(collection).catch(fail)) return false;
      }
      return true;
    },

    async dropBefore(generation) {
      await Promise.all([...open.keys()].filter((one) => one < generation).map(closeOne));
      await deleteReplicas(databases, owner, (one) => one >= generation);
    },

    async close() {
      closed = true;
      await Promise.all([...open.keys()].map(closeOne));
    },
  };
}

function known(table: string): TableName {
  if (!isTableName(table)) throw new Error(`no collection for ${table}`);
  return table;
}

function fail(error: unknown): never {
  throw toStorageFailure(error);
}

/** A removed row keeps its id and rev alone: its content must not stay on the device (SY-7). */
function toBulkRow(table: TableName, write: RowWrite): BulkWriteRow<Row> {
  const content: Row = write.row ? toDocument(table, write.row) : { id: keyOf(table, write.id), rev: write.rev };
  const document = { ...content, _deleted: write.row === null, _attachments: {}, _meta: { lwt: 1 }, _rev: '' };
  const previous = write.previous?.token;
  return isDocument(previous) ? { document, previous } : { document };
}

function isDocument(token: unknown): token is RxDocumentData<Row> {
  return typeof token === 'object' && token !== null && '_rev' in token;
}
