import * as z from 'zod/mini';
import { trackCounts } from './wire.ts';

/**
 * Public counts that changed (G-4). `after` is the number of the previous digest; if a device missed that one, a pull
 * fills the gap.
 */
export const digest = z.object({
  epoch: z.string(),
  mark: z.nullable(z.string()),
  after: z.number(),
  number: z.number(),
  counts: z.array(trackCounts),
  /** Public rows have changed: a pull brings them. */
  has_changes: z.boolean(),
});
export type Digest = z.infer<typeof digest>;
