export interface CheckGroup {
  /** Oid of the table. */
  readonly table: number;
  /** Columns that identify the current row. Empty for deleted rows. */
  readonly keys: readonly string[];
  /** JSON list of the callers for whom a change is checked. */
  readonly callers: string;
  /** Number of these callers. */
  readonly count: number;
}

/** Concurrent queries. Each takes a connection. */
const MAX_QUERIES = 2;
/** Maximum verdicts (changes × callers) of a query; a single change may exceed it. Bounds how long later queries wait. */
const MAX_VERDICTS = 400;

interface PendingCheck {
  readonly change: string;
  readonly resolve: (verdicts: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that checks one change. Pending changes of the same group are checked in one query.
 * @param query returns a verdict for each change and each caller, in this order
 */
export function createCheckBatcher(
  query: (group: CheckGroup, changes: readonly string[]) => Promise<readonly boolean[]>,
): (group: CheckGroup, change: string) => Promise<readonly boolean[]> {
  const waiting = new Map<string, { group: CheckGroup; pending: PendingCheck[] }>();
  let running = 0;

  const settle = async (group: CheckGroup, checks: readonly PendingCheck[]): Promise<void> => {
    try {
      const verdicts = await query(
        group,
        checks.map(({ change }) => change),
      );
      checks.forEach(({ resolve }, at) => resolve(verdicts.slice(at * group.count, (at + 1) * group.count)));
    } catch (error) {
      // A change that cannot be checked must not fail the others.
      if (checks.length > 1) for (const check of checks) await settle(group, [check]);
      else checks[0]?.reject(error);
    }
  };

  const startQueries = (): void => {
    for (const [key, { group, pending }] of waiting) {
      if (running >= MAX_QUERIES) return;
      const checks = pending.splice(0, Math.max(1, Math.floor(MAX_VERDICTS / group.count)));
      // The group's remaining checks queue behind the other groups.
      waiting.delete(key);
      if (pending.length > 0) waiting.set(key, { group, pending });
      running += 1;
      void settle(group, checks).finally(() => {
        running -= 1;
        startQueries();
      });
    }
  };

  return (group, change) =>
    new Promise((resolve, reject) => {
      const key = JSON.stringify([group.table, group.keys.length, group.callers]);
      const entry = waiting.get(key) ?? { group, pending: [] };
      waiting.set(key, entry);
      entry.pending.push({ change, resolve, reject });
      startQueries();
    });
}
