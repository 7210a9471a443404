import { liveQuery } from 'dexie';
import { storePage } from '../core/guard.ts';
import type { Cursor, OutboxPort, ReplicaPort, Reply } from '../core/ports.ts';
import { readCursor } from '../core/ports.ts';
import { storageState } from '../core/storage-failure.ts';
import { isTableName } from '../model/tables.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import type { FirstScreen } from '../remote/transport.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import type { Databases } from '../replica/delete.ts';
import type { Replica } from '../replica/replica.ts';
import type { ServerClock } from '../server-clock.ts';
import { createCatalogueFill } from './catalogue-fill.ts';
import type { Views } from './views.ts';
import type { Unheld } from './visits.ts';

/** Delay before rows are read again, after a failure or after the browser closed the database. */
const REREAD_MS = 5_000;

interface Feed {
  readonly generation: number;
  /** Whether the views have dropped the rows of the earlier generation, and show this one. */
  isFed: boolean;
  /** Whether the browser closed the database. Nothing is read until the database is reopened. */
  isDisconnected: boolean;
  stop(): void;
}

export interface ReplicaHost {
  /** The engine's port. RxDB is imported with the first call. */
  port: ReplicaPort;
  /** Reads a track into the catalogue, if the device has it. */
  loadTrack(id: string): Promise<void>;
  /** The database of the present generation. */
  database(): Promise<ReplicaDatabase>;
  /**
   * On a new device, resolves once the first screen is shown or has failed; elsewhere at once. A page requested before would be refused
   * (`OutboxPort.adopt`).
   */
  firstScreenSettled: Promise<void>;
  /** Reads the rows again, if reading has failed or the database is closed. */
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
  afterFirstRender(): Promise<void>;
  /** The first screen's request, already sent because this device seems to be empty; null if it does not (SY-23). */
  firstScreen: Promise<Reply<FirstScreen>> | null;
  requestFirstScreen(): Promise<Reply<FirstScreen>>;
  adopt: OutboxPort['adopt'];
  /** A reading of the device's rows has failed; null once they can be read. */
  onReading(failure: { error: unknown } | null): void;
  onLoaded(unheld: readonly Unheld[]): void;
}

/** Feeds the views from the replica, and follows rebuilds (SY-8). */
export function hostReplica(input: ReplicaHostInput): ReplicaHost {
  const { device, views, userId } = input;
  const fill = createCatalogueFill(device, views.catalogue);
  let cursor: Cursor | null = null;
  /** Null before the first feed, and after a failed reading. */
  let feed: Feed | null = null;
  /** Whether all rows were in the views when the database was last open. */
  let isLoaded = false;
  let rereadTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  let opening: Promise<Replica> | null = null;
  const replica = () => {
    opening ??= import('../replica/replica.ts').then(({ openReplica }) =>
      openReplica(input.databases, input.owner, onReplicaClosed),
    );
    return opening;
  };

  const database = async () => (await replica()).database(cursor?.generation ?? 0);

  const reportStorage = (error: unknown) => {
    if (!isClosed) views.patchStatus({ storage: storageState(error) });
  };
  const showFill = () => {
    if (!cursor?.complete || !isLoaded) return fill.showIncomplete();
    // The views apply the last rows before they count as complete.
    if (views.catalogue.state() !== 'complete') views.refresh();
    fill.showAll().catch(reportStorage);
  };

  /** Shows where conversations begin, if the views have the rows of the cursor's generation. */
  const showStarts = () => {
    if (feed?.isFed && feed.generation === cursor?.generation)
      views.conversations.setStarts(cursor.conversationStarts ?? {});
  };

  const rereadSoon = () => {
    clearTimeout(rereadTimer);
    rereadTimer = setTimeout(reread, REREAD_MS);
  };
  const onReadFailed = (error: unknown) => {
    if (isClosed || !feed) return;
    feed.stop();
    feed = null;
    input.onReading({ error });
    rereadSoon();
  };
  /** Reopens a closed database soon; until then, the views keep their rows. After a sign-out, `isClosed` prevents the reopening. */
  const onReplicaClosed = (generation: number) => {
    if (isClosed || feed?.generation !== generation) return;
    feed.stop();
    feed.isDisconnected = true;
    rereadSoon();
  };
  const reread = () => {
    if (cursor && (!feed || feed.isDisconnected)) feedFrom(cursor.generation).catch(onReadFailed);
  };

  const feedFrom = async (generation: number) => {
    if (isClosed || (feed?.generation === generation && !feed.isDisconnected)) return;
    clearTimeout(rereadTimer);
    const previous = feed;
    previous?.stop();
    const current: Feed = { generation, isFed: false, isDisconnected: false, stop: () => undefined };
    feed = current;
    const [{ feedViews }, openedReplica, total] = await Promise.all([import('./feed.ts'), replica(), fill.readTotal()]);
    const database = await openedReplica.database(generation);
    if (isClosed || feed !== current || current.isDisconnected) return;
    isLoaded = false;
    if (previous) views.resetRows();
    current.isFed = true;
    showStarts();
    current.stop = feedViews({
      database,
      userId,
      views,
      clock: input.clock,
      afterFirstRender: input.afterFirstRender,
      onNewDay: views.refresh,
      onFirst: () => fill.showStored(total),
      onLoaded(unheld) {
        isLoaded = true;
        input.onReading(null);
        showFill();
        views.refresh();
        input.onLoaded(unheld);
      },
      onFailed: onReadFailed,
    });
    openedReplica.dropBefore(generation).catch(reportStorage);
  };

  let onFirstScreenSettled = () => undefined as void;
  const firstScreenSettled = new Promise<void>((resolve) => (onFirstScreenSettled = resolve));
  if (!input.firstScreen) onFirstScreenSettled();
  input.firstScreen?.then(({ ok }) => !ok && onFirstScreenSettled(), onFirstScreenSettled);

  let firstScreenGeneration: number | null = null;
  /** Shows the first screen from memory, then stores its rows (SY-23). */
  const showFirstScreen = async (generation: number, reply: Reply<FirstScreen>) => {
    if (!reply.ok || isClosed || cursor?.generation !== generation) return;
    const { rows, total, epoch, floor, mark } = reply.value;
    views.catalogue.apply(rows.filter(({ t }) => t === 'tracks').map(({ row }) => ({ id: row.id, row })));
    await fill.showFirst(total);
    const isFirst = await input.adopt({ generation, epoch, mark, filledFrom: null, floor });
    onFirstScreenSettled();
    // If a page of a pull was adopted first, the pull brings these rows too.
    if (!isFirst) return;
    await storePage(await replica(), generation, rows, []);
  };

  const followCursor = (next: Cursor) => {
    cursor = next;
    const { generation } = next;
    views.catalogue.setShelfEnd(next.shelfEnd);
    views.people.setShelfEnds(next.artistShelfEnds);
    showStarts();
    const isRebuild = feed !== null;
    const feeding = feedFrom(generation);
    feeding.catch(onReadFailed);
    const isEmpty = next.since === '0' && next.after === null;
    if (isEmpty && generation !== firstScreenGeneration) {
      firstScreenGeneration = generation;
      const reply = (isRebuild ? null : input.firstScreen) ?? input.requestFirstScreen();
      // After a rebuild, the first screen is shown only once the views are emptied.
      Promise.all([reply, isRebuild ? feeding : null])
        .then(([first]) => showFirstScreen(generation, first))
        .catch(reportStorage)
        .finally(onFirstScreenSettled);
    }
    if (!isEmpty) onFirstScreenSettled();
    showFill();
  };
  const subscription = liveQuery(() => device.cursors.get('pull')).subscribe({
    next: (stored) => followCursor(readCursor(stored?.cursor)),
    error(error) {
      reportStorage(error);
      onFirstScreenSettled();
    },
  });

  return {
    port: {
      has: isTableName,
      read: async (generation, table, ids) => (await replica()).read(generation, table, ids),
      write: async (generation, table, writes) => (await replica()).write(generation, table, writes),
      isEmpty: async (generation) => (await replica()).isEmpty(generation),
    },
    async loadTrack(id) {
      const [{ rowsById }, opened] = await Promise.all([import('../replica/read.ts'), database()]);
      const rows = await rowsById(opened.collection('tracks'), [id]);
      if (!isClosed) views.catalogue.apply(rows.map((row) => ({ id: row.id, row })));
    },
    database,
    firstScreenSettled,
    reread,
    async close() {
      isClosed = true;
      clearTimeout(rereadTimer);
      subscription.unsubscribe();
      feed?.stop();
      await (await opening)?.close();
    },
  };
}
