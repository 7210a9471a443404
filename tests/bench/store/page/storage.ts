import {
  createRevision,
  fillWithDefaultSettings,
  getDefaultRxDocumentMeta,
  prepareQuery,
  randomToken,
  type FilledMangoQuery,
  type RxDocumentData,
} from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Row } from '../../../../sync/core/ports.ts';
import { exploreKey } from '../../../../sync/model/sort-keys.ts';
import { schemaOf } from '../../../../sync/replica/schemas.ts';
import { run } from './run.ts';
import type { Store } from './store.ts';

type Selector = FilledMangoQuery<Row>['selector'];

/** Uses the interface that all storages of RxDB have: queries, bulk write, change stream. */
async function open(): Promise<Store> {
  const token = randomToken(10);
  const schema = fillWithDefaultSettings(schemaOf('tracks'));
  const tracks = await getRxStorageDexie().createStorageInstance<Row>({
    databaseInstanceToken: token,
    databaseName: 'store-storage',
    collectionName: 'tracks',
    schema,
    options: {},
    multiInstance: true,
    devMode: false,
  });
  const query = async (selector: Selector, by: string, limit: number): Promise<Row[]> => {
    const sort = by === 'id' ? [{ id: 'asc' as const }] : [{ [by]: 'asc' as const }, { id: 'asc' as const }];
    const mango = {
      selector: { ...selector, _deleted: { $eq: false } },
      sort,
      limit,
      skip: 0,
    } as FilledMangoQuery<Row>;
    return (await tracks.query(prepareQuery(schema, mango))).documents;
  };
  return {
    async write(rows) {
      const ids = rows.map(({ id }) => id);
      const stored = new Map((await tracks.findDocumentsById(ids, true)).map((document) => [document.id, document]));
      const writes = rows.flatMap((row) => {
        const previous = stored.get(row.id);
        if (previous && previous.rev >= row.rev) return [];
        const document: RxDocumentData<Row> = {
          ...row,
          explore_key: exploreKey(row),
          _deleted: false,
          _attachments: {},
          _meta: getDefaultRxDocumentMeta(),
          _rev: createRevision(token, previous),
        };
        return previous ? { document, previous } : { document };
      });
      if (writes.length > 0) await tracks.bulkWrite(writes, 'pull');
    },
    first: (count) => query({}, 'explore_key', count),
    readAll: async () => (await query({}, 'id', Infinity)).length,
    watch(onChanged) {
      const subscription = tracks
        .changeStream()
        .subscribe(({ events }) => onChanged(events.map(({ documentId }) => documentId)));
      return () => subscription.unsubscribe();
    },
    close: () => tracks.close(),
  };
}

run(open);
