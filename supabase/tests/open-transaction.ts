import { EventEmitter, once } from 'node:events';
import type postgres from 'postgres';
import { expect } from 'vitest';
import { type Argument, callProcedure, type TestDatabase } from '../../tests/support/postgres.ts';

/** Does a person's work in a transaction that stays open. @returns a function that commits it, and returns the result of the work */
export async function beginTransaction<T>(
  db: TestDatabase,
  user: string,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<() => Promise<T>> {
  const gate = new EventEmitter();
  const begun = once(gate, 'begun');
  const committed = db.asUser(user).run(async (tx) => {
    const commitSignal = once(gate, 'commit');
    const result = await work(tx);
    gate.emit('begun');
    await commitSignal;
    return result;
  });
  await Promise.race([begun, committed]);
  return () => {
    gate.emit('commit');
    return committed;
  };
}

/** Waits until a query that contains the text waits for a lock, or until `work` has ended. */
export async function waitUntilBlocked(db: TestDatabase, text: string, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => undefined);
  const isBlocked = async () =>
    (
      await db.sql`select 1 from pg_stat_activity where datname = current_database()
                   and query like ${`%${text}%`} and cardinality(pg_blocking_pids(pid)) > 0`
    ).length > 0;
  await expect.poll(async () => isDone || (await isBlocked())).toBe(true);
}

interface Call {
  readonly by: string;
  readonly args: Readonly<Record<string, Argument>>;
}

/** Makes two calls at the same moment: the second arrives before the first is committed. @returns the answers of both */
export async function callAtOnce(db: TestDatabase, procedure: string, first: Call, second: Call) {
  const commit = await beginTransaction(db, first.by, (tx) => callProcedure(tx, procedure, first.args));
  const later = db.asUser(second.by).rpc(procedure, second.args);
  await waitUntilBlocked(db, procedure, later);
  const answers = await Promise.all([commit(), later]);
  return answers.map((answer) => Object(answer));
}
