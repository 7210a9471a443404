import { memo, type ReactNode } from 'react';
import type { CreatorView, TrackView } from '../../../sync/client.ts';
import { useAccount } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { NearEnd } from '../../design/near-end.tsx';
import { type Columns, WindowedGrid } from '../../design/windowed-grid.tsx';
import { CreatorCard } from './creator-card.tsx';
import { useLoadedCount } from './use-loaded-count.ts';

const AHEAD = '600px';
const MIN_COLUMN_PX = 168;
const PHONE_AVATAR_PX = 132;
/** Height of the name, the figures and their gaps. */
const TEXT_PX = 52;
/** Height of the connect button and its gap. */
const CONNECT_PX = 56;

/** Columns that fit the width. Large text may need a single column: a button's label is then wider than half a phone. */
function columnsOf(width: number, textScale: number): Columns {
  const isPhone = width < 428;
  const [gapX, gapY] = isPhone ? [16, 20] : [24, 32];
  const fitting = Math.floor((width + gapX) / (MIN_COLUMN_PX * textScale + gapX));
  return { count: Math.max(textScale > 1.25 ? 1 : 2, fitting), gapX, gapY };
}

export interface CreatorGridProps {
  label: string;
  /** Identifies search and order. A change restarts at the first page. */
  filter: string;
  creators: readonly CreatorView[];
  /** Shown below the last creator. */
  end: ReactNode;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

/** Memoized. Typing does not render the grid again while all its props, `end` included, keep their identity. */
export const CreatorGrid = memo(function CreatorGrid(props: CreatorGridProps) {
  const { label, filter, creators, end, onPlay, nowPlaying } = props;
  // Guests get no buttons that need an account.
  const hasConnect = useAccount().kind === 'user';
  const { count, more } = useLoadedCount(filter);
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  const isDesktop = useIsDesktop();
  const avatarSizeOf = (cellWidth: number) => Math.floor(isDesktop ? cellWidth : Math.min(cellWidth, PHONE_AVATAR_PX));
  const hasMore = count < creators.length;
  return (
    <>
      <WindowedGrid
        label={label}
        items={creators.slice(0, count)}
        keyOf={({ profile }) => profile.id}
        columnsOf={columnsOf}
        heightOf={(width, textScale) => avatarSizeOf(width) + (TEXT_PX + (hasConnect ? CONNECT_PX : 0)) * textScale}
      >
        {(creator, { width }) => {
          const [top] = creator.topTracks;
          return (
            <CreatorCard
              creator={creator}
              avatarSize={avatarSizeOf(width)}
              isSounding={nowPlaying.isPlaying && nowPlaying.trackId === top?.id}
              isUnplayable={top !== undefined && isUnplayable(top.id)}
              now={now}
              onPlay={onPlay}
              hasConnect={hasConnect}
            />
          );
        }}
      </WindowedGrid>
      {hasMore ? <NearEnd key={`${filter} ${count}`} ahead={AHEAD} onNear={more} /> : end}
    </>
  );
});
