import { Dexie } from 'dexie';
import type { BackendConfig } from '../../../../sync/client.ts';
import type { Row } from '../../../../sync/core/ports.ts';
import { tableNames } from '../../../../sync/model/tables.ts';
import type { PullRequest, PullResponse } from '../../../../sync/model/wire.ts';

const NAME = 'by-hand';

const emptyPull: PullRequest = {
  v: 1,
  epoch: null,
  since: '0',
  after: null,
  tables: [...tableNames],
  pending: [],
  marks: [],
  limit: 1000,
  filled_from: null,
};

function openTables(): Dexie {
  const database = new Dexie(NAME);
  const stores = tableNames.map((name) => [name, name === 'tracks' ? 'id, order' : 'id']);
  database.version(1).stores(Object.fromEntries(stores));
  return database;
}

async function pull(config: BackendConfig, token: string, request: PullRequest): Promise<PullResponse> {
  const response = await fetch(`${config.supabaseUrl}/rest/v1/rpc/sync_pull`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: config.publishableKey,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ p: request }),
  });
  if (!response.ok) throw new Error(`sync_pull: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The negated rating lets the ascending index be read from its start (SY-24). */
const withOrder = (row: Row): Row => ({ ...row, order: -Number(row['average_vote_rating']) });

/**
 * Fills plain Dexie tables with everything that pulls bring. Writes each row as received: without validation, guards or a stored cursor.
 *
 * @returns `time` and `waited` (for responses) in ms
 */
export async function fill(
  config: BackendConfig,
  token: string,
): Promise<{ time: number; waited: number; tracks: number }> {
  const started = performance.now();
  const database = openTables();
  let waitedMs = 0;
  let tracks = 0;
  for (let after: PullRequest['after'] = null; ;) {
    const requestedAt = performance.now();
    const page = await pull(config, token, { ...emptyPull, after });
    waitedMs += performance.now() - requestedAt;
    for (const table of new Set(page.rows.map(({ t }) => t))) {
      const rows = page.rows.filter(({ t }) => t === table).map(({ row }) => row);
      if (table === 'tracks') tracks += rows.length;
      await database.table(table).bulkPut(table === 'tracks' ? rows.map(withOrder) : rows);
    }
    after = page.next;
    if (after === null) break;
  }
  database.close();
  return { time: performance.now() - started, waited: waitedMs, tracks };
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });

export const openRaw = (): Promise<IDBDatabase> => resultOf(indexedDB.open(NAME));

export function readFirst(database: IDBDatabase, count: number): Promise<Row[]> {
  return resultOf(database.transaction('tracks').objectStore('tracks').index('order').getAll(null, count));
}
