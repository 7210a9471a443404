import type * as z from 'zod/mini';
import type { CallResult } from '../answers.ts';

/** Server calls, passed to modules that are imported later, so that the HTTP code stays in the first chunk. */
export interface Calls {
  call(procedure: string, parameters: Record<string, unknown>): Promise<CallResult<unknown>>;
  /** @param query a PostgREST query */
  select(table: string, query: string, signal?: AbortSignal): Promise<CallResult<unknown>>;
}

/** Parses an answer. One of another shape comes from a captive portal or a proxy, and counts as a lost network. */
export function parseAnswer<T>(answer: CallResult<unknown>, schema: z.ZodMiniType<T>): CallResult<T> {
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { kind: 'network' } };
}
