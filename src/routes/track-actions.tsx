import { useEffect, useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Actions = lazyPart(() => import('../features/player/track-actions.tsx').then((m) => m.TrackActions), 'over');
const VoteRow = lazyPart(() => import('../features/vote/vote-row.tsx').then((m) => m.VoteRow), 'unseen');
const ShareRow = lazyPart(() => import('../features/share/share-row.tsx').then((m) => m.ShareRow), 'unseen');
const ShareDialog = lazyPart(() => import('../features/share/share-dialog.tsx').then((m) => m.ShareDialog), 'over');

interface TrackActionsProps {
  track: TrackView;
  onVote: (track: TrackView) => void;
  onClose: () => void;
}

/** What can be done with a track, over the page; what costs ZAPs asks in its place. */
export function TrackActions({ track, onVote, onClose }: TrackActionsProps) {
  const [isSharing, setSharing] = useState(false);
  // It must open without a network too.
  useEffect(() => void ShareDialog.preload(), []);
  if (isSharing) return <ShareDialog track={track} onClose={onClose} />;
  return (
    <Actions track={track} onClose={onClose}>
      <VoteRow track={track} onAsk={() => onVote(track)} />
      <ShareRow track={track} onAsk={() => setSharing(true)} onDone={onClose} />
    </Actions>
  );
}
