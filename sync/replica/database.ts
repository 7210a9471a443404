import type { Dexie } from 'dexie';
import { createRevision, fillWithDefaultSettings, randomToken, type RxDocumentData } from 'rxdb';
import { getRxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { replicaName } from '../core/names.ts';
import type { Row } from '../core/ports.ts';
import type { Databases } from './delete.ts';
import { collectionNames, indexesOf, schemaOf, type CollectionName } from './schemas.ts';

export type Collection = RxStorageInstanceDexie<Row>;

export interface ReplicaDatabase {
  collection(name: CollectionName): Collection;
  /** The revision of a document that replaces `previous`. Never the same as another page's. */
  revisionAfter(previous: RxDocumentData<Row> | undefined): string;
  isClosed(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the collections of one generation in RxDB's storage (SY-2). @param onClosed called when this page or the browser closes a
 * connection
 */
export async function openReplicaDatabase(
  databases: Databases,
  owner: string,
  generation: number,
  onClosed: () => void,
): Promise<ReplicaDatabase> {
  const failures: unknown[] = [];
  const onCreate = (connection: Dexie, name: string) => {
    const collection = collectionNames.find((candidate) => name.endsWith(`--${candidate}`));
    // RxDB's own schema is version 1; version 2 removes unused indexes from existing databases.
    if (collection) connection.version(2).stores({ docs: indexesOf(collection) });
    connection.on('close', onClosed);
    // RxDB would keep a failed opening until the page is reloaded. The failure is thrown below instead (SY-22).
    const opening = connection.open.bind(connection);
    connection.open = () =>
      opening().catch((error: unknown) => {
        failures.push(error);
        return connection;
      });
  };
  const storage = getRxStorageDexie({ ...databases, onCreate });
  const databaseInstanceToken = randomToken(10);
  const create = (collectionName: CollectionName) =>
    storage.createStorageInstance<Row>({
      databaseInstanceToken,
      databaseName: replicaName(owner, generation),
      collectionName,
      schema: fillWithDefaultSettings(schemaOf(collectionName)),
      options: {},
      multiInstance: true,
      devMode: false,
    });
  const created = collectionNames.map(async (name) => [name, await create(name)] as const);
  const collections = new Map(await Promise.all(created));
  const all = [...collections.values()];
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await Promise.all(all.map((collection) => collection.close()));
  };
  await Promise.all(all.map(({ internals }) => internals));
  if (failures.length > 0) {
    await close();
    throw failures[0];
  }
  return {
    collection(name) {
      const found = collections.get(name);
      if (!found) throw new Error(`no collection for ${name}`);
      return found;
    },
    revisionAfter: (previous) => createRevision(databaseInstanceToken, previous),
    isClosed: () => isClosed,
    close,
  };
}
