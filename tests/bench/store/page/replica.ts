import { openReplica } from '../../../../sync/replica/replica.ts';
import { allRows, firstRows, watchRows } from '../../../../sync/replica/read.ts';
import { run } from './run.ts';
import type { Store } from './store.ts';

/** The app's replica. */
async function open(): Promise<Store> {
  const replica = openReplica({ indexedDB, IDBKeyRange }, 'store-replica', () => undefined);
  const tracks = (await replica.database(0)).collection('tracks');
  return {
    async write(rows) {
      const stored = await replica.read(
        0,
        'tracks',
        rows.map(({ id }) => id),
      );
      const newer = rows.filter(({ id, rev }) => (stored.get(id)?.rev ?? -1) < rev);
      await replica.write(
        0,
        'tracks',
        newer.map((row) => ({ id: row.id, rev: row.rev, row, previous: stored.get(row.id) ?? null })),
      );
    },
    first: (count) => firstRows(tracks, 'explore_key', count),
    async readAll(chunk) {
      let count = 0;
      const onRows = (rows: readonly unknown[]) => (count += rows.length);
      await allRows(tracks, chunk, onRows, () => Promise.resolve());
      return count;
    },
    watch: (onChanged) => watchRows(tracks, (changes) => onChanged(changes.map(({ id }) => id))),
    close: () => replica.close(),
  };
}

run(open);
