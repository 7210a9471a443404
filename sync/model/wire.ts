import * as z from 'zod/mini';
import { position } from './position.ts';

/** The bodies of `sync_pull` and `sync_push` (SY-5, SY-9). */
export const pullCursor = z.object({ xid: z.string(), id: z.string() });
export type PullCursor = z.infer<typeof pullCursor>;

export interface PullRequest {
  /** Version of the client's protocol. */
  v: number;
  /** Epoch of the server that the replica was built from; null until the replica is complete. */
  epoch: string | null;
  /** Transaction id from which to read, inclusive, as a decimal string. */
  since: string;
  /** Position after which the next page of this cycle starts. */
  after: PullCursor | null;
  tables: string[];
  /** Ids of actions that were sent and not yet acknowledged, at most 200. */
  pending: string[];
  /** Marks of earlier answers and digests, at most 10, which the server compares with its own history (SY-8). */
  marks: string[];
  /** The number of rows of a page, up to 1000; a page may hold a few more (SY-5). */
  limit: number;
  /**
   * On the first page of a cycle: the number of the last digest whose counts are stored, or null for an empty replica, whose rows
   * come with their counts (G-3).
   */
  counts_after?: number | null;
  /**
   * The floor of the answer whose rows began the replica, or null for an empty one: rows that were gone before it are not
   * reported (G-7).
   */
  filled_from: string | null;
}

/** A row of any table. */
export interface Row {
  id: string;
  rev: number;
  [column: string]: unknown;
}

/** Other columns are parsed later, as the row's table declares them. */
export const anyRow = z.object({ t: z.string(), row: z.custom<Row>(isRow) });

function isRow(row: unknown): row is Row {
  return (
    typeof row === 'object' &&
    row !== null &&
    'id' in row &&
    typeof row.id === 'string' &&
    'rev' in row &&
    typeof row.rev === 'number'
  );
}

export const acknowledgement = z.object({
  id: z.string(),
  status: z.enum(['applied', 'rejected']),
  /** The answer of the kind's handler when applied; `{ code, message }` when rejected. */
  result: z.record(z.string(), z.unknown()),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** `id`, `counts_rev`, `play_count`, `total_votes` and `average_vote_rating` of a track (G-3). */
export type TrackCounts = [string, number, number, number, number];
/** Not a tuple of zod, whose code would be loaded by the gate too. */
export const trackCounts = z.custom<TrackCounts>(isTrackCounts);

function isTrackCounts(counts: unknown): boolean {
  if (!Array.isArray(counts)) return false;
  const [id, ...numbers]: unknown[] = counts;
  return typeof id === 'string' && numbers.length === 4 && numbers.every((value) => typeof value === 'number');
}

const removal = z.object({ t: z.string(), id: z.string(), rev: z.number() });
/** A row that this person may no longer see, or that left the shelf; `rev` is its revision then. */
export type Removal = z.infer<typeof removal>;

export const pullResponse = z.object({
  epoch: z.string(),
  floor: z.string(),
  rows: z.array(anyRow),
  gone: z.array(removal),
  /** Rows that left the shelf: this device may keep those that it has, and hears of their content no more (G-1). */
  left: z.optional(z.array(removal)),
  acks: z.array(acknowledgement),
  next: z.nullable(pullCursor),
  server_time: z.string(),
  /**
   * Proves how far this client has read the server's history (SY-8). Missing from older servers; null when the server gives
   * none.
   */
  mark: z.optional(z.nullable(z.string())),
  /**
   * If `counts_after` was sent: counts that changed after that digest, up to the digest `number`, and those that no digest has
   * reported yet. `is_more`: later digests may have more.
   */
  counts: z.optional(z.nullable(z.object({ number: z.number(), tracks: z.array(trackCounts), is_more: z.boolean() }))),
  /** The last of Explore's tracks on the shelf; null while all of them are on it (SY-36). Missing from older servers. */
  shelf_end: z.optional(z.nullable(position)),
  /** The topic of the digests (G-4). Missing from older servers. */
  digest: z.optional(z.string()),
  /** Why the replica must be rebuilt: 'epoch' or 'floor'. 'update' tells an old client to update itself. */
  reset: z.optional(z.enum(['epoch', 'floor', 'update'])),
});
export type PullResponse = z.infer<typeof pullResponse>;

export interface PushAction {
  /** UUID v7, the idempotency key together with the user. */
  id: string;
  kind: string;
  v: number;
  occurred_at: string;
  payload: Record<string, unknown>;
}

const uncheckedFile = z.object({ bucket: z.enum(['tracks', 'covers', 'avatars']), name: z.string() });
export type UncheckedFile = z.infer<typeof uncheckedFile>;

/**
 * The result of an action that came too fast, or names a file that was not checked yet (SY-16). The server neither applied nor
 * logged it; it is sent again unchanged.
 */
const postponement = z.object({
  id: z.string(),
  status: z.literal('later'),
  result: z.looseObject({
    code: z.optional(z.string()),
    message: z.optional(z.string()),
    /** In seconds. */
    retry_after: z.number(),
    /** The file that was not checked. */
    file: z.optional(uncheckedFile),
  }),
});

/** May have fewer results than actions: those after a 'later' are not applied, and are sent again. */
export const pushResponse = z.object({
  results: z.array(z.union([acknowledgement, postponement])),
  server_time: z.string(),
});
export type PushResponse = z.infer<typeof pushResponse>;

/** The most actions in a push (SY-9). */
export const PUSH_LIMIT = 50;
/** The most rows that a pull requests (SY-5). */
export const PULL_LIMIT = 1000;
/** The most acknowledgements that a pull asks for (SY-5). */
export const PENDING_LIMIT = 200;
/** The most marks that a pull sends (SY-8). */
export const MARKS_LIMIT = 10;
export const PROTOCOL_VERSION = 1;
