import type * as z from 'zod/mini';
import type { CallResult } from '../answers.ts';

/**
 * Requests besides pull and push. They are passed to the modules that are imported later, so that the HTTP code stays in the
 * first chunk.
 */
export interface Calls {
  call(procedure: string, parameters: Record<string, unknown>): Promise<CallResult<unknown>>;
  /** Reads rows of a table with a PostgREST query. `signal` aborts it. */
  select(table: string, query: string, signal?: AbortSignal): Promise<CallResult<unknown>>;
}

/** Parses an answer. One of another shape is not the server's: a captive portal or a proxy sent it. */
export function parseAnswer<T>(answer: CallResult<unknown>, schema: z.ZodMiniType<T>): CallResult<T> {
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { kind: 'network' } };
}
