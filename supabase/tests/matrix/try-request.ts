import type postgres from 'postgres';
import type { Answer, HttpCaller } from '../http-caller.ts';
import type { ChangeWatch } from '../watch-changes.ts';
import { keyOf, type Backup, type Difference } from './backup.ts';
import type { Scene } from './scene.ts';

export interface MatrixContext {
  readonly sql: postgres.Sql;
  readonly watch: ChangeWatch;
  readonly backup: Backup;
  readonly scene: Scene;
}

export interface Tally {
  cells: number;
  readonly faults: string[];
}

/** `changes` are committed operations, e.g. 'insert public.tracks'. `differences` are how the tables differ from the backup. */
export interface Effect {
  readonly body: unknown;
  readonly changes: readonly string[];
  readonly differences: readonly Difference[];
}

/** SQLSTATEs of refusals by a privilege or policy, a rule (private.refuse), an existing row and a generated column. */
const refusals = new Set(['42501', 'UC000', '23505', '428C9']);

/** Whether a privilege, policy, rule or existing row refused the request. The refusal of a malformed request proves nothing. */
export function isRefusal({ status, body }: Answer): boolean {
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return status >= 400 && status < 500 && typeof code === 'string' && refusals.has(code);
}

/**
 * `refused`: a 4xx response (from REST, one that `isRefusal` accepts) without a change. `idle`: no change, whatever the response, e.g. because
 * row security hides the row.
 */
export type Expected = 'refused' | 'idle' | ((effect: Effect) => boolean);

export interface Removal {
  readonly table: string;
  readonly where: string;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly prefer?: string;
  /** A row to remove before the request. */
  readonly without?: Removal | null;
}

/** The server derives these tables, so they may change with any allowed operation. */
const derivedTables = [
  ...['private.community_totals', 'private.vote_totals', 'private.vote_weights'],
  ...['private.track_search', 'private.artist_search', 'private.search_words'],
  ...[
    'public.user_days',
    'private.track_days',
    'private.track_listeners',
    'private.track_sums',
    'private.recent_actions',
    'private.pins',
    'private.recent_messages',
    'private.unmeasured_tracks',
    'private.week_totals',
  ],
];

/** Whether the differing rows or columns are derived by the server, so that any allowed operation may change them. */
export function isDerived({ table, kind, columns }: Difference): boolean {
  const isListing = table === 'public.zap_weeks' && kind === 'update' && columns.join() === 'is_listed';
  return isListing || derivedTables.includes(table);
}

/** Sends a request, compares its effect with the expected one, and restores the backup. */
export async function tryRequest(
  { sql, watch, backup }: MatrixContext,
  tally: Tally,
  caller: HttpCaller,
  label: string,
  { method, path, body, prefer, without = null }: Request,
  expected: Expected,
): Promise<void> {
  if (without) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(`delete from ${without.table} where ${without.where}`);
    });
    await watch.takeChanges();
  }
  const answer = await caller.send(method, path, body, prefer);
  const changes = await watch.takeChanges();
  const touched = [...new Set(changes.map((change) => change.split(' ')[1] ?? ''))];
  const differences = touched.length > 0 ? await backup.differences(touched) : [];
  if (touched.length > 0 || without) {
    await backup.restore([...new Set([...touched, ...(without ? [without.table] : [])])]);
    await watch.takeChanges();
  }
  tally.cells += 1;
  const fault = faultOf(answer, path, { body: answer.body, changes, differences }, expected);
  if (fault !== null)
    tally.faults.push(
      `${caller.name}: ${label}: ${fault}; answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`,
    );
}

function faultOf(answer: Answer, path: string, effect: Effect, expected: Expected): string | null {
  const { status } = answer;
  if (status >= 500) return 'a server error';
  if (typeof expected === 'string') {
    if (effect.changes.length > 0) return `should change nothing, but did ${[...new Set(effect.changes)].join(', ')}`;
    if (status < 400) return expected === 'refused' ? 'should be refused' : null;
    return !path.startsWith('/rest/') || isRefusal(answer) ? null : 'should be refused by a privilege or rule';
  }
  if (status >= 400) return 'should be done';
  const differences = effect.differences.filter((difference) => !isDerived(difference));
  const ofServer = [...derivedTables, ...effect.differences.filter(isDerived).map(({ table }) => table)].filter(
    (table) => !differences.some((difference) => difference.table === table),
  );
  const changes = effect.changes.filter((change) => !ofServer.some((table) => change.endsWith(` ${table}`)));
  if (expected({ ...effect, changes, differences })) return null;
  const lines = effect.differences.map(({ table, kind, columns }) => `${kind} ${table} ${columns.join(',')}`.trim());
  return `should not have this effect: ${lines.join('; ') || effect.changes.join(', ') || 'none'}`;
}

/** Expects one insert. If its row replaces a removed one, the `derived` columns must keep the server's values. */
export function expectInsert(table: string, derived: readonly string[]): Expected {
  return ({ changes, differences }) =>
    changes.join() === `insert ${table}` &&
    differences.every(
      (difference) => difference.table === table && !difference.columns.some((column) => derived.includes(column)),
    );
}

export function expectUpdate(
  table: string,
  key: readonly string[],
  id: string,
  columns: readonly string[],
  serverColumns: readonly string[],
): Expected {
  return ({ differences: [first, ...more] }) => {
    const changed = first?.columns.filter((name) => !serverColumns.includes(name)) ?? [];
    const isRow = first?.kind === 'update' && first.table === table && keyOf(first.row, key) === id;
    return isRow && more.length === 0 && changed.length > 0 && changed.every((name) => columns.includes(name));
  };
}

/** Expects that a row of the first table is deleted or becomes a tombstone. The other tables may change too. */
export function expectDeletion(tables: readonly string[]): Expected {
  return ({ differences }) =>
    differences.every(({ table }) => tables.includes(table)) &&
    differences.filter(
      ({ table, kind, columns }) => table === tables[0] && (kind === 'delete' || columns.includes('deleted_at')),
    ).length === 1;
}
