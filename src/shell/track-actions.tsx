import { ListPlus } from 'lucide';
import { useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { TrackActions as Actions } from '../playback/player/track-actions.tsx';
import { type OwnTrackAct, OwnTrackRows, OwnTrackSheet } from '../components/own-track/own-track-acts.tsx';
import { ReportRow } from '../components/safety/report-row.tsx';
import { ShareDialog } from '../components/share/share-dialog.tsx';
import { ShareRow } from '../components/share/share-row.tsx';
import { SponsorDialog } from '../components/sponsor/sponsor-dialog.tsx';
import { SponsorRow } from '../components/sponsor/sponsor-row.tsx';
import { HeartRow } from '../components/track/heart-row.tsx';
import type { ListAct } from '../components/track/listening.ts';
import { playlistTexts } from '../components/track/playlist/playlist-texts.ts';
import { VoteRow } from '../components/vote/vote-row.tsx';
import { useScope, useTrack } from '../engine/live.ts';
import { ActionRow } from '../design/action-row.tsx';
import { Icon } from '../design/icon.tsx';
import { lazyPart } from '../design/lazy-part.tsx';

const ReportTrack = lazyPart(
  () => import('../components/safety/report-track.tsx').then((m) => m.ReportTrack),
  'overlay',
);

const AddToPlaylist = lazyPart(
  () => import('../components/track/playlist/add-to-playlist.tsx').then((m) => m.AddTrackToPlaylist),
  'overlay',
);

interface TrackActionsProps {
  track: TrackView;
  /** The pressed More button. */
  anchor: HTMLElement;
  /** Actions of the list in which the track is. */
  acts?: readonly ListAct[] | undefined;
  onVote: (track: TrackView) => void;
  onClose: () => void;
}

/** An action with its own dialog or sheet replaces this sheet. */
export function TrackActions({ track: opened, anchor, acts = [], onVote, onClose }: TrackActionsProps) {
  // The live track shows the effects of its actions.
  const track = useTrack(opened.id) ?? opened;
  const { userId } = useScope();
  const [open, setOpen] = useState<'share' | 'sponsor' | 'playlist' | 'report' | OwnTrackAct | null>(null);
  if (open === 'share') return <ShareDialog track={track} onClose={onClose} />;
  if (open === 'report') return <ReportTrack track={track} onClose={onClose} />;
  if (open === 'playlist') return <AddToPlaylist track={track} anchor={anchor} onClose={onClose} />;
  if (open === 'sponsor') return <SponsorDialog track={track} onClose={onClose} />;
  if (open !== null) return <OwnTrackSheet track={track} act={open} onClose={onClose} />;
  return (
    <Actions track={track} onClose={onClose}>
      {acts.map(({ label, icon, run }) => (
        <ActionRow
          key={label}
          icon={<Icon of={icon} />}
          onPress={() => {
            run();
            onClose();
          }}
        >
          {label}
        </ActionRow>
      ))}
      <HeartRow track={track} onDone={onClose} />
      {userId !== null && (
        <ActionRow icon={<Icon of={ListPlus} />} onPress={() => setOpen('playlist')}>
          {playlistTexts.add}
        </ActionRow>
      )}
      <VoteRow track={track} onOpen={() => onVote(track)} />
      <ShareRow track={track} onOpen={() => setOpen('share')} onDone={onClose} />
      <SponsorRow track={track} onOpen={() => setOpen('sponsor')} />
      <ReportRow track={track} onOpen={() => setOpen('report')} />
      {track.user_id === userId && <OwnTrackRows track={track} onAct={setOpen} />}
    </Actions>
  );
}
