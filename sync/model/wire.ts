import * as z from 'zod/mini';
import { artistPosition, messagePosition, position } from './position.ts';

/** Position of a row in the order of a pull (SY-6). */
export const pullCursor = z.object({ xid: z.string(), id: z.string() });
export type PullCursor = z.infer<typeof pullCursor>;

/** Body of `sync_pull` (SY-5). */
export interface PullRequest {
  v: number;
  /** Epoch of the server that the replica was built from; null until the replica is complete. */
  epoch: string | null;
  /** Transaction id to read from, inclusive, as a decimal string. */
  since: string;
  /** The next page of this cycle starts after this position. */
  after: PullCursor | null;
  tables: string[];
  /** Ids of sent actions without acknowledgement, at most 200. */
  pending: string[];
  /** Marks of earlier answers and digests, at most 10 (SY-8). */
  marks: string[];
  /** Rows per page, up to 1000; a page may have a few more (SY-5). */
  limit: number;
  /** First page of a cycle only: number of the last stored digest; null for an empty replica (SY-33). */
  counts_after?: number | null;
  /** Floor of the answer that began the replica; null for an empty one. Earlier removals are not reported (SY-7). */
  filled_from: string | null;
  /** Of the messages before `filled_from`, only the recent ones are sent (SY-37). */
  recent_messages?: true;
}

export interface Row {
  id: string;
  rev: number;
  [column: string]: unknown;
}

/** A row of any table. The table's declaration parses the other columns later. */
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
  /** Answer of the action's handler; `{ code, message }` if rejected. */
  result: z.record(z.string(), z.unknown()),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** `id`, `counts_rev`, `play_count`, `total_votes`, `average_vote_rating` (SY-33). */
export type TrackCounts = [string, number, number, number, number];
/** Validates `TrackCounts`. It is not a zod tuple, whose code the gate would load too. */
export const trackCounts = z.custom<TrackCounts>(isTrackCounts);

function isTrackCounts(counts: unknown): boolean {
  if (!Array.isArray(counts)) return false;
  const [id, ...numbers]: unknown[] = counts;
  return typeof id === 'string' && numbers.length === 4 && numbers.every((value) => typeof value === 'number');
}

const removal = z.object({ t: z.string(), id: z.string(), rev: z.number() });
/** The row is no longer visible to this person, or left the shelf, at `rev`. */
export type Removal = z.infer<typeof removal>;

export const pullResponse = z.object({
  epoch: z.string(),
  floor: z.string(),
  rows: z.array(anyRow),
  gone: z.array(removal),
  /** Rows that left the shelf. This device keeps them without further updates (SY-35). */
  left: z.optional(z.array(removal)),
  acks: z.array(acknowledgement),
  next: z.nullable(pullCursor),
  server_time: z.string(),
  /** Proves how far this client has read the server's history (SY-8). Missing from older servers. */
  mark: z.optional(z.nullable(z.string())),
  /** Counts that changed after `counts_after`. `is_more`: digests after `number` may have reported more, which the next pull brings. */
  counts: z.optional(z.nullable(z.object({ number: z.number(), tracks: z.array(trackCounts), is_more: z.boolean() }))),
  /** Explore's last track on the shelf; null while all are on it (SY-36). Missing from older servers. */
  shelf_end: z.optional(z.nullable(position)),
  /** The last artist on the shelf in each of the community's lists; null while all are on it. Missing from older servers. */
  artist_shelf_ends: z.optional(z.nullable(z.record(z.string(), artistPosition))),
  /**
   * Last page of a request with `recent_messages` only: by partner, the oldest recent message of each conversation that has older ones. Missing
   * from older servers.
   */
  conversation_starts: z.optional(z.nullable(z.record(z.string(), messagePosition))),
  /** Topic of the digests (G-4). Missing from older servers. */
  digest: z.optional(z.string()),
  /** The replica must be rebuilt ('epoch', 'floor'), or the client must be updated ('update'). */
  reset: z.optional(z.enum(['epoch', 'floor', 'update'])),
});
export type PullResponse = z.infer<typeof pullResponse>;

/** An action in the body of `sync_push` (SY-9). */
export interface PushAction {
  /** UUID v7. With the user, the idempotency key. */
  id: string;
  kind: string;
  v: number;
  occurred_at: string;
  payload: Record<string, unknown>;
}

const uncheckedFile = z.object({ bucket: z.enum(['tracks', 'covers', 'avatars']), name: z.string() });
export type UncheckedFile = z.infer<typeof uncheckedFile>;

/** The action came too fast, or names an unchecked file (SY-9, SY-16). The server has neither applied nor logged the action. */
const postponement = z.object({
  id: z.string(),
  status: z.literal('later'),
  result: z.looseObject({
    code: z.optional(z.string()),
    message: z.optional(z.string()),
    /** In seconds. */
    retry_after: z.number(),
    file: z.optional(uncheckedFile),
  }),
});

/** The server applies no action after the first 'later'. The rest are 'later' too or have no result, and are sent again. */
export const pushResponse = z.object({
  results: z.array(z.union([acknowledgement, postponement])),
  server_time: z.string(),
});
export type PushResponse = z.infer<typeof pushResponse>;

/** Maximum number of actions per push (SY-9). */
export const PUSH_LIMIT = 50;
/** Requested rows per page of a pull (SY-5). */
export const PULL_LIMIT = 1000;
/** Maximum number of actions whose acknowledgement a pull asks for (SY-5). */
export const PENDING_LIMIT = 200;
/** Maximum number of marks per pull (SY-8). */
export const MARKS_LIMIT = 10;
export const PROTOCOL_VERSION = 1;
