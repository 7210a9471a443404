import type { Removal, TrackCounts } from '../model/wire.ts';
import { toCountsRow, withLaterCounts } from './counts.ts';
import { asHeld, asVisited, fetchedRoundOf, leftRevOf, withFetchedRound, withLeft } from './shelf.ts';
import type { ReplicaPort, Row, RowWrite, StoredRow } from './ports.ts';

type Store = Pick<ReplicaPort, 'read' | 'write' | 'has'>;

interface TableRow {
  t: string;
  row: Row;
}

interface Incoming {
  id: string;
  rev: number;
  row: Row | null;
}

/** Rows written at once. A whole page would block the main thread for longer than a frame (SY-23). */
const SLICE = 200;
/** Attempts to write rows that other writers keep changing. After them, the page counts as not stored. */
const MAX_ATTEMPTS = 8;

/** What to write for an incoming row; null for nothing. */
type Decision = (incoming: Incoming, previous: StoredRow | null) => RowWrite | null;

/** Stores newer rows and removals, by compare-and-swap: another leader may write too (SY-17). @throws an Error after `MAX_ATTEMPTS` */
export function storePage(
  replica: Store,
  generation: number,
  rows: readonly TableRow[],
  gone: readonly Removal[],
): Promise<void> {
  return storeByTable(replica, generation, rows, gone, writeOfRow);
}

/** Stores rows fetched on demand (SY-36). Of a row that pulls keep up to date, stores only newer counts. @param now in ms since the epoch */
export function storeVisited(
  replica: Store,
  generation: number,
  rows: readonly TableRow[],
  now: number,
): Promise<void> {
  return storeByTable(replica, generation, rows, [], writeOfVisited(now));
}

/** Stores messages fetched on demand (SY-37). Pulls keep them up to date. */
export function storeFetched(
  replica: Store,
  generation: number,
  rows: readonly TableRow[],
  round: number,
): Promise<void> {
  return storeByTable(replica, generation, rows, [], writeOfFetched(round));
}

/** Removes messages, but not those that were fetched in this round or a later one (SY-37). */
export async function forgetMessages(
  replica: Store,
  generation: number,
  ids: readonly string[],
  round: number,
): Promise<void> {
  const queue = ids.map((id) => ({ id, rev: 0, row: null }));
  while (queue.length > 0)
    await storeRows(replica, generation, 'messages', queue.splice(0, SLICE), writeOfForgottenMessage(round));
}

/** Removes rows that are not held, and keeps their `left_rev` as the revision, so that an older page cannot bring them back (SY-36). */
export async function forgetVisited(
  replica: Store,
  generation: number,
  table: string,
  ids: readonly string[],
): Promise<void> {
  const queue = ids.map((id) => ({ id, rev: 0, row: null }));
  while (queue.length > 0) await storeRows(replica, generation, table, queue.splice(0, SLICE), writeOfForgotten);
}

async function storeByTable(
  replica: Store,
  generation: number,
  rows: readonly TableRow[],
  gone: readonly Removal[],
  decide: Decision,
): Promise<void> {
  const byTable = new Map<string, Map<string, Incoming>>();
  const addNewest = (table: string, incoming: Incoming) => {
    // A newer server may send tables that this app does not know.
    if (!replica.has(table)) return;
    const rowsById = byTable.get(table) ?? new Map<string, Incoming>();
    byTable.set(table, rowsById);
    const previous = rowsById.get(incoming.id);
    if (!previous || incoming.rev > previous.rev) rowsById.set(incoming.id, incoming);
  };
  for (const { t, row } of rows) addNewest(t, { id: row.id, rev: row.rev, row });
  for (const { t, id, rev } of gone) addNewest(t, { id, rev, row: null });
  for (const [table, incoming] of byTable) {
    // Sorted, so that a slice writes neighbouring keys.
    const queue = [...incoming.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    let isNew = false;
    while (queue.length > 0) isNew = await storeRows(replica, generation, table, queue.splice(0, SLICE), decide, isNew);
  }
}

/** Notes which rows left the shelf (G-1). */
export async function storeLeft(replica: Store, generation: number, left: readonly Removal[]): Promise<void> {
  for (const table of new Set(left.map(({ t }) => t))) {
    if (!replica.has(table)) continue;
    const queue = left.filter(({ t }) => t === table).map(({ id, rev }) => ({ id, rev, row: null }));
    while (queue.length > 0) await storeRows(replica, generation, table, queue.splice(0, SLICE), writeOfLeft);
  }
}

/** Stores later counts of stored tracks. Other counts are dropped: they come with the row (G-3). */
export async function storeCounts(replica: Store, generation: number, counts: readonly TrackCounts[]): Promise<void> {
  if (!replica.has('tracks')) return;
  const queue = counts.map((entry) => ({ id: entry[0], rev: 0, row: toCountsRow(entry) }));
  while (queue.length > 0) await storeRows(replica, generation, 'tracks', queue.splice(0, SLICE), writeOfCounts);
}

const writeOfRow: Decision = ({ id, rev, row }, previous) => {
  const stored = previous?.row ?? null;
  if (!previous || rev > previous.rev)
    return { id, rev, row: row && stored ? withMarksOf(withLaterCounts(row, stored), stored) : row, previous };
  if (!row || rev < previous.rev) return row && withCountsOf(row, previous);
  // A visited or forgotten row is now held at the same revision: the person's own rows refer to it.
  if (!stored) return { id, rev, row, previous };
  if (leftRevOf(stored) === rev) return { id, rev, row: withLaterCounts(asHeld(stored), row), previous };
  return withCountsOf(row, previous);
};

const withMarksOf = (row: Row, stored: Row) =>
  withFetchedRound(withLeft(row, leftRevOf(stored)), fetchedRoundOf(stored));

const writeOfFetched =
  (round: number): Decision =>
  ({ id, rev, row }, previous) => {
    if (!row) return null;
    // A message that was forgotten at this revision comes back; one that was removed later does not.
    const isNewer = !previous || rev > previous.rev || (rev === previous.rev && !previous.row);
    if (isNewer) return { id, rev, row: withFetchedRound(row, round), previous };
    return previous.row && { id, rev: previous.rev, row: withFetchedRound(previous.row, round), previous };
  };

const writeOfForgottenMessage =
  (round: number): Decision =>
  ({ id }, previous) =>
    previous?.row && fetchedRoundOf(previous.row) < round ? { id, rev: previous.rev, row: null, previous } : null;

const writeOfVisited =
  (now: number): Decision =>
  ({ id, rev, row }, previous) => {
    const stored = previous?.row ?? null;
    if (!row || (previous && rev < previous.rev)) return null;
    if (!stored) return { id, rev, row: asVisited(row, 0, now), previous };
    if (leftRevOf(stored) === 0) return withCountsOf(row, previous);
    return { id, rev, row: asVisited(withLaterCounts(row, stored), leftRevOf(stored), now), previous };
  };

const writeOfForgotten: Decision = ({ id }, previous) => {
  const rev = previous?.row ? leftRevOf(previous.row) : 0;
  return rev === 0 ? null : { id, rev, row: null, previous };
};

/**
 * Notes the revision at which a row left the shelf, also if the row is not stored: an older page, which another tab stores late, may
 * contain it. A row stored at this revision or a later one stays unmarked: it is pinned, or shelved again (G-6).
 */
const writeOfLeft: Decision = ({ id, rev }, previous) => {
  if (!previous?.row) return previous && previous.rev >= rev ? null : { id, rev, row: null, previous };
  if (leftRevOf(previous.row) >= rev) return null;
  const row = withLeft(previous.row, rev);
  return row === previous.row ? null : { id, rev: previous.rev, row, previous };
};

const writeOfCounts: Decision = ({ row }, previous) => row && withCountsOf(row, previous);

/** A write that only replaces the counts; null if these are not later, or if no row is stored. */
function withCountsOf(row: Row, previous: StoredRow | null): RowWrite | null {
  if (!previous?.row) return null;
  const counted = withLaterCounts(previous.row, row);
  return counted === previous.row ? null : { id: row.id, rev: previous.rev, row: counted, previous };
}

/**
 * Writes what `decide` returns for each row, and retries rows in conflict. @param isNew whether the rows are probably not stored yet. Then the
 * first attempt skips the read, which saves a third of a fill's time; a row that is stored after all conflicts, and is read for the retry.
 * @returns whether no row was stored before
 */
async function storeRows(
  replica: Store,
  generation: number,
  table: string,
  incoming: readonly Incoming[],
  decide: Decision,
  isNew = false,
): Promise<boolean> {
  let pending = incoming;
  let wereNew = true;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new Error(`${table}: other writers kept changing the same rows`);
    const ids = pending.map((row) => row.id);
    const stored = isNew && attempt === 0 ? noRows : await replica.read(generation, table, ids);
    if (stored.size > 0) wereNew = false;
    const writes = pending.flatMap((row) => decide(row, stored.get(row.id) ?? null) ?? []);
    if (writes.length === 0) break;
    const conflicts = new Set(await replica.write(generation, table, writes));
    pending = pending.filter((row) => conflicts.has(row.id));
  }
  return wereNew;
}

const noRows: ReadonlyMap<string, StoredRow> = new Map();
