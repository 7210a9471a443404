import { memo } from 'react';
import type { CreatorView, TrackView } from '../../../sync/client.ts';
import { useAccount } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { NearEnd } from '../../design/near-end.tsx';
import { Box } from '../../design/styled.tsx';
import { type Columns, WindowedGrid } from '../../design/windowed-grid.tsx';
import { communityTexts } from './community-texts.ts';
import { CreatorCard } from './creator-card.tsx';
import { useLoadedCount } from './use-loaded-count.ts';

/** Distance between the window and the end of the list at which the next page loads. */
const AHEAD = '600px';
const MIN_COLUMN_PX = 168;
/** Avatar diameter on phones, in px; on desktop it fills its column. */
const PHONE_AVATAR_PX = 132;
/** Name, figures and their gaps under the avatar, in px. */
const TEXT_PX = 52;
/** The connect button below, with its gap, in px. */
const CONNECT_PX = 56;

/** At least two columns, or at least one if the text is large, because a button's label then needs more than half a phone's width. */
function columnsOf(width: number, textScale: number): Columns {
  const isPhone = width < 428;
  const [gapX, gapY] = isPhone ? [16, 20] : [24, 32];
  const fitting = Math.floor((width + gapX) / (MIN_COLUMN_PX * textScale + gapX));
  return { count: Math.max(textScale > 1.25 ? 1 : 2, fitting), gapX, gapY };
}

export interface CreatorGridProps {
  /** Search and order; a change restarts at the first page. */
  filter: string;
  creators: readonly CreatorView[];
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

/** The people, with infinite scroll. Memoized, so that a key typed in the search renders it only with the deferred search. */
export const CreatorGrid = memo(function CreatorGrid(props: CreatorGridProps) {
  const { filter, creators, onPlay, nowPlaying } = props;
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
        label={communityTexts.creators}
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
      {hasMore ? (
        <NearEnd key={`${filter} ${count}`} ahead={AHEAD} onNear={more} />
      ) : (
        <Box textAlign="center" color="fg.muted" py="24px">
          {communityTexts.end}
        </Box>
      )}
    </>
  );
});
