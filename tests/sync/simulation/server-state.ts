import type { Row } from '../../../sync/core/ports.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';

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

export interface State {
  rows: Map<string, ServerRow>;
  /** Keyed by user and action id. */
  log: Map<string, Logged>;
  /** Number of effects per action, keyed by user and action id. */
  effects: Map<string, number>;
  /** Users who may see the artist's profile. */
  friends: Set<string>;
}

export function emptyState(): State {
  return { rows: new Map(), log: new Map(), effects: new Map(), friends: new Set() };
}

export function copyState(state: State): State {
  return {
    rows: new Map(state.rows),
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

export function toRow(row: ServerRow): Row {
  return { ...row.data, id: row.id, rev: row.rev };
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
  state.rows.set(key, { t: at.t, id: at.id, owner, rev, xid, isDeleted, data: change(old?.data ?? {}) });
  return [key, rev];
}
