import { SponsorButton } from '../sponsor/sponsor-button.tsx';
import { VotePanel } from '../vote/vote-control.tsx';

/** What ZAPs are spent on where one track stands alone: the own vote on it, and its place on the radio. */
export function TrackSpends({ trackId }: { trackId: string }) {
  // The choice that was not made yet is nothing to the next track.
  return <VotePanel key={trackId} trackId={trackId} aside={<SponsorButton trackId={trackId} />} />;
}
