import * as z from 'zod/mini';
import { trackCounts } from './wire.ts';

/**
 * Tells every listener what changed for everybody since the last digest (G-4). `counts` are all counts that the digest `number`
 * reports; `after` is the number before it. A device that has not stored the digest `after` gets what is missing by a pull.
 */
export const digest = z.object({
  epoch: z.string(),
  mark: z.nullable(z.string()),
  after: z.number(),
  number: z.number(),
  counts: z.array(trackCounts),
  /** Rows that everybody may see have changed: a pull brings them. */
  has_changes: z.boolean(),
});
export type Digest = z.infer<typeof digest>;
