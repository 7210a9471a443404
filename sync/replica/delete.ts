import { replicaName, replicaStart } from '../core/names.ts';
import { withTimeout, NoAnswer } from '../core/timeout.ts';
import { tableNames } from '../model/tables.ts';
import { collectionNames } from './schemas.ts';

export interface Databases {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
}

/** Deletes an owner's replicas. Connections of other tabs close themselves. @param keep whether a generation stays */
export async function deleteReplicas(
  databases: Databases,
  owner: string,
  keep: (generation: number) => boolean,
): Promise<void> {
  // Firefox before 126 cannot list databases, so likely generations are tried by name.
  const names = databases.indexedDB.databases
    ? (await databases.indexedDB.databases()).flatMap(({ name }) => (name ? [name] : []))
    : [0, 1, 2, 3].flatMap((generation) => storageNames(owner, generation));
  const pattern = new RegExp(`^${replicaStart(owner)}(\\d+)--`);
  const toDelete = names.filter((name) => {
    const generation = pattern.exec(name)?.[1];
    return generation !== undefined && !keep(Number(generation));
  });
  await Promise.all(toDelete.map((name) => deleteDatabase(databases.indexedDB, name)));
}

function storageNames(owner: string, generation: number): string[] {
  // Earlier models stored each table in its own collection.
  const names = new Set(['_rxdb_internal', ...collectionNames, ...tableNames]);
  return [...names].map((name) => `rxdb-dexie-${replicaName(owner, generation)}--0--${name}`);
}

/** Longest wait for the deletion of a database. */
const DELETE_MS = 5_000;

/** Deletes a database. A connection that stays open delays the deletion, not the caller. Rejects if the browser refuses the deletion. */
export function deleteDatabase(indexedDB: IDBFactory, name: string): Promise<void> {
  const deleted = new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(`cannot delete ${name}`));
  });
  return withTimeout(DELETE_MS, deleted).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
  });
}
