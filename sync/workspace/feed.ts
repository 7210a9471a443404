import { tables, largeTables, loadedTables, readRow, type LargeTable, type LoadedTable } from '../model/tables.ts';
import { nextUtcDayAt, utcDay } from '../model/utc-day.ts';
import type { Row } from '../core/ports.ts';
import { leftRevOf, visitedAtOf } from '../core/shelf.ts';
import type { Collection, ReplicaDatabase } from '../replica/database.ts';
import { allRows, firstRows, rowsById, rowsByKey, watchGroup, watchRows } from '../replica/read.ts';
import { groupOf } from '../replica/schemas.ts';
import type { ServerClock } from '../server-clock.ts';
import type { Views } from './views.ts';
import type { Unheld } from './visits.ts';

/** Rows per step. More would block the main thread for longer than a frame (SY-23). */
const CHUNK = 250;
/** Longest pause between two checks for a new day: a timer until midnight would fire late on a phone that slept. */
const DAY_CHECK_MS = 60_000;

export interface FeedInput {
  database: ReplicaDatabase;
  userId: string | null;
  views: Pick<Views, 'setRows' | 'apply'>;
  clock: Pick<ServerClock, 'now' | 'subscribe'>;
  /** Awaited between the first rows and all others. */
  afterFirstRender(): Promise<void>;
  onFirst(): void;
  /** All rows are in the views. @param unheld rows that were visited or left the shelf (SY-36) */
  onLoaded(unheld: readonly Unheld[]): void;
  /** Shown rows may be outdated or missing. */
  onFailed(error: unknown): void;
  onNewDay(): void;
}

/** Feeds the views with the replica's first rows, then all others, and the writes of all tabs. @returns stops feeding */
export function feedViews(input: FeedInput): () => void {
  const { userId, views, onFailed } = input;
  const { database } = input;
  let isStopped = false;
  const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const apply = (table: LargeTable) => (rows: Row[]) => {
    if (!isStopped) views.apply[table](rows.map((row) => ({ id: row.id, row })));
  };
  // Subscribe before reading: a change in between arrives twice, and the older revision is dropped.
  const stops = [
    ...largeTables.map((table) => watchRows(database.collection(table), views.apply[table])),
    ...loadedTables.filter((table) => dayOf(table) === null).map((table) => watchSmall(input, table, '')),
    followDay(input),
  ];
  const load = async () => {
    const read = async (table: LargeTable) => ({
      table,
      rows: await readFirstRows(database.collection(table), table, userId),
    });
    for (const { table, rows } of await Promise.all(largeTables.map(read))) apply(table)(rows);
    if (!isStopped) input.onFirst();
    await input.afterFirstRender();
    const unheld: Unheld[] = [];
    for (const table of profilesFirst) {
      const applyRows = apply(table);
      const onRows = (rows: Row[]) => {
        applyRows(rows);
        for (const row of rows) if (leftRevOf(row) > 0) unheld.push({ table, id: row.id, visitedAt: visitedAtOf(row) });
      };
      await allRows(database.collection(table), CHUNK, onRows, yieldToMain);
    }
    if (!isStopped) input.onLoaded(unheld);
  };
  // Once feeding has stopped, the replica may be closed, so a failure is expected.
  load().catch((error: unknown) => !isStopped && onFailed(error));
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/** The order of reading: a profile that arrives after the tracks would rebuild every track of its artist (S-43). */
const profilesFirst = largeTables.toSorted((a, b) => Number(b === 'user_profiles') - Number(a === 'user_profiles'));

async function readFirstRows(collection: Collection, table: LargeTable, userId: string | null): Promise<Row[]> {
  const { first } = tables[table].storage;
  if (first === null) return [];
  if ('count' in first) return firstRows(collection, first.by, first.count);
  if (userId === null) return [];
  return first.by === 'id' ? rowsById(collection, [userId]) : rowsByKey(collection, first.by, userId);
}

const dayOf = (table: LoadedTable): string | null => tables[table].storage.day;

function watchSmall({ database, views, onFailed }: FeedInput, table: LoadedTable, day: string): () => void {
  return watchGroup(
    database.collection('small'),
    groupOf(table, day),
    (row) => readRow(table, row),
    (rows) => views.setRows(table, rows),
    onFailed,
  );
}

/** Watches the tables of which only the current UTC day's rows are read, and switches to the next day at midnight (S-9). */
function followDay(input: FeedInput): () => void {
  const byDay = loadedTables.filter((table) => dayOf(table) !== null);
  let day = '';
  let stops: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    // The scope has closed.
    if (input.database.isClosed()) return;
    const now = input.clock.now();
    const today = utcDay(now);
    if (today !== day) {
      for (const stop of stops) stop();
      stops = byDay.map((table) => watchSmall(input, table, today));
      if (day !== '') input.onNewDay();
      day = today;
    }
    timer = setTimeout(check, Math.min(DAY_CHECK_MS, nextUtcDayAt(now) - now + 50));
  };
  check();
  const stopClock = input.clock.subscribe(check);
  return () => {
    stopClock();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
