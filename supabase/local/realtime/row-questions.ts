/** What verdicts are asked of: whether these callers may see a change of this table. */
export interface Court {
  /** Its oid. */
  readonly table: number;
  /** The columns by which a row is found as it is at present; none for rows that are gone. */
  readonly keys: readonly string[];
  /** JSON. */
  readonly callers: string;
  /** How many callers these are. */
  readonly count: number;
}

/** Queries under way at once; each takes a connection. */
const MOST_QUERIES = 2;
/** Verdicts of one query at most: those behind it wait for all of them. */
const MOST_VERDICTS = 400;

interface Question {
  readonly change: string;
  readonly answer: (seen: readonly boolean[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks at once while few ask; what comes while queries are under way is asked by one query for each court, as it costs little more
 * than for one change.
 *
 * @param query answers for each change, one after the other, for each caller
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
      // One change that cannot be judged does not take the others along.
      if (asked.length > 1) for (const one of asked) await settle(court, [one]);
      else asked[0]?.fail(error);
    }
  };

  const next = (): void => {
    for (const [key, { court, questions }] of waiting) {
      if (underWay >= MOST_QUERIES) return;
      const asked = questions.splice(0, Math.max(1, Math.floor(MOST_VERDICTS / court.count)));
      // What is left goes behind the others.
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
      const place = waiting.get(key) ?? { court, questions: [] };
      waiting.set(key, place);
      place.questions.push({ change, answer, fail });
      next();
    });
}
