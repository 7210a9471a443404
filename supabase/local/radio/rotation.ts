export interface RadioTrack {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  /** Path in the bucket 'tracks', or a URL. */
  readonly audioUrl: string;
  /** Path in the bucket 'covers', or a URL. */
  readonly coverUrl: string | null;
  /** ISO time; null for a track without a sponsorship. */
  readonly sponsoredAt: string | null;
  /** When the station played it last since it was sponsored, as an ISO time; null if never, or without a sponsorship. */
  readonly lastAiredAt: string | null;
  /** Longest airing, in milliseconds (S-55). */
  readonly longestMs: number;
  /** Integrated loudness and true peak by EBU R128; null if not measured. */
  readonly lufs: number | null;
  readonly truePeakDbtp: number | null;
}

export interface Rotation {
  /** First the tracks that were never on air, then the least recently played. */
  order(queue: readonly RadioTrack[]): readonly RadioTrack[];
  aired(track: RadioTrack): void;
  /** Undoes `aired`: the track plays next. */
  notAired(track: RadioTrack): void;
}

/** All tracks of the first queue count as played, in the order of their last airings before the start. So a track added later plays next. */
export function createRotation(): Rotation {
  const turns = new Map<string, number>();
  let turn = 0;
  let hasBegun = false;
  return {
    order(queue) {
      if (!hasBegun && queue.length > 0) {
        hasBegun = true;
        for (const track of queue.toSorted(byLastAiring)) turns.set(keyOf(track), (turn += 1));
      }
      const present = new Set(queue.map(keyOf));
      for (const key of turns.keys()) if (!present.has(key)) turns.delete(key);
      const lastTurn = (track: RadioTrack) => turns.get(keyOf(track)) ?? 0;
      return queue.toSorted((a, b) => lastTurn(a) - lastTurn(b));
    },
    aired(track) {
      turns.set(keyOf(track), (turn += 1));
    },
    notAired(track) {
      turns.set(keyOf(track), 0);
    },
  };
}

/** Sorts by `lastAiredAt`; tracks that were never on air come first. */
function byLastAiring(a: RadioTrack, b: RadioTrack): number {
  return (a.lastAiredAt ?? '').localeCompare(b.lastAiredAt ?? '');
}

function keyOf({ id, sponsoredAt }: RadioTrack): string {
  return `${id} ${sponsoredAt ?? ''}`;
}
