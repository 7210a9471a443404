import type postgres from 'postgres';
import type { Case, Parameter, Statement } from './case.ts';

export type Side = 'ours' | 'byHand';

export interface Outcome {
  /** In ms, from sending the statement to its last row. */
  readonly time: number;
  readonly result: unknown;
  readonly effects: unknown;
}

class RolledBack extends Error {}

/**
 * Runs one side of a case in a transaction, and rolls back, so that each round finds the same rows.
 *
 * @param before runs with superuser rights
 */
export async function runSide(
  sql: postgres.Sql,
  listener: string,
  each: Case,
  side: Side,
  round: number,
  before: (tx: postgres.TransactionSql) => Promise<unknown> = async () => undefined,
): Promise<Outcome> {
  let outcome: Outcome | undefined;
  try {
    await sql.begin(async (tx) => {
      await before(tx);
      if (side === 'ours') await becomeListener(tx, listener);
      // The push by hand does the triggers' work itself, so they are off. Those of foreign keys run nevertheless: seed.ts made them ALWAYS.
      else if (each.effects !== undefined) await tx`set local session_replication_role = replica`;
      const { time, result } = await timed(tx, each[side], round);
      await tx`set local role none`;
      const effects = each.effects === undefined ? undefined : [...(await tx.unsafe(each.effects, [listener]))];
      outcome = { time, result, effects };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (outcome === undefined) throw new Error(`${each.name} ended without an outcome`);
  return outcome;
}

async function becomeListener(tx: postgres.TransactionSql, listener: string): Promise<void> {
  const claims = { role: 'authenticated', sub: listener };
  await tx`select set_config('role', 'authenticated', true),
                  set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
                  set_config('request.jwt.claim.sub', ${listener}, true),
                  set_config('request.jwt.claim.role', 'authenticated', true),
                  set_config('request.headers', '{}', true)`;
}

async function timed(
  tx: postgres.TransactionSql,
  statement: Statement,
  round: number,
): Promise<{ time: number; result: unknown }> {
  const parameters: Parameter[] = [...statement.parameters(round)];
  const query = () => tx.unsafe<{ result: unknown }[]>(statement.sql, parameters.map(toSql), { prepare: true });
  const started = performance.now();
  const rows = await query();
  const time = performance.now() - started;
  const result = rows[0]?.result;
  return { time, result: typeof result === 'string' ? JSON.parse(result) : result };
}

const toSql = (parameter: Parameter) =>
  typeof parameter === 'object' && parameter !== null ? `{${parameter.join(',')}}` : parameter;
