import type * as z from 'zod/mini';
import type { CallResult } from '../answers.ts';

/**
 * What the server can be asked outside of a pull and a push. Given to the doors that come later, so that what they are made of
 * stays in the engine's first part.
 */
export interface Calls {
  call(procedure: string, parameters: Record<string, unknown>): Promise<CallResult<unknown>>;
  /** Rows of a table, by a query as PostgREST writes it. `signal` gives it up. */
  select(table: string, query: string, signal?: AbortSignal): Promise<CallResult<unknown>>;
}

/** An answer of another shape is not the server's: a captive portal, a proxy's page. */
export function parseAnswer<T>(answer: CallResult<unknown>, schema: z.ZodMiniType<T>): CallResult<T> {
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { kind: 'network' } };
}
