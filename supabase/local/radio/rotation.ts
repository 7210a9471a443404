/** A public track that may go on air. */
export interface RadioTrack {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  /** Path in the bucket 'tracks', or a full address. */
  readonly audioUrl: string;
  /** Path in the bucket 'covers', or a full address. */
  readonly coverUrl: string | null;
  /** ISO time; null for one that is only opted in. */
  readonly sponsoredAt: string | null;
  /** For how long it is on air at most, in milliseconds (S-55). */
  readonly longestMs: number;
}

/** Whose turn it is. */
export interface Rotation {
  /** The tracks, the one that comes next first: what was never on air, then what was on air longest ago. */
  order(queue: readonly RadioTrack[]): readonly RadioTrack[];
  /** Tells that a track goes on air. */
  aired(track: RadioTrack): void;
}

/**
 * Takes turns over a queue that may change at any time. The queue as it is first seen counts as a round that was just played, so
 * that what joins later is new and comes next.
 */
export function createRotation(): Rotation {
  /** Number of the last turn of each track; a new sponsorship makes it new again. */
  const turns = new Map<string, number>();
  let turn = 0;
  let hasBegun = false;
  return {
    order(queue) {
      if (!hasBegun && queue.length > 0) {
        hasBegun = true;
        for (const track of queue) turns.set(keyOf(track), (turn += 1));
      }
      const present = new Set(queue.map(keyOf));
      for (const key of turns.keys()) if (!present.has(key)) turns.delete(key);
      const lastTurn = (track: RadioTrack) => turns.get(keyOf(track)) ?? 0;
      return queue.toSorted((a, b) => lastTurn(a) - lastTurn(b));
    },
    aired(track) {
      turns.set(keyOf(track), (turn += 1));
    },
  };
}

function keyOf({ id, sponsoredAt }: RadioTrack): string {
  return `${id} ${sponsoredAt ?? ''}`;
}
