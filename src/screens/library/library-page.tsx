import { ArrowDown, Heart, History as HistoryIcon } from 'lucide';
import { useMemo } from 'react';
import type { History } from '../../../sync/model/history.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { bytes } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { List } from '../../design/list-row.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { Box } from '../../design/styled.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { MadeCover } from '../../components/track/made-cover.tsx';
import { EmptyFavourites } from './empty-favourites.tsx';
import { presentTracks } from './library-lists.ts';
import { FavouritesWall } from './favourites-wall.tsx';
import { KeptPanel } from './kept-panel.tsx';
import { KeptSign } from './kept-sign.tsx';
import { useHistory } from './history/use-history.ts';
import { LatestPlays } from './latest-plays.tsx';
import { LibraryTile } from './library-tile.tsx';
import { libraryTexts } from './library-texts.ts';
import { PlaylistsSection } from './playlists/playlists-section.tsx';
import { useKeptTotal } from './use-kept-total.ts';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';
import { useSignIn } from './use-sign-in.ts';

interface LibraryPageProps extends Pick<Listening, 'onPlay' | 'onMore' | 'nowPlaying'> {
  onSignIn: () => void;
}

export const FavouritesScreen = lazyPart(() => import('./favourites-page.tsx').then((m) => m.FavouritesScreen), 'page');
export const KeptScreen = lazyPart(() => import('./kept-page.tsx').then((m) => m.KeptPage), 'page');

export function LibraryScreen() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <LibraryPage {...listening} onSignIn={useSignIn()} />
      {layer}
    </>
  );
}

/** The person's own music. Everything is read from this device. */
export function LibraryPage({ onPlay, onMore, nowPlaying, onSignIn }: LibraryPageProps) {
  const isDesktop = useIsDesktop();
  const hasFavourites = useLive(useScope().favourites).length > 0;
  const history = useHistory();
  const latestPlays = history.plays.length > 0 && (
    <LatestPlays history={history} onPlay={onPlay} onMore={onMore} nowPlaying={nowPlaying} />
  );
  return (
    <Page width="wide">
      <PageTitle textStyle="poster" mb={{ base: '12px', lg: '20px' }}>
        {texts.pages.library}
      </PageTitle>
      {isDesktop ? (
        <Box display="grid" gridTemplateColumns="388px minmax(0, 1fr)" columnGap="56px">
          <Box minWidth="0">
            {hasFavourites ? (
              <FavouritesWall onPlay={onPlay} nowPlaying={nowPlaying} />
            ) : (
              <EmptyFavourites onSignIn={onSignIn} />
            )}
            <Box mt="20px">
              <KeptPanel />
            </Box>
          </Box>
          <Box minWidth="0">
            <PlaylistsSection onSignIn={onSignIn} />
            <Box mt="20px">{latestPlays}</Box>
          </Box>
        </Box>
      ) : (
        <>
          <List
            aria-label={texts.pages.library}
            display="grid"
            gridTemplateColumns="repeat(auto-fill, minmax(min(160px, 100%), 1fr))"
            gap="8px"
          >
            <FavouritesTile />
            <KeptTile />
            <HistoryTile history={history} />
          </List>
          {!hasFavourites && <EmptyFavourites onSignIn={onSignIn} />}
          <Box mt="18px">
            <PlaylistsSection onSignIn={onSignIn} />
          </Box>
          <Box mt="20px">{latestPlays}</Box>
        </>
      )}
    </Page>
  );
}

function FavouritesTile() {
  const favourites = useLive(useScope().favourites);
  const tracks = useMemo(() => presentTracks(favourites), [favourites]);
  return (
    <LibraryTile
      to="/library/favourites"
      picture={favourites.length === 0 ? <Icon of={Heart} /> : <MadeCover tracks={tracks} side={2} px={60} />}
      title={texts.pages.favourites}
      meta={favourites.length === 0 ? libraryTexts.nothing : libraryTexts.count(favourites.length)}
    />
  );
}

function KeptTile() {
  const kept = useKeptTotal();
  return (
    <LibraryTile
      to="/library/kept"
      picture={kept.tracks === 0 ? <Icon of={ArrowDown} /> : <KeptSign size={26} />}
      title={libraryTexts.kept}
      meta={kept.tracks === 0 ? libraryTexts.nothing : bytes(kept.bytes)}
    />
  );
}

function HistoryTile({ history }: { history: History }) {
  const midnight = new Date(useNow(60_000)).setHours(0, 0, 0, 0);
  const end = history.plays.findIndex(({ heardAt }) => heardAt < midnight);
  const count = end < 0 ? history.plays.length : end;
  return (
    <LibraryTile
      to="/library/history"
      picture={<Icon of={HistoryIcon} />}
      title={texts.pages.history}
      meta={count === 0 ? libraryTexts.nothingToday : libraryTexts.today(count)}
    />
  );
}
