import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope, useSyncStatus, useTrack } from '../../lib/live.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from './banner.tsx';
import { exploreTexts, tracksFound } from './explore-texts.ts';
import { SearchBox } from './search-box.tsx';
import { TrackGrid, TrackGridSkeleton } from './track-grid.tsx';

interface ExplorePageProps {
  search: string;
  genre: string | null;
  /** Shows this track alone, a sponsored one too, until the filter is changed. */
  trackId: string | null;
  onFilter: (filter: { search: string; genre: string | null }) => void;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
  /** Beside the banner on desktop: how far today's plays are. */
  aside: ReactNode;
}

/** The landing page: every public track by rating, then newest, from the replica. */
export function ExplorePage({ search, genre, trackId, onFilter, onPlay, onMore, nowPlaying, aside }: ExplorePageProps) {
  const scope = useScope();
  const passSearch = useCallback((text: string) => onFilter({ search: text, genre }), [onFilter, genre]);
  const [typed, setTyped] = useTyped(search, passSearch);
  // Typing stays ahead of the list: the filter follows when there is time.
  const wanted = useDeferredValue(typed);
  const found = useLive(useMemo(() => scope.explore({ search: wanted, genre }), [scope, wanted, genre]));
  const track = useTrack(typed === search ? trackId : null);
  const view = useMemo(
    () => (track ? { state: 'complete' as const, tracks: [track], total: 1 } : found),
    [track, found],
  );
  const genres = useLive(scope.genres);
  const { network } = useSyncStatus();
  const isFiltered = typed.trim() !== '' || genre !== null;
  const clear = () => {
    setTyped('');
    onFilter({ search: '', genre: null });
  };

  return (
    <Page width="wide">
      <Banner aside={aside} />
      <Flex
        mt={{ base: '20px', lg: '10px' }}
        gap="8px"
        align="center"
        wrap={{ base: 'wrap', lg: 'nowrap' }}
        position="sticky"
        top={{ base: 'calc(56px + env(safe-area-inset-top))', lg: '68px' }}
        zIndex="2"
        bg="bg"
        py="8px"
      >
        <Box
          role="status"
          textStyle="meta"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
          flex="1 0 auto"
          order={{ base: 3, lg: 0 }}
          width={{ base: '100%', lg: 'auto' }}
          mt={{ base: '4px', lg: '0' }}
        >
          {view.state === 'empty' ? '\u00a0' : tracksFound(view.total)}
        </Box>
        <SearchBox value={typed} onChange={setTyped} />
        <Select
          label={exploreTexts.genre}
          none={exploreTexts.genre}
          width={{ base: '104px', sm: '126px', lg: '150px' }}
          value={genre}
          options={genres.map((each) => each.name)}
          onChange={(next) => onFilter({ search: typed, genre: next })}
        />
      </Flex>

      {view.state === 'empty' ? (
        network === 'offline' ? (
          <EmptyState title={exploreTexts.offlineFirst} />
        ) : (
          <TrackGridSkeleton />
        )
      ) : view.tracks.length === 0 ? (
        <EmptyState title={exploreTexts.none}>
          {isFiltered && (
            <Button look="outline" onClick={clear}>
              {exploreTexts.clear}
            </Button>
          )}
        </EmptyState>
      ) : (
        <TrackGrid tracks={view.tracks} onPlay={onPlay} onMore={onMore} nowPlaying={nowPlaying} />
      )}
    </Page>
  );
}
