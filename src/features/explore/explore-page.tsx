import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useSync, useSyncStatus, useTrack } from '../../lib/live.ts';
import { texts, tracksFound } from '../../lib/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { StillLine, Strata } from '../../ui/marks.tsx';
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
  const sync = useSync();
  // Typing stays ahead of the list: the filter follows when there is time.
  const wanted = useDeferredValue(search);
  const found = useLive(useMemo(() => sync.explore({ search: wanted, genre }), [sync, wanted, genre]));
  const track = useTrack(trackId);
  const view = useMemo(
    () => (track ? { state: 'complete' as const, tracks: [track], total: 1 } : found),
    [track, found],
  );
  const genres = useLive(sync.genres);
  const { network } = useSyncStatus();
  const isFiltered = search.trim() !== '' || genre !== null;

  return (
    <Box px={{ base: '16px', md: '24px', lg: '40px' }} maxWidth="1440px" mx="auto" pb="24px">
      <Flex gap="40px" align="center" minHeight={{ base: '0', lg: '150px' }} pt={{ base: '10px', lg: '0' }}>
        <chakra.h1 textStyle="poster" flex="1" minWidth="0" fontSize={{ base: 'clamp(20px, 8.5vw, 44px)', lg: '54px' }}>
          <Flex align="center" gap=".35em">
            <Box whiteSpace="nowrap">{texts.explore.banner[0]} </Box>
            <Box
              color="fg.subtle"
              flex="1"
              maxWidth={{ base: '112px', lg: '300px' }}
              minWidth="0"
              height=".9em"
              overflow="hidden"
            >
              <StillLine seed="undercurrent" width={300} height={44} half={4} />
            </Box>
          </Flex>
          {texts.explore.banner[1]}
        </chakra.h1>
        <Box hideBelow="lg" flex="none" width="390px">
          {aside}
        </Box>
      </Flex>

      <Flex
        mt={{ base: '20px', lg: '10px' }}
        gap="8px 12px"
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
        <SearchBox value={search} onChange={(next) => onFilter({ search: next, genre })} />
        <GenreFilter
          value={genre}
          options={genres.map((each) => each.name)}
          onChange={(next) => onFilter({ search, genre: next })}
        />
      </Flex>

      {view.state === 'empty' ? (
        network === 'offline' ? (
          <EmptyState text={texts.explore.offlineFirst} />
        ) : (
          <TrackGridSkeleton />
        )
      ) : view.tracks.length === 0 ? (
        <EmptyState text={texts.explore.none}>
          {isFiltered && (
            <Button look="outline" onClick={() => onFilter({ search: '', genre: null })}>
              {texts.explore.clear}
            </Button>
          )}
        </EmptyState>
      ) : (
        <TrackGrid tracks={view.tracks} onPlay={onPlay} onMore={onMore} nowPlaying={nowPlaying} />
      )}
    </Box>
  );
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Box position="relative" flex="1 1 160px" maxWidth={{ lg: '360px' }}>
      <Box position="absolute" left="14px" top="14px" color="fg.subtle" pointerEvents="none">
        <Search size={20} strokeWidth={1.75} aria-hidden />
      </Box>
      <Input
        type="search"
        aria-label={texts.explore.search}
        placeholder={texts.explore.search}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        pl="44px"
        pr={value ? '48px' : '14px'}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
      {value && (
        <IconButton
          label="Clear search"
          position="absolute"
          right="2px"
          top="2px"
          color="fg.muted"
          onClick={() => onChange('')}
        >
          <X size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </Box>
  );
}

function GenreFilter({
  value,
  options,
  onChange,
}: {
  value: string | null;
  options: string[];
  onChange: (value: string | null) => void;
}) {
  return (
    <Box position="relative" width={{ base: '126px', lg: '150px' }} flex="none">
      <Input
        as="select"
        aria-label={texts.explore.genre}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        fontSize="15px"
        pr="36px"
        appearance="none"
        cursor="pointer"
        textOverflow="ellipsis"
      >
        <option value="">{texts.explore.genre}</option>
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Input>
      <Box position="absolute" right="12px" top="15px" pointerEvents="none">
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
      </Box>
    </Box>
  );
}

function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="16px" py="40px">
      <Box color="fg.subtle" width="220px">
        <Strata height={80} lines={7} width={220} />
      </Box>
      <Box textStyle="title">{text}</Box>
      {children}
    </Flex>
  );
}
