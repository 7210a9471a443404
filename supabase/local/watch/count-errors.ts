import type postgres from 'postgres';
import { repeat } from '../repeat.ts';
import type { Metrics } from './metrics.ts';

const MINUTE_MS = 60_000;

/**
 * Records in the database, each minute, the number of failures since the last record, for the operators' page.
 * @returns a function that stops this
 */
export function startErrorCount(sql: postgres.Sql, metrics: Metrics, log: (line: string) => void): () => Promise<void> {
  return repeat(createErrorCount(sql, metrics), MINUTE_MS, (error) =>
    log(`Failures were not noted for the operators: ${String(error)}`),
  );
}

/** Each call of the returned function records the failures since the last call that reached the database. */
export function createErrorCount(sql: postgres.Sql, metrics: Metrics): () => Promise<void> {
  let noted = { server: 0, browser: 0 };
  return async () => {
    const now = await readErrors(metrics);
    await sql`select private.note_errors(${now.server - noted.server}, ${now.browser - noted.browser})`;
    noted = now;
  };
}

async function readErrors({ requests, browserErrors }: Metrics): Promise<{ server: number; browser: number }> {
  const failed = (await requests.get()).values.filter(
    // While the station is off air, its stream answers 503 without a failure.
    ({ labels }) => Number(labels.status) >= 500 && labels.action !== 'stream',
  );
  const sum = (values: readonly { readonly value: number }[]) => values.reduce((total, { value }) => total + value, 0);
  return { server: sum(failed), browser: sum((await browserErrors.get()).values) };
}
