import * as z from 'zod/mini';
import { id, rev } from '../columns.ts';
import { defineTable } from '../define-table.ts';

export const genres = defineTable({
  name: 'genres',
  row: z.object({ id, rev, name: z.string(), position: z.number() }),
  storage: { in: 'small', day: null },
  live: null,
});
export type GenreRow = z.infer<typeof genres.row>;
