import { liveQuery } from 'dexie';
import { storePage } from '../core/guard.ts';
import type { Cursor, ReplicaPort, Reply } from '../core/ports.ts';
import { firstCursor } from '../core/ports.ts';
import { storageState } from '../core/storage-failure.ts';
import { isTableName } from '../model/tables.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import type { FirstScreen } from '../remote/transport.ts';
import type { Databases } from '../replica/delete.ts';
import type { Replica } from '../replica/replica.ts';
import type { ServerClock } from '../server-clock.ts';
import type { Views } from './views.ts';

/** What could not be read is read again after this long, in milliseconds. */
const REREAD_MS = 5_000;
/** Number of tracks that Explore can show, for a start that has not read them all yet. */
const TOTAL_KEY = 'explore-total';

export interface ReplicaHost {
  /** For the engine: opens RxDB when it is first used. */
  port: ReplicaPort;
  loadTrack(id: string): Promise<void>;
  /** Reads again now what could not be read. */
  reread(): void;
  close(): Promise<void>;
}

export interface ReplicaHostInput {
  databases: Databases;
  device: DeviceDatabase;
  owner: string;
  userId: string | null;
  views: Views;
  clock: ServerClock;
  /** Under way already when this device seems to hold nothing (SY-23). */
  firstScreen: Promise<Reply<FirstScreen>> | null;
  askFirstScreen(): Promise<Reply<FirstScreen>>;
  /** Null once the device's rows can be read, else why they cannot. */
  onReading(failure: { error: unknown } | null): void;
}

/** Opens the replica of the present generation, feeds the views from it, and follows a rebuild to the next one (SY-8). */
export function hostReplica(input: ReplicaHostInput): ReplicaHost {
  const { device, views, userId } = input;
  let replica: Promise<Replica> | null = null;
  /** What the views are fed from; null before the first. `isLost`: it was closed underneath, and will be opened anew. */
  let fed: { generation: number; stop: () => void; isLost?: true } | null = null;
  let cursor: Cursor | null = null;
  let isLoaded = false;
  let closed = false;
  let savedTotal = -1;

  const open = () => {
    replica ??= import('../replica/replica.ts').then((module) =>
      module.openReplica(input.databases, input.owner, lost),
    );
    return replica;
  };

  const shownTracks = () => views.catalogue.explore({ search: '', genre: null }).get().tracks.length;

  const showState = async () => {
    if (cursor?.complete && isLoaded) {
      views.catalogue.setState('complete', 0);
      const total = shownTracks();
      if (total !== savedTotal) await device.engine.put({ key: TOTAL_KEY, value: total });
      savedTotal = total;
    } else if (views.catalogue.state() === 'complete')
      views.catalogue.setState(shownTracks() > 0 ? 'first' : 'empty', 0);
  };

  let rereading: ReturnType<typeof setTimeout> | undefined;
  const failed = (error: unknown) => {
    if (closed || !fed) return;
    fed.stop();
    fed = null;
    input.onReading({ error });
    clearTimeout(rereading);
    rereading = setTimeout(reread, REREAD_MS);
  };
  /** What is shown stays. A replica that is deleted because its person left is not opened again: the scope closes before. */
  const lost = (generation: number) => {
    if (closed || fed?.generation !== generation) return;
    fed.stop();
    fed.isLost = true;
    clearTimeout(rereading);
    rereading = setTimeout(reread, REREAD_MS);
  };
  const reread = () => {
    if (cursor && (!fed || fed.isLost)) feed(cursor.generation).catch(failed);
  };

  const feed = async (generation: number) => {
    if (closed || (fed?.generation === generation && !fed.isLost)) return;
    clearTimeout(rereading);
    fed?.stop();
    const isRebuild = fed !== null;
    fed = { generation, stop: () => undefined };
    const [{ feedViews }, opened] = await Promise.all([import('./feed.ts'), open()]);
    const database = await opened.database(generation);
    if (closed || fed.generation !== generation) return;
    isLoaded = false;
    if (isRebuild) views.resetRows();
    const stored = await device.engine.get(TOTAL_KEY);
    const total = typeof stored?.value === 'number' ? stored.value : 0;
    fed.stop = feedViews({
      database,
      userId,
      views,
      clock: input.clock,
      onNewDay: views.refresh,
      onFirst: () => {
        views.catalogue.settle();
        if (views.catalogue.state() === 'empty' && shownTracks() > 0) views.catalogue.setState('first', total);
      },
      onLoaded: () => {
        isLoaded = true;
        input.onReading(null);
        showState().catch(reportStorage);
        views.refresh();
      },
      onFailed: failed,
    });
    opened.dropBefore(generation).catch(reportStorage);
  };

  const reportStorage = (error: unknown) => {
    if (!closed) views.patchStatus({ storage: storageState(error) });
  };

  /**
   * The first screen of an empty replica, new or built anew, paints from memory and is stored beside (SY-23).
   * @param emptied when the views of the generation before are empty; null where there was none
   */
  const showFirstScreen = async (generation: number, emptied: Promise<void> | null) => {
    const asked = emptied === null ? input.firstScreen : null;
    begun = generation;
    const [reply] = await Promise.all([asked ?? input.askFirstScreen(), emptied]);
    if (!reply.ok || closed || cursor?.generation !== generation) return;
    const { rows, total } = reply.value;
    views.catalogue.offer(rows.filter(({ t }) => t === 'tracks').map(({ row }) => ({ id: row.id, row })));
    if (views.catalogue.state() === 'empty') views.catalogue.setState('first', total);
    await device.engine.put({ key: TOTAL_KEY, value: total });
    await storePage(await open(), generation, rows, []);
  };

  /** The last generation that was found empty. */
  let begun: number | null = null;
  const subscription = liveQuery(() => device.cursors.get('pull')).subscribe({
    next: (stored) => {
      cursor = stored?.cursor ?? firstCursor;
      const isRebuild = fed !== null;
      const feeding = feed(cursor.generation);
      feeding.catch(failed);
      const isEmpty = cursor.since === '0' && cursor.after === null;
      if (isEmpty && cursor.generation !== begun)
        showFirstScreen(cursor.generation, isRebuild ? feeding : null).catch(reportStorage);
      showState().catch(reportStorage);
    },
    error: reportStorage,
  });

  return {
    port: {
      has: isTableName,
      read: async (generation, table, ids) => (await open()).read(generation, table, ids),
      write: async (generation, table, writes) => (await open()).write(generation, table, writes),
      isEmpty: async (generation) => (await open()).isEmpty(generation),
    },
    async loadTrack(id) {
      const generation = cursor?.generation ?? 0;
      const [{ rowsById }, opened] = await Promise.all([import('../replica/read.ts'), open()]);
      const rows = await rowsById((await opened.database(generation)).collection('tracks'), [id]);
      if (!closed) views.catalogue.offer(rows.map((row) => ({ id: row.id, row })));
    },
    reread,
    async close() {
      closed = true;
      clearTimeout(rereading);
      subscription.unsubscribe();
      fed?.stop();
      await (await replica)?.close();
    },
  };
}
