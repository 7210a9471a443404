import type { Scope, TrackView } from '../../../../sync/client.ts';

/** What the player reads to choose tracks. Everything is on the device. */
export type UpNextScope = Pick<Scope, 'explore' | 'community'>;

/** Tracks chosen at a time. */
export const PICKS = 5;
/** Maximum number of picks of one artist, as long as there are enough tracks of others. */
const PER_ARTIST = 2;

interface PickInput {
  /** The track after which the picked ones play. */
  after: TrackView;
  scope: Pick<Scope, keyof UpNextScope | 'userId'>;
  /** Whether a track may be picked: it can be played, and was not heard just now. */
  accepts(track: TrackView): boolean;
  /** From 0 to below 1. */
  random(): number;
}

/**
 * Tracks similar to `after`: of its artist, of its genre, or shared by people who shared it. Tracks that were played today rank lower.
 * Empty if there are none.
 */
export function pickTracks({ after, scope, accepts, random }: PickInput): TrackView[] {
  const points = new Map<string, { track: TrackView; points: number }>();
  const add = (track: TrackView, more: number) => {
    const isUnplayable = track.rev === 0 || !track.is_public || track.hidden_at !== null || track.audioSrc === '';
    if (isUnplayable || track.id === after.id || !accepts(track)) return;
    const before = points.get(track.id)?.points ?? random() - (track.playedToday ? 10 : 0);
    points.set(track.id, { track, points: before + more });
  };
  // Explore and the community omit people who have blocked this person, or whom this person has blocked.
  for (const track of currentValue(scope.explore({ search: '', genre: null })).tracks) {
    const isOfArtist = track.user_id === after.user_id;
    const isOfGenre = track.genre === after.genre;
    if (isOfArtist || isOfGenre) add(track, (isOfArtist ? 1.5 : 0) + (isOfGenre ? 1 : 0));
  }
  const shares = currentValue(scope.community);
  const fans = new Set(shares.flatMap(({ track, sharer }) => (track.id === after.id ? [sharer.id] : [])));
  for (const { sharer, track } of shares) if (fans.has(sharer.id)) add(track, 1);
  const best = [...points.values()].sort((a, b) => b.points - a.points).map(({ track }) => track);
  return spread(best);
}

/** Moves an artist's further tracks behind those of others. */
function spread(best: readonly TrackView[]): TrackView[] {
  const counts = new Map<string, number>();
  const first: TrackView[] = [];
  const rest: TrackView[] = [];
  for (const track of best) {
    const count = counts.get(track.user_id) ?? 0;
    counts.set(track.user_id, count + 1);
    (count < PER_ARTIST ? first : rest).push(track);
  }
  return [...first, ...rest].slice(0, PICKS);
}

/** Subscribes, because some live values are computed only for subscribers. */
function currentValue<T>(live: { get(): T; subscribe(listener: () => void): () => void }): T {
  const stop = live.subscribe(() => undefined);
  const value = live.get();
  stop();
  return value;
}
