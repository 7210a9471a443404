import { Box } from '@chakra-ui/react';
import { useCallback, useEffect, useRef } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope, useSyncStatus } from '../../lib/live.ts';
import { useNow } from '../../lib/use-now.ts';
import { Skeleton, SkeletonCover } from '../../ui/skeleton.tsx';
import { TrackCard } from '../../ui/track-card.tsx';
import { type Columns, WindowedGrid } from '../../ui/windowed-grid.tsx';
import { exploreTexts } from './explore-texts.ts';

/** Height of a card under its cover, in px: title, artist, rating and their gaps. */
const CARD_TEXT_PX = 80;
const ROWS_OF_SKELETON = 3;

/** The grid's breakpoints (VISUAL.md §4) less the gutters of a page and a scrollbar. */
const steps: readonly (readonly [from: number, columns: Columns])[] = [
  [1180, { count: 6, gapX: 20, gapY: 28 }],
  [924, { count: 5, gapX: 20, gapY: 28 }],
  [700, { count: 4, gapX: 12, gapY: 20 }],
  [428, { count: 3, gapX: 12, gapY: 20 }],
];
const narrowest: Columns = { count: 2, gapX: 12, gapY: 20 };

function columnsOf(width: number): Columns {
  return steps.find(([from]) => width >= from)?.[1] ?? narrowest;
}

interface TrackGridProps {
  tracks: readonly TrackView[];
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

/** The grid of cards. */
export function TrackGrid({ tracks, onPlay, onMore, nowPlaying }: TrackGridProps) {
  const scope = useScope();
  const kept = useLive(scope.kept.states);
  const { network } = useSyncStatus();
  const now = useNow(60_000);

  const list = useRef(tracks);
  useEffect(() => {
    list.current = tracks;
  }, [tracks]);
  // One function for every card: a card is drawn again only when its own track changes.
  const play = useCallback(
    (track: TrackView) => {
      const at = list.current.findIndex((each) => each.id === track.id);
      onPlay(list.current, at);
    },
    [onPlay],
  );

  return (
    <Box mt="12px">
      <WindowedGrid
        label={exploreTexts.tracks}
        items={tracks}
        keyOf={(track) => track.id}
        columnsOf={columnsOf}
        heightOf={(width) => width + CARD_TEXT_PX}
      >
        {(track, { row }) => (
          <TrackCard
            track={track}
            now={now}
            eager={row < 2}
            isCurrent={nowPlaying.trackId === track.id}
            isPlaying={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
            isOutOfReach={network === 'offline' && kept.get(track.id)?.kind !== 'kept'}
            onPlay={play}
            onMore={onMore}
          />
        )}
      </WindowedGrid>
    </Box>
  );
}

/** The grid's exact geometry while the replica is empty. */
export function TrackGridSkeleton() {
  return (
    <Box
      display="grid"
      mt="12px"
      aria-hidden
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        sm: 'repeat(3, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr))',
        lg: 'repeat(5, minmax(0, 1fr))',
        xl: 'repeat(6, minmax(0, 1fr))',
      }}
      gap={{ base: '20px 12px', lg: '28px 20px' }}
    >
      {Array.from({ length: 6 * ROWS_OF_SKELETON }, (_, i) => (
        <Box key={i}>
          <SkeletonCover />
          <Skeleton mt="9px" height="20px" width="70%" />
          <Skeleton mt="4px" height="16px" width="50%" />
          <Box height="31px" />
        </Box>
      ))}
    </Box>
  );
}
