import { chakra } from '@chakra-ui/react';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { useLive, useScope, useSyncStatus, useTrack } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { useIsDesktop } from '../../lib/viewport.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from './banner.tsx';
import { exploreTexts, tracksFound } from './explore-texts.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import type { Listening } from '../../ui/listening.ts';
import { Shared } from './shared.tsx';

/** Not needed by the pages that lead in; its code comes beside the engine's. */
export const TrackGrid = lazyPart(() => import('../../ui/track-grid.tsx').then((m) => m.TrackGrid), 'block');

const GenreChips = lazyPart(() => import('./genre-chips.tsx').then((m) => m.GenreChips), 'block');
const OnRadio = lazyPart(() => import('./on-radio.tsx').then((m) => m.OnRadio), 'unseen');
const OfflineBar = lazyPart(() => import('./offline-bar.tsx').then((m) => m.OfflineBar), 'block');

const look = classes({
  /** Stays under the top bar while the tracks are scrolled. */
  filter: {
    display: 'flex',
    mt: { base: '20px', lg: '10px' },
    gap: '8px',
    alignItems: 'center',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    position: 'sticky',
    top: { base: 'calc(56px + env(safe-area-inset-top))', lg: '68px' },
    zIndex: '2',
    bg: 'bg',
    py: '8px',
  },
  filtered: { mt: { base: '0', lg: '0' } },
  count: {
    textStyle: 'meta',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    display: 'flex',
    flex: '1 0 auto',
    gap: '12px',
    justifyContent: { base: 'space-between', lg: 'flex-start' },
    order: { base: 3, lg: 0 },
    width: { base: '100%', lg: 'auto' },
    mt: { base: '4px', lg: '0' },
  },
  close: { color: 'fg.subtle' },
  search: { flex: '1 1 160px', maxWidth: { lg: '360px' } },
});

interface ExplorePageProps extends Listening {
  search: string;
  genre: string | null;
  /** Shows this track alone, a sponsored one too, until the filter is changed. */
  trackId: string | null;
  /** What is not named stays as it is. */
  onFilter: (change: { search?: string; genre?: string | null }) => void;
  /** Beside the banner on desktop: how far today's plays are. */
  aside: ReactNode;
}

/** The landing page: what people share, and every public track by rating, then newest, from the replica. */
export function ExplorePage({ search, genre, trackId, onFilter, aside, ...listening }: ExplorePageProps) {
  const scope = useScope();
  const passSearch = useCallback((text: string) => onFilter({ search: text }), [onFilter]);
  const [typed, setTyped] = useTyped(search, passSearch);
  // Typing stays ahead of the list: the filter follows when there is time.
  const wanted = useDeferredValue(typed);
  const found = useLive(useMemo(() => scope.explore({ search: wanted, genre }), [scope, wanted, genre]));
  const track = useTrack(typed === search ? trackId : null);
  const view = useMemo(
    () =>
      track ? { ...found, state: 'complete' as const, match: 'exact' as const, tracks: [track], total: 1 } : found,
    [track, found],
  );
  const genres = useLive(scope.genres).map(({ name }) => name);
  const { network, storage } = useSyncStatus();
  const isDesktop = useIsDesktop();
  const isFiltered = typed.trim() !== '' || genre !== null;
  const clear = () => {
    setTyped('');
    onFilter({ search: '', genre: null });
  };

  const onGenre = (next: string | null) => onFilter({ search: typed, genre: next });
  const isEmpty = view.state === 'empty';

  return (
    <Page width="wide">
      {(isFiltered || network === 'offline') && <chakra.h1 srOnly>{texts.pages.explore}</chakra.h1>}
      {network === 'offline' && <OfflineBar />}
      {!isFiltered && (
        <>
          {network !== 'offline' && <Banner aside={aside} />}
          <Shared isWhole={found.state === 'complete'} onPlay={listening.onPlay} nowPlaying={listening.nowPlaying} />
        </>
      )}
      <div className={look('filter', isFiltered && 'filtered')}>
        <div className={look('count')}>
          <div role="status">{isEmpty || view.match === 'looking' ? '\u00a0' : tracksFound(view.total)}</div>
          {view.match === 'close' && view.total > 0 && (
            <div className={look('close')}>{exploreTexts.closeTo(wanted.trim())}</div>
          )}
        </div>
        <div className={look('search')}>
          <SearchField label={exploreTexts.search} value={typed} onChange={setTyped} />
        </div>
        {(isDesktop || !isFiltered) && (
          <Select
            label={exploreTexts.genre}
            none={exploreTexts.genre}
            width={{ base: '104px', sm: '126px', lg: '150px' }}
            value={genre}
            options={genres}
            onChange={onGenre}
          />
        )}
        {!isDesktop && isFiltered && <GenreChips genres={genres} value={genre} onChange={onGenre} />}
      </div>

      {isEmpty && network === 'offline' ? (
        <EmptyState title={storage === 'evicted' ? exploreTexts.lost : exploreTexts.offlineFirst} />
      ) : isEmpty || view.match === 'looking' ? (
        <GridSkeleton />
      ) : view.tracks.length === 0 ? (
        <EmptyState title={exploreTexts.none}>
          {isFiltered && (
            <Button look="outline" onClick={clear}>
              {exploreTexts.clear}
            </Button>
          )}
        </EmptyState>
      ) : (
        <TrackGrid label={exploreTexts.tracks} tracks={view.tracks} marks={view.marks} {...listening} />
      )}
      {isFiltered && <OnRadio search={wanted} genre={genre} />}
    </Page>
  );
}
