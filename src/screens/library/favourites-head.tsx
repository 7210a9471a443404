import { Heart, Play, Shuffle } from 'lucide';
import { Link } from '@tanstack/react-router';
import type { TrackView } from '../../../sync/client.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { hoursAndMinutes } from '../../platform/format.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { PageTitle } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { texts } from '../../platform/texts.ts';
import type { Listening } from '../../components/track/listening.ts';
import { shuffledTracks } from './library-lists.ts';
import { libraryTexts } from './library-texts.ts';

interface FavouritesHeadProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  /** Includes favourites that are hidden, deleted, or not on this device. */
  count: number;
  tracks: readonly TrackView[];
  /** Whether this is the head of the favourites' own page. Elsewhere the heading links to that page. */
  isPage?: boolean;
}

/** Count and length of the favourites, with Play and Shuffle, which skip tracks that cannot play now. */
export function FavouritesHead({ count, tracks, isPage = false, onPlay, nowPlaying }: FavouritesHeadProps) {
  const isUnplayable = useIsUnplayable();
  const playable = () => tracks.filter(({ id }) => !isUnplayable(id));
  const lengthMs = tracks.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const isEmpty = tracks.every(({ id }) => isUnplayable(id));
  const name = (
    <Flex align="center" gap="10px">
      <Icon of={Heart} filled />
      {texts.pages.favourites}
    </Flex>
  );
  return (
    <Flex align="center" gap="8px">
      <Box flex="1" minWidth="0">
        {isPage ? (
          <PageTitle textStyle="poster">{name}</PageTitle>
        ) : (
          <styled.h2 textStyle="h2">
            <Link to="/library/favourites" aria-label={texts.pages.favourites}>
              {name}
            </Link>
          </styled.h2>
        )}
        <Box color="fg.muted" fontVariantNumeric="tabular-nums">
          {libraryTexts.count(count)}
          {lengthMs > 0 && `, ${hoursAndMinutes(lengthMs)}`}
        </Box>
      </Box>
      <IconButton
        label={libraryTexts.shuffle}
        disabled={isEmpty}
        boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
        onClick={() => onPlay(shuffledTracks(playable(), nowPlaying.trackId), 0)}
      >
        <Icon of={Shuffle} />
      </IconButton>
      <IconButton
        label={libraryTexts.play}
        disabled={isEmpty}
        width="52px"
        height="52px"
        bg="bg.inverted"
        color="fg.inverted"
        _hover={{ bg: 'bg.inverted' }}
        onClick={() => onPlay(playable(), 0, 'list')}
      >
        <Icon of={Play} size={24} filled />
      </IconButton>
    </Flex>
  );
}
