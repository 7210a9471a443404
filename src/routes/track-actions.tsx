import { useEffect, useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Actions = lazyPart(() => import('../features/player/track-actions.tsx').then((m) => m.TrackActions), 'over');
const VoteRow = lazyPart(() => import('../features/vote/vote-row.tsx').then((m) => m.VoteRow), 'unseen');
const ShareRow = lazyPart(() => import('../features/share/share-row.tsx').then((m) => m.ShareRow), 'unseen');
const ShareDialog = lazyPart(() => import('../features/share/share-dialog.tsx').then((m) => m.ShareDialog), 'over');
const SponsorRow = lazyPart(() => import('../features/sponsor/sponsor-row.tsx').then((m) => m.SponsorRow), 'unseen');
const SponsorDialog = lazyPart(
  () => import('../features/sponsor/sponsor-dialog.tsx').then((m) => m.SponsorDialog),
  'over',
);

interface TrackActionsProps {
  track: TrackView;
  onVote: (track: TrackView) => void;
  onClose: () => void;
}

/** What can be done with a track, over the page; what costs ZAPs asks in its place. */
export function TrackActions({ track, onVote, onClose }: TrackActionsProps) {
  const [asking, setAsking] = useState<'share' | 'sponsor' | null>(null);
  // It must open without a network too.
  useEffect(() => void ShareDialog.preload(), []);
  if (asking === 'share') return <ShareDialog track={track} onClose={onClose} />;
  if (asking === 'sponsor') return <SponsorDialog track={track} onClose={onClose} />;
  return (
    <Actions track={track} onClose={onClose}>
      <VoteRow track={track} onAsk={() => onVote(track)} />
      <ShareRow track={track} onAsk={() => setAsking('share')} onDone={onClose} />
      <SponsorRow track={track} onAsk={() => setAsking('sponsor')} />
    </Actions>
  );
}
