import * as z from 'zod/mini';
import { id, nullableText, rev, timestamp } from '../columns.ts';
import { defineTable } from '../define-table.ts';

/** Own rows only; releases of others are read from the server (`release-reads.ts`). */
export const releases = defineTable({
  name: 'releases',
  row: z.object({
    id,
    rev,
    user_id: z.string(),
    title: z.string(),
    artist_name: z.string(),
    /** Null: by the number of its places, see `releaseKind`. */
    kind: nullableText,
    notes: z.string(),
    /** In order: ids of tracks, and ids that stand for tracks that have not arrived. */
    places: z.array(z.string()),
    /** Those of `places` whose tracks have not arrived. */
    awaited: z.array(z.string()),
    /** When the server publishes it (S-61); null: as soon as no track is awaited. */
    publish_at: z.nullable(timestamp),
    /** Null: only its owner sees it. */
    published_at: z.nullable(timestamp),
    created_at: timestamp,
  }),
  storage: { in: 'small', day: null, isOnDemand: true },
  live: null,
});
export type ReleaseRow = z.infer<typeof releases.row>;
