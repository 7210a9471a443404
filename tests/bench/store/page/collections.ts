import { createRxDatabase } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { exploreKey } from '../../../../sync/model/sort-keys.ts';
import type { Row } from '../../../../sync/core/ports.ts';
import { schemaOf } from '../../../../sync/replica/schemas.ts';
import { run } from './run.ts';
import type { Store } from './store.ts';

/**
 * Uses RxDB by its public interface: a collection's bulk insert for new rows, and for existing rows its atomic update, which compares the
 * revs. All of a replica's collections are declared, as the app would declare them.
 */
async function open(): Promise<Store> {
  const database = await createRxDatabase({
    name: 'store-collections',
    storage: getRxStorageDexie(),
    multiInstance: true,
  });
  const names = ['tracks', 'user_profiles', 'shared_tracks', 'messages', 'small'] as const;
  const collections = await database.addCollections(
    Object.fromEntries(names.map((name) => [name, { schema: schemaOf(name) }])),
  );
  const tracks = collections['tracks'];
  if (!tracks) throw new Error('no collection');
  return {
    async write(rows) {
      const documents = rows.map((row) => ({ ...row, explore_key: exploreKey(row) }));
      const { error } = await tracks.bulkInsert(documents);
      const found = await tracks.findByIds(error.map(({ documentId }) => documentId)).exec();
      for (const document of documents) {
        const stored = found.get(document.id);
        if (!stored || stored.get('rev') >= document.rev) continue;
        await stored.incrementalModify((latest: Row) =>
          latest.rev < document.rev ? { ...latest, ...document } : latest,
        );
      }
    },
    first: async (count) => {
      const documents = await tracks.find({ selector: {}, sort: [{ explore_key: 'asc' }], limit: count }).exec();
      return documents.map((document) => document.toJSON() as Row);
    },
    readAll: async () => (await tracks.find().exec()).length,
    watch(onChanged) {
      const subscription = tracks.$.subscribe(({ documentId }) => onChanged([documentId]));
      return () => subscription.unsubscribe();
    },
    async close() {
      await database.close();
    },
  };
}

run(open);
