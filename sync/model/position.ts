import * as z from 'zod/mini';

export const position = z.object({
  average_vote_rating: z.number(),
  /** ISO 8601, in microseconds. */
  created_at: z.string(),
  id: z.string(),
});
export type Position = z.infer<typeof position>;
