import { Dexie, type Table } from 'dexie';
import type { Row } from '../../../../sync/core/ports.ts';
import { exploreKey } from '../../../../sync/model/sort-keys.ts';
import { run } from './run.ts';
import type { Store } from './store.ts';

interface Stored {
  id: string;
  rev: number;
  key: string;
  row: Row;
}

/** Dexie alone: a transaction compares the revs and writes; a BroadcastChannel announces the ids of the written rows. */
async function open(): Promise<Store> {
  const database = new Dexie('store-dexie');
  database.version(1).stores({ tracks: 'id, [key+id]' });
  const tracks: Table<Stored, string> = database.table('tracks');
  const channel = new BroadcastChannel('store-dexie');
  const watchers = new Set<(ids: readonly string[]) => void>();
  await database.open();
  return {
    async write(rows) {
      const written: string[] = [];
      await database.transaction('rw', tracks, async () => {
        const stored = await tracks.bulkGet(rows.map(({ id }) => id));
        const newer = rows.filter((row, at) => (stored[at]?.rev ?? -1) < row.rev);
        await tracks.bulkPut(newer.map((row) => ({ id: row.id, rev: row.rev, key: exploreKey(row), row })));
        written.push(...newer.map(({ id }) => id));
      });
      channel.postMessage(written);
      for (const watcher of watchers) watcher(written);
    },
    first: async (count) => (await tracks.orderBy('[key+id]').limit(count).toArray()).map(({ row }) => row),
    async readAll(chunk) {
      let count = 0;
      let last = '';
      for (;;) {
        const block = await tracks.where('id').above(last).limit(chunk).toArray();
        count += block.length;
        const end = block.at(-1)?.id;
        if (block.length < chunk || end === undefined) return count;
        last = end;
      }
    },
    watch(onChanged) {
      watchers.add(onChanged);
      return () => watchers.delete(onChanged);
    },
    async close() {
      channel.close();
      database.close();
    },
  };
}

run(open);
