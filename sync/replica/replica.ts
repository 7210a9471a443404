import { getDefaultRxDocumentMeta, type BulkWriteRow, type RxDocumentData } from 'rxdb';
import type { ReplicaPort, Row, RowWrite, StoredRow } from '../core/ports.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import { isTableName, type TableName } from '../model/tables.ts';
import { openReplicaDatabase, type ReplicaDatabase } from './database.ts';
import { deleteReplicas, type Databases } from './delete.ts';
import { hasRows } from './read.ts';
import { collectionNames, collectionOf, keyOf, storedKeys, rowId } from './schemas.ts';

export interface Replica extends ReplicaPort {
  database(generation: number): Promise<ReplicaDatabase>;
  /** Deletes the databases of earlier generations. */
  dropBefore(generation: number): Promise<void>;
  close(): Promise<void>;
}

/** @param onClosed called when the browser has closed a generation's databases; the next call reopens them */
export function openReplica(databases: Databases, owner: string, onClosed: (generation: number) => void): Replica {
  const open = new Map<number, Promise<ReplicaDatabase>>();
  /** `suspect`: the browser closed the databases. `lost`: they were empty when they were reopened. */
  const suspect = new Set<number>();
  const lost = new Set<number>();
  /** Settles when the instance that lost its connections has closed. Until then, the storage would return the dead connections. */
  let closing: Promise<unknown> = Promise.resolve();
  let closed = false;

  const noteLoss = async (instance: ReplicaDatabase, generation: number) => {
    if (!suspect.has(generation)) return instance;
    try {
      if (await isEmptyDatabase(instance)) lost.add(generation);
    } catch (error) {
      // The next opening repeats the check.
      await instance.close();
      throw error;
    }
    return instance;
  };

  const openGeneration = (generation: number): Promise<ReplicaDatabase> => {
    const opening = closing
      .then(() => openReplicaDatabase(databases, owner, generation, onConnectionClosed))
      // Checked before any write: new rows would hide that the earlier rows are gone.
      .then((instance) => noteLoss(instance, generation));
    // A closed instance cannot be used again (SY-22). A failed opening closes its instance too, so the next caller opens again.
    function onConnectionClosed() {
      if (open.get(generation) !== opening) return;
      open.delete(generation);
      suspect.add(generation);
      closing = opening.then((instance) => instance.close()).catch(() => undefined);
      onClosed(generation);
    }
    open.set(generation, opening);
    return opening;
  };

  const database = (generation: number): Promise<ReplicaDatabase> => {
    if (closed) return Promise.reject(new Error('the replica is closed'));
    return open.get(generation) ?? openGeneration(generation);
  };

  const closeGeneration = async (generation: number) => {
    const opening = open.get(generation);
    open.delete(generation);
    const instance = await opening?.catch(() => null);
    await instance?.close();
  };

  return {
    database,
    has: isTableName,

    async read(generation, table, ids) {
      const name = assertTable(table);
      const stored = (await database(generation)).collection(collectionOf(name));
      const keys = ids.map((id) => keyOf(name, id));
      const documents = await stored.findDocumentsById(keys, true).catch(fail);
      return new Map(
        documents.map((document): [string, StoredRow] => {
          const id = rowId(document.id);
          // Includes the storage's own fields, which a write replaces.
          const row: Row | null = document._deleted ? null : { ...document, id };
          return [id, { rev: document.rev, row, token: document }];
        }),
      );
    },

    // Writes only over `previous`, so that no leader overwrites the newer row of another leader. Stores revs of removed rows too (SY-12, SY-17).
    async write(generation, table, writes) {
      const name = assertTable(table);
      const instance = await database(generation);
      const rows = writes.map((write) => toBulkRow(instance, name, write));
      const { error: errors } = await instance
        .collection(collectionOf(name))
        .bulkWrite(rows, 'undercurrent-pull')
        .catch(fail);
      const other = errors.find((error) => error.status !== 409);
      if (other) throw toStorageFailure(other);
      return errors.map((error) => rowId(error.documentId));
    },

    async isEmpty(generation) {
      const instance = await database(generation);
      return lost.has(generation) || (await isEmptyDatabase(instance));
    },

    async dropBefore(generation) {
      await Promise.all([...open.keys()].filter((earlier) => earlier < generation).map(closeGeneration));
      await deleteReplicas(databases, owner, (stored) => stored >= generation);
    },

    async close() {
      closed = true;
      await Promise.all([...open.keys()].map(closeGeneration));
    },
  };
}

async function isEmptyDatabase(database: ReplicaDatabase): Promise<boolean> {
  for (const name of collectionNames) {
    if (await hasRows(database.collection(name)).catch(fail)) return false;
  }
  return true;
}

function assertTable(table: string): TableName {
  if (!isTableName(table)) throw new Error(`no collection for ${table}`);
  return table;
}

function fail(error: unknown): never {
  throw toStorageFailure(error);
}

/** A removed row keeps only id and rev: its content must not stay on the device (SY-7). */
function toBulkRow(database: ReplicaDatabase, table: TableName, write: RowWrite): BulkWriteRow<Row> {
  const token = write.previous?.token;
  const previous = isDocument(token) ? token : undefined;
  const document = {
    ...(write.row ?? { id: keyOf(table, write.id), rev: write.rev }),
    ...(write.row && storedKeys(table, write.row)),
    _deleted: write.row === null,
    _attachments: {},
    _meta: getDefaultRxDocumentMeta(),
    _rev: database.revisionAfter(previous),
  };
  return previous ? { document, previous } : { document };
}

function isDocument(token: unknown): token is RxDocumentData<Row> {
  return typeof token === 'object' && token !== null && '_rev' in token;
}
