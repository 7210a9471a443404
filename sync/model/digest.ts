import * as z from 'zod/mini';
import { anyRow, trackCounts } from './wire.ts';

/**
 * A message that reports what changed for everybody (G-4). `after` is the number of the previous digest; if a device missed that one, a pull
 * fills the gap.
 */
export const digest = z.object({
  epoch: z.string(),
  /** Like the floor of a pull: the oldest transaction that was still open before the rows were read. */
  floor: z.string(),
  mark: z.nullable(z.string()),
  after: z.number(),
  number: z.number(),
  counts: z.array(trackCounts),
  /** Changed tracks on the shelf. */
  rows: z.array(anyRow),
  /** `user_id` is the owner, who may still see the row. */
  gone: z.array(z.object({ t: z.string(), id: z.string(), rev: z.number(), user_id: z.string() })),
  /** Whether a rule, a store item, or more tracks than a digest carries have changed. A pull brings them. */
  has_changes: z.boolean(),
});
export type Digest = z.infer<typeof digest>;
