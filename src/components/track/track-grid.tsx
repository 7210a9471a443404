import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Beyond, TrackView } from '../../../sync/client.ts';
import { useIsOffline, useLive, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { CARD_TEXT_PX } from './card-px.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { TrackCard } from './track-card.tsx';
import { type Columns, type MoreItems, WindowedGrid } from '../../design/windowed-grid.tsx';
import type { Listening } from './listening.ts';
import { Box } from '../../design/styled.tsx';

/** Columns by the grid's width in px. The widths are the breakpoints of system.ts minus the page's gutters and a scrollbar. */
const breakpoints: readonly (readonly [from: number, columns: Columns])[] = [
  [1180, { count: 6, gapX: 20, gapY: 28 }],
  [924, { count: 5, gapX: 20, gapY: 28 }],
  [700, { count: 4, gapX: 12, gapY: 20 }],
  [428, { count: 3, gapX: 12, gapY: 20 }],
];
const narrowest: Columns = { count: 2, gapX: 12, gapY: 20 };

function columnsOf(width: number): Columns {
  return breakpoints.find(([from]) => width >= from)?.[1] ?? narrowest;
}

const unknownSize: MoreItems = { rows: 0, placeholder: null };
const loadingMore: MoreItems = { rows: 2, placeholder: <CardSkeleton /> };

interface TrackGridProps extends Listening {
  label: string;
  tracks: readonly TrackView[];
  marks: readonly string[];
  beyond?: Beyond['state'];
  /** Rendered below the grid, once the grid's code has loaded. */
  end?: ReactNode;
}

/** A grid of track cards. Memoized, because the page often renders while the list and the playing track stay the same. */
export const TrackGrid = memo(function TrackGrid(props: TrackGridProps) {
  const { label, tracks, marks, beyond = 'none', end, onPlay, onMore, onVote, nowPlaying } = props;
  const scope = useScope();
  const kept = useLive(scope.kept.states);
  const isOffline = useIsOffline();
  const now = useNow(60_000);

  const list = useRef(tracks);
  useEffect(() => {
    list.current = tracks;
  }, [tracks]);
  // One callback for all lists, because a new callback would render every card again. A card may still show a track of an older list.
  const play = useCallback(
    (track: TrackView) => {
      const at = list.current.findIndex(({ id }) => id === track.id);
      // The current list may no longer have the track.
      if (at < 0) onPlay([track], 0);
      else onPlay(list.current, at);
    },
    [onPlay],
  );

  return (
    <Box mt="12px">
      <WindowedGrid
        label={label}
        items={tracks}
        keyOf={(track) => track.id}
        columnsOf={columnsOf}
        heightOf={(width) => width + CARD_TEXT_PX}
        more={beyond === 'none' ? null : beyond === 'loading' ? loadingMore : unknownSize}
      >
        {(track, { row }) => (
          <TrackCard
            track={track}
            marks={marks}
            now={now}
            eager={row < 2}
            isCurrent={nowPlaying.trackId === track.id}
            isPlaying={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
            isUnplayable={isOffline && kept.get(track.id)?.kind !== 'kept'}
            onPlay={play}
            onMore={onMore}
            onVote={onVote}
          />
        )}
      </WindowedGrid>
      {end}
    </Box>
  );
});
