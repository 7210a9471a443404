import { VotePanel } from '../features/vote/vote-control.tsx';

/** What ZAPs are spent on where one track stands alone: the own vote on it. */
export function TrackSpends({ trackId }: { trackId: string }) {
  // The choice that was not made yet is nothing to the next track.
  return <VotePanel key={trackId} trackId={trackId} />;
}
