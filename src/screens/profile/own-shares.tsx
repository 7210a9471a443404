import { Clock, X } from 'lucide';
import { useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { trackWords } from '../../platform/track-words.ts';
import { isActionOnTrack } from '../../engine/use-rate-limit.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { toastWithUndo } from '../../engine/undo.ts';
import { useAct } from '../../engine/use-act.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { IconButton } from '../../design/button.tsx';
import { Carousel } from '../../design/carousel.tsx';
import { Icon } from '../../design/icon.tsx';
import { SharedCard } from '../../components/track/shared-card.tsx';
import { Flex } from '../../design/styled.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';

interface OwnSharesProps {
  userId: string;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

export function OwnShares({ userId, onPlay, nowPlaying }: OwnSharesProps) {
  const scope = useScope();
  const shares = useLive(useMemo(() => scope.sharesOf(userId), [scope, userId]));
  const isUnplayable = useIsUnplayable();
  const { run } = useAct('share.remove');
  const unshare = async (trackId: string) => {
    const id = await run({ track_id: trackId });
    if (id) await toastWithUndo(scope, id, profileTexts.unshared);
  };
  if (shares.length === 0) return null;
  const tracks = shares.map(({ track }) => track);
  return (
    <Carousel title={profileTexts.shared} items={shares} keyOf={({ track }) => track.id}>
      {({ track, isPending }) => (
        <SharedCard
          track={track}
          isSounding={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
          isUnplayable={isUnplayable(track.id)}
          onPlay={() => onPlay(tracks, tracks.indexOf(track))}
          note={
            isPending && (
              <Flex gap="4px" align="center" textStyle="small" color="fg.muted">
                <Icon of={Clock} size={14} />
                <WaitingText filter={isActionOnTrack('share.add', track.id)} length="short" />
              </Flex>
            )
          }
          trailing={
            <IconButton
              label={profileTexts.unshare(track.title || trackWords.untitled)}
              width="32px"
              color="fg.muted"
              mr="-8px"
              onClick={() => toastOnError(unshare(track.id))}
            >
              <Icon of={X} size={18} />
            </IconButton>
          }
        />
      )}
    </Carousel>
  );
}
