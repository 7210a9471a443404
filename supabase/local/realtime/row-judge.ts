import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import type { Caller } from '../auth/caller.ts';
import type { RowChange } from './change-stream.ts';
import { createQuestions } from './row-questions.ts';
import type { TextRow } from './row-filter.ts';
import type { TableFacts } from './table-facts.ts';

/** Key of the advisory lock under which a starting stack creates its functions; any fixed number works. */
const LOCK = 7_283_115;

export interface RowJudge {
  /**
   * Which callers may see a change. They must be able to see the changed state of the row and, if it still exists, its
   * current state, so that a row hidden meanwhile is not sent. One query covers all callers, and changes of the same
   * table that arrive meanwhile. The transaction must be visible.
   */
  judge(change: RowChange, facts: TableFacts, callers: readonly Caller[]): Promise<ReadonlySet<Caller>>;
}

/** Evaluates the table's policies in Postgres with each caller's claims. */
export async function createRowJudge(sql: postgres.Sql): Promise<RowJudge> {
  const setup = readFileSync(fileURLToPath(new URL('visibility.sql', import.meta.url)), 'utf8');
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`;
    await tx.unsafe(setup).simple();
  });
  const ask = createQuestions(async ({ table, keys, callers }, changes) => {
    const [row] = await sql<{ seen: boolean[] }[]>`
      select local_realtime.visible_to(
        ${table}, ${[...keys]}::text[], ${`[${changes.join()}]`}::text::jsonb, ${callers}::text::jsonb
      ) as seen`;
    return row?.seen ?? [];
  });
  return {
    async judge(change, { keys, types, readable }, callers) {
      const isGone = change.type === 'DELETE';
      const state = isGone ? change.old : change.row;
      const named = Object.fromEntries(keys.map((key) => [key, state[key] ?? null]));
      if (keys.length === 0 || Object.values(named).includes(null)) return new Set();
      const able = callers.filter(({ role }) => keys.every((key) => readable[role].has(key)));
      if (able.length === 0) return new Set();
      const seen = await ask(
        {
          table: change.relation.oid,
          keys: isGone ? [] : keys,
          callers: JSON.stringify(able.map(({ role, claims }) => ({ role, claims }))),
          count: able.length,
        },
        `{"state":${asJson(state, types)},"row":${JSON.stringify(named)}}`,
      );
      return new Set(able.filter((_caller, i) => seen[i] === true));
    },
  };
}

/** A row as JSON: JSON values unchanged, all others as the text that Postgres casts. */
function asJson(row: TextRow, types: TableFacts['types']): string {
  const isJson = (name: string) => ['json', 'jsonb'].includes(types.get(name) ?? '');
  const fields = Object.entries(row)
    // The stream omits an unchanged TOASTed value, so it is unknown.
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${JSON.stringify(name)}:${value !== null && isJson(name) ? value : JSON.stringify(value)}`,
    );
  return `{${fields.join()}}`;
}
