import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RxDocumentData } from 'rxdb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeCounts, storeFetched, storePage, storeVisited } from '../core/guard.ts';
import { replicaName } from '../core/names.ts';
import type { Row } from '../core/ports.ts';
import type { RowChange } from '../overlay/row-store.ts';
import type { Collection } from './database.ts';
import device from './stored-by-earlier-version.json' with { type: 'json' };
import { allRows, firstRows, rowsById, watchRows } from './read.ts';
import { openReplica } from './replica.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

/** Restores the databases of a device: the previous version stored, changed and removed their rows, and made its own revisions. */
async function restoreDevice() {
  const where = { indexedDB: new IDBFactory(), IDBKeyRange };
  for (const { name, version, stores } of device) {
    const request = where.indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
        const store = request.result.createObjectStore(storeName, { keyPath, autoIncrement });
        for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
        for (const row of rows) store.put(row);
      }
    };
    await new Promise<void>((resolve, reject) => {
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error ?? new Error(name));
    });
    request.result.close();
  }
  return where;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  vi.unstubAllGlobals();
});

async function openDevice() {
  const replica = openReplica(await restoreDevice(), 'owner', () => undefined);
  closing.push(replica.close);
  const collection = async (name: 'tracks' | 'messages' | 'small') => (await replica.database(0)).collection(name);
  const revsOf = async (table: string, ids: string[]) =>
    Object.fromEntries([...(await replica.read(0, table, ids))].map(([id, { rev, row }]) => [id, row ? rev : -rev]));
  return { replica, collection, revsOf };
}

const track = (id: string, rev: number): Row => ({ id, rev, title: `${id} at ${rev}`, counts_rev: 1 });
const trackIds = ['changed', 'counted', 'deleted', 'left', 'never-seen', 'plain', 'unvisited', 'visited'];
/** The stored revs by id, negative for removed rows. */
const trackRevs = {
  changed: 2,
  counted: 3,
  deleted: -3,
  left: 4,
  'never-seen': -5,
  plain: 12,
  unvisited: -1,
  visited: 1,
};

/** Writes a track as a page of the previous version does. @returns the ids in conflict */
async function writeAsEarlier(collection: Collection, row: Row, previous: RxDocumentData<Row>): Promise<string[]> {
  const document = {
    ...previous,
    ...row,
    _deleted: false,
    _meta: { lwt: 1 },
    _rev: `${row.rev}-1.0.0`,
  };
  const { error } = await collection.bulkWrite([{ document, previous }], 'undercurrent-pull');
  return error.map(({ documentId }) => documentId);
}

describe('a device that used the previous version', () => {
  it('[SY-2] [SY-21] keeps its rows and its removals', async () => {
    const { replica, collection, revsOf } = await openDevice();
    expect(await replica.isEmpty(0)).toBe(false);
    expect(await revsOf('tracks', trackIds)).toEqual(trackRevs);
    expect(await revsOf('track_votes', ['vote', 'withdrawn'])).toEqual({ vote: 2, withdrawn: -2 });
    expect(await revsOf('messages', ['fetched', 'forgotten', 'received'])).toEqual({
      fetched: 1,
      forgotten: -1,
      received: 1,
    });
    expect(await revsOf('user_profiles', ['person'])).toEqual({ person: 7 });
    const shown: string[] = [];
    await allRows(await collection('tracks'), 3, (rows) => shown.push(...rows.map(({ id }) => id)), () => Promise.resolve()); // prettier-ignore
    expect(shown).toEqual(['changed', 'counted', 'left', 'plain', 'visited']);
    expect((await firstRows(await collection('tracks'), 'explore_key', 2)).map(({ id }) => id)).toHaveLength(2);
    expect(await rowsById(await collection('tracks'), ['counted', 'left', 'visited'])).toMatchObject([
      { counts_rev: 9, play_count: 100 },
      { left_rev: 6 },
      { left_rev: 1, visited_at: 1_800_000_000_000 },
    ]);
  });

  it('[SY-12] [SY-21] takes newer rows, counts and removals, and no older ones', async () => {
    const { replica, collection, revsOf } = await openDevice();
    const older = ['deleted', 'never-seen', 'plain'].map((id) => ({ t: 'tracks', row: track(id, 1) }));
    await storePage(replica, 0, older, [{ t: 'tracks', id: 'changed', rev: 1 }]);
    expect(await revsOf('tracks', trackIds)).toEqual(trackRevs);
    const newer = ['changed', 'plain', 'deleted', 'left'].map((id) => ({ t: 'tracks', row: track(id, 13) }));
    await storePage(replica, 0, newer, [{ t: 'tracks', id: 'counted', rev: 4 }]);
    await storePage(replica, 0, [], [{ t: 'tracks', id: 'plain', rev: 14 }]);
    await storeCounts(replica, 0, [['visited', 2, 7, 1, 5]]);
    await storeVisited(replica, 0, [{ t: 'tracks', row: track('unvisited', 1) }], 1_800_000_000_001);
    await storeFetched(replica, 0, [{ t: 'messages', row: { id: 'forgotten', rev: 1 } }], 4);
    expect(await revsOf('tracks', trackIds)).toEqual({
      ...trackRevs,
      changed: 13,
      counted: -4,
      deleted: 13,
      left: 13,
      plain: -14,
      unvisited: 1,
    });
    expect(await rowsById(await collection('tracks'), ['changed', 'visited'])).toMatchObject([
      { title: 'changed at 13' },
      { counts_rev: 2, play_count: 7 },
    ]);
    expect(await revsOf('messages', ['forgotten'])).toEqual({ forgotten: 1 });
  });

  it('[SY-17] [SY-21] compares and swaps with a page that still runs the previous version', async () => {
    const { replica, collection, revsOf } = await openDevice();
    const tracks = await collection('tracks');
    const stored = async () => {
      const [document] = await tracks.findDocumentsById(['changed'], true);
      if (!document) throw new Error('the track is missing');
      return document;
    };
    const first = await stored();
    await storePage(replica, 0, [{ t: 'tracks', row: track('changed', 3) }], []);
    const ours = await stored();
    expect(await writeAsEarlier(tracks, track('changed', 4), first)).toEqual(['changed']);
    const read = await replica.read(0, 'tracks', ['changed']);
    expect(await writeAsEarlier(tracks, track('changed', 4), ours)).toEqual([]);
    const late = { id: 'changed', rev: 5, row: track('changed', 5), previous: read.get('changed') ?? null };
    expect(await replica.write(0, 'tracks', [late])).toEqual(['changed']);
    expect(await revsOf('tracks', ['changed'])).toEqual({ changed: 4 });
    await storePage(replica, 0, [{ t: 'tracks', row: track('changed', 5) }], []);
    expect(await revsOf('tracks', ['changed'])).toEqual({ changed: 5 });
  });

  it('[SY-21] exchanges changes with a page that still runs the previous version', async () => {
    // Without `window` and `self`, RxDB's package for channels uses sockets.
    vi.stubGlobal('self', globalThis);
    const { replica, collection } = await openDevice();
    const changes: RowChange[] = [];
    watchRows(await collection('tracks'), (some) => changes.push(...some));
    const databaseName = replicaName('owner', 0);
    const earlierPage = new BroadcastChannel(`RxDB:|dexie|${databaseName}`);
    closing.push(async () => earlierPage.close());
    const received: unknown[] = [];
    earlierPage.onmessage = ({ data }: MessageEvent<unknown>) => void received.push(data);
    const envelope = { storageName: 'dexie', databaseName, collectionName: 'tracks', version: 0 };
    const event = { documentId: 'changed', operation: 'UPDATE', documentData: track('changed', 3) };
    earlierPage.postMessage({
      type: 'message',
      time: Date.now() * 1000,
      data: { ...envelope, eventBulk: { id: 'e1', events: [event], checkpoint: null, context: 'undercurrent-pull' } },
    });
    await waitFor(() => expect(changes).toEqual([{ id: 'changed', row: track('changed', 3) }]));
    await storePage(replica, 0, [{ t: 'tracks', row: track('plain', 13) }], [{ t: 'tracks', id: 'changed', rev: 3 }]);
    const events = [
      { documentId: 'changed', operation: 'DELETE', documentData: { rev: 3 } },
      { documentId: 'plain', operation: 'UPDATE', documentData: { rev: 13, title: 'plain at 13' } },
    ];
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received).toMatchObject([{ type: 'message', data: { ...envelope, eventBulk: { events } } }]);
  });
});
