import { useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { List } from '../../design/list-row.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { texts } from '../../platform/texts.ts';
import { OwnTrackRow, PUBLIC_WIDTH, RADIO_WIDTH } from './own-track-row.tsx';
import { ownTrackTexts } from '../../components/own-track/own-track-texts.ts';
import { profileTexts } from '../../components/profile/profile-texts.ts';

interface TrackManagerProps {
  tracks: readonly TrackView[];
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

export function TrackManager({ tracks, onPlay, nowPlaying }: TrackManagerProps) {
  const scope = useScope();
  const isUnplayable = useIsUnplayable();
  const { state } = useLive(useMemo(() => scope.explore({ search: '', genre: null }), [scope]));
  const sorted = useMemo(() => [...tracks].sort((a, b) => Number(a.rev > 0) - Number(b.rev > 0)), [tracks]);
  return (
    <Section
      title={profileTexts.ownTracks}
      aside={
        tracks.length > 0 && (
          <Flex hideBelow="lg" gap="16px" pr="60px" textStyle="small" color="fg.subtle" aria-hidden>
            <Box width={RADIO_WIDTH}>{ownTrackTexts.radio}</Box>
            <Box width={PUBLIC_WIDTH}>{ownTrackTexts.public}</Box>
          </Flex>
        )
      }
    >
      {sorted.length > 0 ? (
        <List aria-label={profileTexts.ownTracks}>
          {sorted.map((track, i) => (
            <OwnTrackRow
              key={track.id}
              track={track}
              isSounding={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
              isUnplayable={isUnplayable(track.id)}
              onPlay={() => onPlay(sorted, i)}
            />
          ))}
        </List>
      ) : state === 'complete' ? (
        <EmptyState title={profileTexts.noTracks}>
          <LinkButton to="/upload">{texts.pages.upload}</LinkButton>
        </EmptyState>
      ) : (
        // Whether the person has tracks is unknown until the catalogue is loaded.
        <NotLoadedYet {...profileTexts.tracksFailed}>
          <Skeleton height="60px" borderRadius="panel" />
        </NotLoadedYet>
      )}
    </Section>
  );
}
