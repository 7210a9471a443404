import { ArrowDown, Heart } from 'lucide';
import { useMemo } from 'react';
import { useLive, useScope } from '../../engine/live.ts';
import { bytes } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { Box } from '../../design/styled.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { MadeCover } from '../../components/track/made-cover.tsx';
import { EmptyFavourites } from './empty-favourites.tsx';
import { presentTracks } from './favourite-lists.ts';
import { FavouritesWall } from './favourites-wall.tsx';
import { KeptPanel } from './kept-panel.tsx';
import { KeptSign } from './kept-sign.tsx';
import { LibraryTile } from './library-tile.tsx';
import { libraryTexts } from './library-texts.ts';
import { useKeptTotal } from './use-kept-total.ts';

interface LibraryPageProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  onSignIn: () => void;
}

/** The person's own music. Everything is read from this device. */
export function LibraryPage({ onPlay, nowPlaying, onSignIn }: LibraryPageProps) {
  const isDesktop = useIsDesktop();
  const hasFavourites = useLive(useScope().favourites).length > 0;
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
          </List>
          {!hasFavourites && <EmptyFavourites onSignIn={onSignIn} />}
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
