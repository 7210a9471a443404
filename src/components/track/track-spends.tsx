import { SponsorButton } from '../sponsor/sponsor-button.tsx';
import { VotePanel } from '../vote/vote-control.tsx';

export function TrackSpends({ trackId }: { trackId: string }) {
  // The key resets an unsent choice when the track changes.
  return <VotePanel key={trackId} trackId={trackId} aside={<SponsorButton trackId={trackId} />} />;
}
