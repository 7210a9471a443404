import { toCountsRow } from '../../../sync/core/counts.ts';
import type { Row } from '../../../sync/core/ports.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import type { Acknowledgement, TrackCounts } from '../../../sync/model/wire.ts';

/** Immutable, so that a copy of the maps is a snapshot. */
export interface ServerRow {
  readonly t: string;
  readonly id: string;
  readonly rev: number;
  readonly xid: number;
  readonly isDeleted: boolean;
  /** True on the shelf (G-1); false after the row left it; null if the row has an owner or was never on the shelf. */
  readonly shelved: boolean | null;
  readonly owner: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Logged {
  readonly xid: number;
  readonly request: string;
  readonly ack: Acknowledgement;
  /** Rises with each logged action. */
  readonly order: number;
}

/** Counts change without the track's row (G-3). */
export interface Counts {
  readonly rev: number;
  readonly plays: number;
  /** Number of the digest that last reported the counts. */
  readonly digest: number;
}

export interface State {
  rows: Map<string, ServerRow>;
  counts: Map<string, Counts>;
  /** Changes of counts that no digest has reported, by track. */
  undigested: Map<string, number>;
  undigestedTracks: Set<string>;
  /** Whether the next digest makes devices pull, because other rows for everybody changed. */
  mustPull: boolean;
  digest: number;
  log: Map<string, Logged>;
  effects: Map<string, number>;
  /** The transaction of each pin, by user and row (G-6). */
  pins: Map<string, number>;
  /** Users who may see the artist's private profile. */
  friends: Set<string>;
  /** Keys of swept tombstones. They are not used again. */
  swept: Set<string>;
  /** Number of messages, which is also the time of the newest one. */
  messages: number;
  /** The transactions that created the recent messages, by id (SY-37). */
  recent: Map<string, number>;
  /** The oldest recent message of each conversation that has older ones. */
  starts: Map<string, MessagePosition>;
}

export function emptyState(): State {
  return {
    rows: new Map(),
    counts: new Map(),
    undigested: new Map(),
    undigestedTracks: new Set(),
    mustPull: false,
    digest: 0,
    log: new Map(),
    effects: new Map(),
    pins: new Map(),
    friends: new Set(),
    swept: new Set(),
    messages: 0,
    recent: new Map(),
    starts: new Map(),
  };
}

export function copyState(state: State): State {
  return {
    rows: new Map(state.rows),
    counts: new Map(state.counts),
    undigested: new Map(state.undigested),
    undigestedTracks: new Set(state.undigestedTracks),
    mustPull: state.mustPull,
    digest: state.digest,
    log: new Map(state.log),
    effects: new Map(state.effects),
    pins: new Map(state.pins),
    friends: new Set(state.friends),
    swept: new Set(state.swept),
    messages: state.messages,
    recent: new Map(state.recent),
    starts: new Map(state.starts),
  };
}

/** Whether the user may see the row (SY-7). */
export function canSee(state: State, row: ServerRow, user: string): boolean {
  if (row.isDeleted) return false;
  if (row.owner !== null) return row.owner === user;
  if (row.t === 'profiles') return row.data['is_public'] === true || state.friends.has(user);
  return row.data['is_public'] === true || row.data['user_id'] === user;
}

/** Whether the user's devices must hold the row, if the user may see it (G-1). */
export function isHeld(state: State, row: ServerRow, user: string): boolean {
  return row.owner !== null || row.shelved === true || isOwn(row, user) || state.pins.has(pinKey(row, user));
}

const isOwn = (row: ServerRow, user: string) => row.data['user_id'] === user;
const pinKey = (row: ServerRow, user: string) => `${user} ${row.t}/${row.id}`;

/**
 * The transactions at which this user's pull reports the row, as `private.changes` does (G-1, G-6). A row that left the shelf is reported at the
 * transaction of its last change, and again at that of a later pin: a pin that is removed between two pages must not hide the change (SY-35).
 *
 * @param filledFrom the first transaction that the device's first page may lack. Of earlier transactions, only rows that the device must
 * hold are reported.
 */
export function reportedAt(state: State, row: ServerRow, user: string, filledFrom: number): number[] {
  if (row.owner !== null) return row.owner === user ? [row.xid] : [];
  if (row.shelved === true) return [row.xid];
  const isReported = isOwn(row, user) || (row.shelved === false && row.xid >= filledFrom);
  const pinned = state.pins.get(pinKey(row, user));
  const xids = [...(isReported ? [row.xid] : []), ...(pinned === undefined ? [] : [pinned])];
  return [...new Set(xids)];
}

export function pin(state: State, xid: number, user: string, row: ServerRow): void {
  const key = pinKey(row, user);
  if (!state.pins.has(key)) state.pins.set(key, xid);
}

export function shelve(state: State, xid: number, row: ServerRow, shelved: boolean): void {
  const { t, id } = row;
  const [key] = writeRow(state, xid, { t, id }, (data) => ({ ...data }), row.isDeleted);
  const written = state.rows.get(key);
  if (written) state.rows.set(key, { ...written, shelved });
  if (!shelved) touchPins(state, xid, key);
}

/** Stamps a row's pins with the transaction of its last change off the shelf, as the trigger does (SY-35). */
function touchPins(state: State, xid: number, key: string): void {
  for (const pinned of state.pins.keys()) if (pinned.endsWith(` ${key}`)) state.pins.set(pinned, xid);
}

export function toRow(state: State, row: ServerRow): Row {
  const counts = row.t === 'tracks' ? toCountsRow(countsOf(state, row.id)) : {};
  return { ...row.data, ...counts, id: row.id, rev: row.rev };
}

export function countsOf(state: State, track: string): TrackCounts {
  const { rev, plays } = state.counts.get(track) ?? noCounts;
  return [track, rev, plays, 0, 0];
}

const noCounts: Counts = { rev: 1, plays: 0, digest: 0 };

/** Counts a play, without a change of the track's row (G-3). @returns the new revision of the counts */
export function countPlay(state: State, track: string): number {
  const counts = state.counts.get(track) ?? noCounts;
  const rev = counts.rev + 1;
  state.counts.set(track, { ...counts, rev, plays: counts.plays + 1 });
  state.undigested.set(track, (state.undigested.get(track) ?? 0) + 1);
  return rev;
}

/** Writes a row and stamps it, as the trigger does (SY-4). @returns the row's key and new rev */
export function writeRow(
  state: State,
  xid: number,
  at: { t: string; id: string; owner?: string },
  change: (data: Readonly<Record<string, unknown>>) => Record<string, unknown>,
  isDeleted = false,
): [string, number] {
  const key = `${at.t}/${at.id}`;
  const old = state.rows.get(key);
  const rev = (old?.rev ?? 0) + 1;
  const owner = at.owner ?? old?.owner ?? null;
  const data = change(old?.data ?? {});
  const row = { t: at.t, id: at.id, owner, rev, xid, isDeleted, data };
  const isPublic = !isDeleted && (at.t === 'profiles' || data['is_public'] === true);
  const wasPublic = old !== undefined && !old.isDeleted && (at.t === 'profiles' || old.data['is_public'] === true);
  const shelved = isPublic === wasPublic ? (old?.shelved ?? null) : isPublic;
  state.rows.set(key, { ...row, shelved: owner === null ? shelved : null });
  if (owner !== null) return [key, rev];
  if (at.t === 'tracks') state.undigestedTracks.add(at.id);
  else state.mustPull = true;
  if (shelved !== true) touchPins(state, xid, key);
  return [key, rev];
}
