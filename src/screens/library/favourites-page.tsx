import { useDeferredValue, useMemo, useState } from 'react';
import { FAVOURITES_LIST, type PendingAction } from '../../../sync/client.ts';
import { termsOf } from '../../../sync/model/search-words.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useIsOffline, useLive, useScope } from '../../engine/live.ts';
import { isActionOnTrack } from '../../engine/use-rate-limit.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { Page, PageTitle } from '../../design/page.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Select } from '../../design/select.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { WindowedList } from '../../design/windowed-list.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { useFavourite } from '../../components/track/use-favourite.ts';
import { texts } from '../../platform/texts.ts';
import { EmptyFavourites } from './empty-favourites.tsx';
import { FavouritesHead } from './favourites-head.tsx';
import { KeepList } from './keep-list.tsx';
import {
  type FavouriteSort,
  type LibraryEntry,
  matchingFavourites,
  presentTracks,
  sortedFavourites,
  tracksFrom,
} from './library-lists.ts';
import { LibraryRow, ROW_PX } from './library-row.tsx';
import { libraryTexts } from './library-texts.ts';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';
import { useSignIn } from './use-sign-in.ts';

const sorts: readonly FavouriteSort[] = ['newest', 'title', 'artist'];

interface FavouritesPageProps extends Pick<Listening, 'onPlay' | 'onMore' | 'nowPlaying'> {
  onSignIn: () => void;
}

export function FavouritesScreen() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <FavouritesPage {...listening} onSignIn={useSignIn()} />
      {layer}
    </>
  );
}

export function FavouritesPage({ onPlay, onMore, nowPlaying, onSignIn }: FavouritesPageProps) {
  const favourites = useLive(useScope().favourites);
  const tracks = useMemo(() => presentTracks(favourites), [favourites]);
  if (favourites.length === 0)
    return (
      <Page width="narrow">
        <PageTitle textStyle="poster">{texts.pages.favourites}</PageTitle>
        <EmptyFavourites onSignIn={onSignIn} />
      </Page>
    );
  return (
    <Page width="narrow">
      <FavouritesHead count={favourites.length} tracks={tracks} isPage onPlay={onPlay} nowPlaying={nowPlaying} />
      <Box mt="8px">
        <KeepList list={FAVOURITES_LIST} tracks={tracks} />
      </Box>
      <FavouriteList onPlay={onPlay} onMore={onMore} nowPlaying={nowPlaying} />
    </Page>
  );
}

function FavouriteList({ onPlay, onMore, nowPlaying }: Omit<FavouritesPageProps, 'onSignIn'>) {
  const scope = useScope();
  const favourites = useLive(scope.favourites);
  const kept = useLive(scope.kept.states);
  const isOffline = useIsOffline();
  const isUnplayable = useIsUnplayable();
  const { toggle } = useFavourite();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<FavouriteSort>('newest');
  const deferredSearch = useDeferredValue(search);
  const shown = useMemo(
    () => sortedFavourites(matchingFavourites(favourites, deferredSearch), sort),
    [favourites, deferredSearch, sort],
  );
  const marks = useMemo(() => termsOf(deferredSearch), [deferredSearch]);
  const { play, more } = useMemo(() => {
    const found = (trackId: string) => shown.find((favourite) => favourite.trackId === trackId);
    return {
      play(trackId: string) {
        const favourite = found(trackId);
        if (!favourite) return;
        const { tracks, index } = tracksFrom(shown, favourite);
        onPlay(tracks, index);
      },
      more(trackId: string, anchor: HTMLElement) {
        const track = found(trackId)?.track;
        if (track) onMore(track, anchor);
      },
    };
  }, [shown, onPlay, onMore]);
  const removal = useMemo(
    () => ({ label: libraryTexts.removeGone, run: (trackId: string) => toastOnError(toggle(trackId)) }),
    [toggle],
  );
  return (
    <>
      <Flex align="center" gap="8px" my="12px">
        <Box flex="1" minWidth="0">
          <SearchField label={libraryTexts.search} value={search} onChange={setSearch} />
        </Box>
        <Select
          label={libraryTexts.sort}
          width="112px"
          value={libraryTexts.sorts[sort]}
          options={sorts.map((option) => libraryTexts.sorts[option])}
          onChange={(label) => setSort(sorts.find((option) => libraryTexts.sorts[option] === label) ?? 'newest')}
        />
      </Flex>
      {shown.length === 0 && (
        <Box role="status" py="24px" textAlign="center" color="fg.muted" overflowWrap="anywhere">
          {libraryTexts.noMatch(deferredSearch)}
        </Box>
      )}
      <WindowedList label={texts.pages.favourites} items={shown} keyOf={({ trackId }) => trackId} rowHeight={ROW_PX}>
        {(favourite) => (
          <LibraryRow
            id={favourite.trackId}
            entry={favourite}
            isChange={isAddition}
            removal={removal}
            marks={marks}
            isCurrent={nowPlaying.trackId === favourite.trackId}
            isSounding={nowPlaying.isPlaying && nowPlaying.trackId === favourite.trackId}
            isKept={kept.get(favourite.trackId)?.kind === 'kept'}
            isUnplayable={isUnplayable(favourite.trackId)}
            isOffline={isOffline}
            onPlay={play}
            onMore={more}
          />
        )}
      </WindowedList>
    </>
  );
}

const isAddition = (action: PendingAction, { trackId }: LibraryEntry) =>
  isActionOnTrack('favourite.add', trackId)(action);
