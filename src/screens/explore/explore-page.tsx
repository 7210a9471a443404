import { Activity, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Beyond } from '../../../sync/client.ts';
import { useIsOffline, useLive, useScope, useSyncStatus, useTrack } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useDebouncedText } from '../../platform/use-debounced-text.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Page } from '../../design/page.tsx';
import { Banner } from './banner.tsx';
import { ExploreFilter } from './explore-filter.tsx';
import { exploreTexts, tracksFound } from './explore-texts.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { styled } from '../../design/styled.tsx';
import { moveBetweenRows } from './row-keys.ts';
import type { SearchKind } from './search-kinds.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Shared } from './shared.tsx';

/** A separate chunk, because the sign-in pages do not need it. */
export const TrackGrid = lazyPart(
  () => import('../../components/track/track-grid.tsx').then((m) => m.TrackGrid),
  'block',
);

const ListEnd = lazyPart(() => import('../../components/beyond/list-end.tsx').then((m) => m.ListEnd), 'invisible');
const SearchResults = lazyPart(() => import('./search-results.tsx').then((m) => m.SearchResults), 'block');
const SearchKinds = lazyPart(() => import('./search-kinds.tsx').then((m) => m.SearchKinds), 'block');

const OnRadio = lazyPart(() => import('./on-radio.tsx').then((m) => m.OnRadio), 'invisible');

const PlaysTodayMeter = lazyPart(
  () => import('../../components/zaps/plays-today.tsx').then((m) => m.PlaysTodayMeter),
  'invisible',
);

const nothingBeyond: Beyond = { state: 'none', found: null };

interface ExplorePageProps extends Listening {
  search: string;
  genre: string | null;
  /** If set, shows only this track, even a sponsored one, until the filter changes. */
  trackId: string | null;
  /** Omitted fields keep their value. */
  onFilter: (change: { search?: string; genre?: string | null }) => void;
}

export function ExplorePage({ search, genre, trackId, onFilter, ...listening }: ExplorePageProps) {
  const scope = useScope();
  const onSearch = useCallback((text: string) => onFilter({ search: text }), [onFilter]);
  const [typed, setTyped] = useDebouncedText(search, onSearch);
  // The first letter replaces the page, which takes longer than a frame. Until then the field shows this letter, and others typed meanwhile.
  const isSearching = useDeferredValue(typed !== '');
  const searched = isSearching ? typed : '';
  const results = useLive(useMemo(() => scope.explore({ search: searched, genre }), [scope, searched, genre]));
  // The radio results are below the tracks, so they update with low priority.
  const deferredSearch = useDeferredValue(searched);
  const track = useTrack(searched === search ? trackId : null);
  const view = useMemo(
    () =>
      track
        ? {
            ...results,
            state: 'complete' as const,
            match: 'exact' as const,
            tracks: [track],
            total: 1,
            beyond: nothingBeyond,
          }
        : results,
    [track, results],
  );
  const genres = useLive(scope.genres).map(({ name }) => name);
  const isOffline = useIsOffline();
  const isEvicted = useSyncStatus(({ storage }) => storage === 'evicted');
  const isFiltered = searched.trim() !== '' || genre !== null;
  const clearButton = (
    <Button
      variant="outline"
      onClick={() => {
        setTyped('');
        onFilter({ search: '', genre: null });
      }}
    >
      {exploreTexts.clear}
    </Button>
  );

  const onGenre = (next: string | null) => onFilter({ search: typed, genre: next });
  const isEmpty = view.state === 'empty';
  const { state: beyond, found } = view.beyond;
  const hasSections = searched.trim() !== '' && !isEmpty && (beyond !== 'none' || found !== null);
  const [kind, setKind] = useState<SearchKind>('all');
  const count = view.tracks.length;
  const end = useMemo(
    () =>
      beyond !== 'none' && (
        <ListEnd key={genre} state={beyond} count={count} onMore={() => scope.exploreMore({ search: '', genre })} />
      ),
    [scope, beyond, genre, count],
  );

  return (
    <Page width="wide">
      {(isFiltered || isOffline) && <styled.h1 srOnly>{texts.pages.explore}</styled.h1>}
      {isOffline && <OfflineBar />}
      {/* Hidden during a search, not unmounted: mounting again would delay the keystroke that clears the search. */}
      <Activity mode={isFiltered ? 'hidden' : 'visible'}>
        {!isOffline && <Banner aside={<PlaysTodayMeter />} />}
        <Shared isComplete={results.state === 'complete'} onPlay={listening.onPlay} nowPlaying={listening.nowPlaying} />
      </Activity>
      <div {...(hasSections ? { role: 'presentation', onKeyDown: moveBetweenRows } : {})}>
        <ExploreFilter
          isFiltered={isFiltered}
          // While the server may have more tracks, the total is unknown, and S-35 has no text for a partial count.
          count={isEmpty || view.match === 'looking' || beyond !== 'none' ? null : tracksFound(view.total)}
          kinds={hasSections && <SearchKinds value={kind} onChange={setKind} />}
          closeNote={view.match === 'close' && view.total > 0 ? exploreTexts.closeTo(searched.trim()) : null}
          search={typed}
          onSearch={setTyped}
          onSearchFocus={() => {
            if (beyond === 'none') return;
            void SearchKinds.preload();
            void SearchResults.preload();
          }}
          genre={genre}
          genres={genres}
          onGenre={onGenre}
        />

        {isEmpty && isOffline ? (
          <EmptyState title={isEvicted ? exploreTexts.lost : exploreTexts.offlineFirst} />
        ) : hasSections ? (
          <SearchResults
            view={view}
            search={searched}
            genre={genre}
            kind={kind}
            isSettled={searched === search}
            {...listening}
          >
            {clearButton}
          </SearchResults>
        ) : isEmpty || view.match === 'looking' ? (
          <NotLoadedYet title={exploreTexts.failed}>
            <GridSkeleton />
          </NotLoadedYet>
        ) : view.tracks.length === 0 && beyond === 'none' ? (
          <EmptyState title={exploreTexts.none}>{isFiltered && clearButton}</EmptyState>
        ) : (
          <TrackGrid
            label={exploreTexts.tracks}
            tracks={view.tracks}
            marks={view.highlights}
            beyond={beyond}
            end={end}
            {...listening}
          />
        )}
        {isFiltered && <OnRadio search={deferredSearch} genre={genre} />}
      </div>
    </Page>
  );
}
