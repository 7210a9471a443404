/** Group of questions that one query can answer: the same table and the same callers. */
export interface Court {
  /** Oid of the table. */
  readonly table: number;
  /** The columns that identify the current row; empty for deleted rows. */
  readonly keys: readonly string[];
  /** JSON. */
  readonly callers: string;
  /** Number of callers. */
  readonly count: number;
}

/** Concurrent queries; each takes a connection. */
const MAX_QUERIES = 2;
/** Most verdicts of one query, because the queries behind it wait. */
const MAX_VERDICTS = 400;

interface Question {
  readonly change: string;
  readonly answer: (seen: readonly boolean[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks at once while there are few questions. Questions that arrive while queries run are batched, one query per court,
 * since that costs little more than one change.
 *
 * @param query returns a verdict for each change and each caller, in this order
 */
export function createQuestions(
  query: (court: Court, changes: readonly string[]) => Promise<readonly boolean[]>,
): (court: Court, change: string) => Promise<readonly boolean[]> {
  const waiting = new Map<string, { court: Court; questions: Question[] }>();
  let underWay = 0;

  const settle = async (court: Court, asked: readonly Question[]): Promise<void> => {
    try {
      const seen = await query(
        court,
        asked.map(({ change }) => change),
      );
      asked.forEach(({ answer }, at) => answer(seen.slice(at * court.count, (at + 1) * court.count)));
    } catch (error) {
      // A change that cannot be judged must not fail the others.
      if (asked.length > 1) for (const one of asked) await settle(court, [one]);
      else asked[0]?.fail(error);
    }
  };

  const next = (): void => {
    for (const [key, { court, questions }] of waiting) {
      if (underWay >= MAX_QUERIES) return;
      const asked = questions.splice(0, Math.max(1, Math.floor(MAX_VERDICTS / court.count)));
      // The rest of this court queues behind the others.
      waiting.delete(key);
      if (questions.length > 0) waiting.set(key, { court, questions });
      underWay += 1;
      void settle(court, asked).finally(() => {
        underWay -= 1;
        next();
      });
    }
  };

  return (court, change) =>
    new Promise((answer, fail) => {
      const key = JSON.stringify([court.table, court.keys.length, court.callers]);
      const group = waiting.get(key) ?? { court, questions: [] };
      waiting.set(key, group);
      group.questions.push({ change, answer, fail });
      next();
    });
}
