import { Box, chakra } from '@chakra-ui/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useSync, useSyncStatus } from '../../lib/live.ts';
import { useNow } from '../../lib/use-now.ts';
import { TrackCard } from '../../ui/track-card.tsx';

/** Height of a card under its cover, in px: title, artist, rating and their gaps. */
const CARD_TEXT_PX = 80;
const ROWS_AHEAD = 3;

interface Columns {
  count: number;
  gapX: number;
  gapY: number;
}

const steps: [string, Columns][] = [
  ['(min-width: 80rem)', { count: 6, gapX: 20, gapY: 28 }],
  ['(min-width: 64rem)', { count: 5, gapX: 20, gapY: 28 }],
  ['(min-width: 48rem)', { count: 4, gapX: 12, gapY: 20 }],
  ['(min-width: 30rem)', { count: 3, gapX: 12, gapY: 20 }],
];
const narrowest: Columns = { count: 2, gapX: 12, gapY: 20 };
const queries = steps.map(([query, columns]) => ({ media: window.matchMedia(query), columns }));

function useColumns(): Columns {
  return useSyncExternalStore(
    (listener) => {
      for (const { media } of queries) media.addEventListener('change', listener);
      return () => queries.forEach(({ media }) => media.removeEventListener('change', listener));
    },
    () => queries.find(({ media }) => media.matches)?.columns ?? narrowest,
  );
}

interface TrackGridProps {
  tracks: readonly TrackView[];
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

/** The grid of cards, windowed by rows: 10,000 tracks keep a few dozen cards in the document. */
export function TrackGrid({ tracks, onPlay, onMore, nowPlaying }: TrackGridProps) {
  const sync = useSync();
  const kept = useLive(sync.kept.states);
  const { network } = useSyncStatus();
  const { count, gapX, gapY } = useColumns();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  const now = useNow(60_000);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      setPlace({ top: top + window.scrollY, width });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const rowHeight = (place.width - gapX * (count - 1)) / count + CARD_TEXT_PX + gapY;
  const rows = useWindowVirtualizer({
    count: place.width > 0 ? Math.ceil(tracks.length / count) : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: ROWS_AHEAD,
    scrollMargin: place.top,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);

  const list = useRef(tracks);
  list.current = tracks;
  // One function for every card: a card is drawn again only when its own track changes.
  const play = useCallback(
    (track: TrackView) => {
      const at = list.current.findIndex((each) => each.id === track.id);
      onPlay(list.current, at);
    },
    [onPlay],
  );

  return (
    <chakra.div
      ref={box}
      role="list"
      aria-label="Tracks"
      position="relative"
      mt="12px"
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((row) => (
        <chakra.div
          key={row.key}
          role="presentation"
          position="absolute"
          top="0"
          left="0"
          width="100%"
          display="grid"
          style={{
            gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
            gap: gapX,
            transform: `translateY(${row.start - rows.options.scrollMargin}px)`,
          }}
        >
          {tracks.slice(row.index * count, (row.index + 1) * count).map((track, i) => (
            <div role="listitem" key={track.id} aria-setsize={tracks.length} aria-posinset={row.index * count + i + 1}>
              <TrackCard
                track={track}
                now={now}
                eager={row.index < 2}
                isCurrent={nowPlaying.trackId === track.id}
                isPlaying={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
                isOutOfReach={network === 'offline' && kept.get(track.id)?.kind !== 'kept'}
                onPlay={play}
                onMore={onMore}
              />
            </div>
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  );
}

/** The grid's exact geometry while the replica is empty. */
export function TrackGridSkeleton() {
  const { count, gapX, gapY } = useColumns();
  return (
    <Box
      display="grid"
      mt="12px"
      aria-hidden
      style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`, gap: `${gapY}px ${gapX}px` }}
    >
      {Array.from({ length: count * 3 }, (_, i) => (
        <Box key={i}>
          <Box
            aspectRatio="1"
            borderRadius="art"
            bg="bg.muted"
            display="flex"
            alignItems="center"
            justifyContent="center"
          >
            <Box
              width="45%"
              height="3px"
              borderRadius="2px"
              bg="border.emphasized"
              animation="pulse 900ms ease-in-out infinite alternate"
            />
          </Box>
          <Box mt="9px" height="20px" width="70%" borderRadius="4px" bg="bg.muted" />
          <Box mt="4px" height="16px" width="50%" borderRadius="4px" bg="bg.muted" />
          <Box height="31px" />
        </Box>
      ))}
    </Box>
  );
}
