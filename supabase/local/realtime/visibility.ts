import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import { limitConcurrency } from '../http/limit-concurrency.ts';
import type { RowChange } from './change-stream.ts';
import { createCheckBatcher } from './batch-checks.ts';
import type { TextRow } from './row-filter.ts';
import type { TableFacts } from './table-facts.ts';

/** At its start a stack creates the functions under this advisory lock. Any fixed number works. */
const LOCK = 7_283_115;
/** Concurrent checks of topics: many clients join at once after a restart, and must not take all connections. */
const MAX_TOPIC_CHECKS = 2;

export interface Visibility {
  /**
   * The callers who may see a change: the policies show them the changed state of the row and, unless it was deleted,
   * its current state, so that a row hidden meanwhile is not sent. Call once the change's transaction is visible.
   */
  findViewers(change: RowChange, facts: TableFacts, callers: readonly Caller[]): Promise<ReadonlySet<Caller>>;
  /** Whether the policies let a caller join a private topic. */
  mayHear(topic: string, caller: Caller): Promise<boolean>;
}

export async function createVisibility(sql: postgres.Sql): Promise<Visibility> {
  const setup = readFileSync(fileURLToPath(new URL('visibility.sql', import.meta.url)), 'utf8');
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`;
    await tx.unsafe(setup).simple();
  });
  const check = createCheckBatcher(async ({ table, keys, callers }, changes) => {
    const [row] = await sql<{ seen: boolean[] }[]>`
      select local_realtime.visible_to(
        ${table}, ${[...keys]}::text[], ${`[${changes.join()}]`}::text::jsonb, ${callers}::text::jsonb
      ) as seen`;
    return row?.seen ?? [];
  });
  const inTurn = limitConcurrency(MAX_TOPIC_CHECKS);
  return {
    mayHear: (topic, { role, claims }) =>
      inTurn(async () => {
        const [row] = await sql<{ may: boolean }[]>`
          select local_realtime.may_hear(${topic}, ${JSON.stringify({ role, claims })}::text::jsonb) as may`;
        return row?.may === true;
      }),
    async findViewers(change, { keys, types, readable }, callers) {
      const isDeleted = change.type === 'DELETE';
      const state = isDeleted ? change.old : change.row;
      const keyValues = Object.fromEntries(keys.map((key) => [key, state[key] ?? null]));
      if (keys.length === 0 || Object.values(keyValues).includes(null)) return new Set();
      const candidates = callers.filter(({ role }) => keys.every((key) => readable[role].has(key)));
      if (candidates.length === 0) return new Set();
      const verdicts = await check(
        {
          table: change.relation.oid,
          keys: isDeleted ? [] : keys,
          callers: JSON.stringify(candidates.map(({ role, claims }) => ({ role, claims }))),
          count: candidates.length,
        },
        `{"state":${asJson(state, types)},"row":${JSON.stringify(keyValues)}}`,
      );
      return new Set(candidates.filter((_caller, i) => verdicts[i] === true));
    },
  };
}

/** JSON values stay unchanged. All others are text that Postgres casts. */
function asJson(row: TextRow, types: TableFacts['types']): string {
  const isJson = (name: string) => ['json', 'jsonb'].includes(types.get(name) ?? '');
  const fields = Object.entries(row)
    // The stream omits an unchanged TOASTed value.
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${JSON.stringify(name)}:${value !== null && isJson(name) ? value : JSON.stringify(value)}`,
    );
  return `{${fields.join()}}`;
}
