import { toCountsRow } from '../../../sync/core/counts.ts';
import type { Row } from '../../../sync/core/ports.ts';
import type { Acknowledgement, TrackCounts } from '../../../sync/model/wire.ts';

/** A row on the server. Immutable, so that a copy of the maps is a snapshot. */
export interface ServerRow {
  readonly t: string;
  readonly id: string;
  readonly rev: number;
  readonly xid: number;
  readonly isDeleted: boolean;
  /** Owner of a private row; null for rows that others may see. */
  readonly owner: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Logged {
  readonly xid: number;
  readonly request: string;
  readonly ack: Acknowledgement;
  /** Increases with each accepted action. */
  readonly order: number;
}

/** The counts of a track, which change without its row (G-3). */
export interface Counts {
  readonly rev: number;
  readonly plays: number;
  /** The number of the last digest that reported them; 0 before the first. */
  readonly digest: number;
}

export interface State {
  rows: Map<string, ServerRow>;
  /** By track. */
  counts: Map<string, Counts>;
  /** The tracks whose counts changed after the last digest, and how often. */
  undigested: Map<string, number>;
  /** A row that others may see changed after the last digest. */
  hasUndigestedRows: boolean;
  /** The number of the last digest (G-4). */
  digest: number;
  /** Keyed by user and action id. */
  log: Map<string, Logged>;
  /** Number of effects per action, keyed by user and action id. */
  effects: Map<string, number>;
  /** Users who may see the artist's profile. */
  friends: Set<string>;
}

export function emptyState(): State {
  return {
    rows: new Map(),
    counts: new Map(),
    undigested: new Map(),
    hasUndigestedRows: false,
    digest: 0,
    log: new Map(),
    effects: new Map(),
    friends: new Set(),
  };
}

export function copyState(state: State): State {
  return {
    rows: new Map(state.rows),
    counts: new Map(state.counts),
    undigested: new Map(state.undigested),
    hasUndigestedRows: state.hasUndigestedRows,
    digest: state.digest,
    log: new Map(state.log),
    effects: new Map(state.effects),
    friends: new Set(state.friends),
  };
}

/** Whether this user may see the row now (SY-7). */
export function canSee(state: State, row: ServerRow, user: string): boolean {
  if (row.isDeleted) return false;
  if (row.owner !== null) return row.owner === user;
  if (row.t === 'profiles') return row.data['is_public'] === true || state.friends.has(user);
  return row.data['is_public'] === true || row.data['user_id'] === user;
}

/** The row as a pull sends it: a track with its present counts. */
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

/** Writes a row with the stamps of the trigger (SY-4). @returns its key and new rev */
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
  if (owner === null) state.hasUndigestedRows = true;
  state.rows.set(key, { t: at.t, id: at.id, owner, rev, xid, isDeleted, data: change(old?.data ?? {}) });
  return [key, rev];
}
