import type { Dexie } from 'dexie';
import { createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { nameHash, replicaName } from '../core/names.ts';
import type { Row } from '../core/ports.ts';
import type { Databases } from './delete.ts';
import { easeManyRows } from './many-rows.ts';
import { collectionNames, indexesOf, schemaOf, type CollectionName } from './schemas.ts';

export type Collection = RxCollection<Row>;
export type ReplicaDatabase = RxDatabase<Record<CollectionName, Collection>>;

/**
 * Opens the replica of one owner and generation. Other tabs see each write through RxDB's channel.
 * @param onClosed each time that one of its connections is closed, by us or by the browser: another page deletes what lies
 *   beneath, the device loses it, or the page rests in the back-forward cache
 */
export async function openReplicaDatabase(
  databases: Databases,
  owner: string,
  generation: number,
  onClosed: () => void,
): Promise<ReplicaDatabase> {
  const onCreate = (connection: Dexie, name: string) => {
    easeManyRows(connection);
    const collection = collectionNames.find((one) => name.endsWith(`--${one}`));
    // RxDB calls its own form version 1. A device that has that one loses the indexes when it is next opened.
    if (collection) connection.version(2).stores({ docs: indexesOf(collection) });
    connection.on('close', onClosed);
  };
  const database: ReplicaDatabase = await createRxDatabase<Record<CollectionName, Collection>>({
    name: replicaName(owner, generation),
    storage: getRxStorageDexie({ ...databases, onCreate }),
    multiInstance: true,
    eventReduce: true,
    // The default needs crypto.subtle, which a page without TLS lacks. It only names schemas here.
    hashFunction: (text) => Promise.resolve(nameHash(typeof text === 'string' ? text : '')),
  });
  await database.addCollections(Object.fromEntries(collectionNames.map((name) => [name, { schema: schemaOf(name) }])));
  return database;
}
