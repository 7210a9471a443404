import type { BackendConfig } from '../../../../sync/client.ts';
import { ownerName } from '../../../../sync/core/names.ts';
import { openSessionStore, type StoredSession } from '../../../../sync/remote/session-store.ts';
import { firstRows } from '../../../../sync/replica/read.ts';
import { openReplica } from '../../../../sync/replica/replica.ts';
import * as byHand from './by-hand.ts';
import * as engine from './engine.ts';

/** Number of rows that the first cards need. */
const FIRST = 50;
/** Reads in one measurement: the time of a single read is near the resolution of the page's clock. */
const READS = 10;

async function timeReads(read: () => Promise<unknown[]>): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < READS; done += 1)
    if ((await read()).length !== FIRST) throw new Error('fewer rows than requested');
  return (performance.now() - started) / READS;
}

const bench = {
  plantSession: async (session: StoredSession) => void (await openSessionStore(indexedDB).change(() => session)),

  async clear(): Promise<void> {
    localStorage.clear();
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    await Promise.all(
      names
        .filter((name) => name !== 'undercurrent-session')
        .map(
          (name) =>
            new Promise<void>((resolve, reject) => {
              const request = indexedDB.deleteDatabase(name);
              request.onsuccess = () => resolve();
              request.onerror = request.onblocked = () => reject(new Error(`${name} cannot be deleted`));
            }),
        ),
    );
  },

  fill: (config: BackendConfig) => engine.fill(config),
  fillByHand: byHand.fill,
  start: (config: BackendConfig) => engine.startUntil(config, FIRST),

  async startByHand(): Promise<{ time: number; ids: string[] }> {
    const started = performance.now();
    const rows = await byHand.readFirst(await byHand.openRaw(), FIRST);
    return { time: performance.now() - started, ids: rows.map(({ id }) => id) };
  },

  async readFirst(userId: string): Promise<number> {
    const replica = openReplica({ indexedDB, IDBKeyRange }, ownerName(userId), () => undefined);
    const tracks = (await replica.database(0)).collection('tracks');
    const time = await timeReads(() => firstRows(tracks, 'explore_key', FIRST));
    await replica.close();
    return time;
  },

  async readFirstByHand(): Promise<number> {
    const database = await byHand.openRaw();
    const time = await timeReads(() => byHand.readFirst(database, FIRST));
    database.close();
    return time;
  },

  drain: engine.drain,
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
