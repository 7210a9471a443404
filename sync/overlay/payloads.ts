import type * as z from 'zod/mini';
import type { OutboxRecord } from '../core/records.ts';
import type { ActionKind } from '../model/actions.ts';

/** The payloads of one kind in the order of the queue; one that an older app wrote in another form is left out. */
export function payloadsOf<T>(records: readonly OutboxRecord[], kind: ActionKind, schema: z.ZodMiniType<T>): T[] {
  return records.flatMap((record) => {
    if (record.kind !== kind) return [];
    const parsed = schema.safeParse(record.payload);
    return parsed.success ? [parsed.data] : [];
  });
}
