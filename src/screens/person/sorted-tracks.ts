import type { TrackView } from '../../../sync/client.ts';

export type TrackSort = 'votes' | 'plays';

export function sortedTracks(tracks: readonly TrackView[], sort: TrackSort): TrackView[] {
  return [...tracks].sort((a, b) => (sort === 'votes' ? byVotes(a, b) : byPlays(a, b)) || byAge(a, b));
}

function byVotes(a: TrackView, b: TrackView): number {
  return b.average_vote_rating - a.average_vote_rating || b.total_votes - a.total_votes;
}

function byPlays(a: TrackView, b: TrackView): number {
  return b.play_count - a.play_count;
}

function byAge(a: TrackView, b: TrackView): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
