import { type ReactNode, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope } from '../../lib/live.ts';
import { useOutOfReach } from '../../lib/use-reach.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StillToCome } from '../../ui/still-to-come.tsx';
import { Box, Flex } from '../../ui/styled.tsx';
import { OwnTrackRow, PUBLIC_PX, RADIO_PX } from './own-track-row.tsx';
import { profileTexts } from './profile-texts.ts';

interface TrackManagerProps {
  tracks: readonly TrackView[];
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
  /** What stands where somebody has uploaded nothing yet. */
  uploadLink: ReactNode;
}

/** 'Your Tracks': what waits to be sent first, then the newest. */
export function TrackManager({ tracks, onPlay, nowPlaying, uploadLink }: TrackManagerProps) {
  const scope = useScope();
  const isOutOfReach = useOutOfReach();
  const { state } = useLive(useMemo(() => scope.explore({ search: '', genre: null }), [scope]));
  const shown = useMemo(() => [...tracks].sort((a, b) => Number(a.rev > 0) - Number(b.rev > 0)), [tracks]);
  return (
    <Section
      title={profileTexts.ownTracks}
      aside={
        tracks.length > 0 && (
          <Flex hideBelow="lg" gap="16px" pr="60px" textStyle="small" color="fg.subtle" aria-hidden>
            <Box width={RADIO_PX}>{profileTexts.radio}</Box>
            <Box width={PUBLIC_PX}>{profileTexts.public}</Box>
          </Flex>
        )
      }
    >
      {shown.length > 0 ? (
        <List aria-label={profileTexts.ownTracks}>
          {shown.map((track, i) => (
            <OwnTrackRow
              key={track.id}
              track={track}
              isSounding={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
              isOutOfReach={isOutOfReach(track.id)}
              onPlay={() => onPlay(shown, i)}
            />
          ))}
        </List>
      ) : state === 'complete' ? (
        <EmptyState title={profileTexts.noTracks}>{uploadLink}</EmptyState>
      ) : (
        // Whether there are any is known once the catalogue is here.
        <StillToCome {...profileTexts.tracksFailed}>
          <Skeleton height="60px" borderRadius="panel" />
        </StillToCome>
      )}
    </Section>
  );
}
