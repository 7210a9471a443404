import { Box, chakra, Flex } from '@chakra-ui/react';
import { CloudOff, Ellipsis, Pause, Play } from 'lucide-react';
import { memo } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { NEW_BADGE_HOURS } from '../../sync/model/rules.ts';
import { trackWords } from '../lib/track-words.ts';
import { Cover, Rating } from './art.tsx';
import { Badge } from './badge.tsx';
import { IconButton } from './button.tsx';
import { StillLine } from './marks.tsx';

const cardTexts = {
  notOnDevice: 'Not saved on this device',
  more: (title: string) => `More for ${title}`,
} as const;

interface TrackCardProps {
  track: TrackView;
  isCurrent: boolean;
  isPlaying: boolean;
  /** Offline and not on the device: it cannot sound now. */
  isOutOfReach: boolean;
  eager: boolean;
  onPlay: (track: TrackView) => void;
  onMore: (track: TrackView) => void;
  /** Stands in for the current time, for the NEW badge (ms since epoch). */
  now: number;
}

/** A track in the grid: cover, title, artist, rating. */
export const TrackCard = memo(function TrackCard({
  track,
  isCurrent,
  isPlaying,
  isOutOfReach,
  eager,
  onPlay,
  onMore,
  now,
}: TrackCardProps) {
  const title = track.title || trackWords.untitled;
  const isNew = now - Date.parse(track.created_at) < NEW_BADGE_HOURS * 3_600_000;
  const sounding = isCurrent && isPlaying;
  const Icon = isOutOfReach ? CloudOff : sounding ? Pause : Play;
  return (
    <chakra.article
      minWidth="0"
      aria-label={`${title} by ${track.artist_name}`}
      {...(isCurrent ? { 'data-current': true } : {})}
    >
      <Cover src={track.coverSrc} eager={eager} dimmed={isOutOfReach}>
        {isNew && (
          <Badge look="new" position="absolute" left="8px" top="8px">
            NEW
          </Badge>
        )}
        <chakra.button
          type="button"
          aria-label={`${sounding ? 'Pause' : 'Play'} ${title}`}
          {...(isOutOfReach ? { 'aria-disabled': true, 'aria-description': cardTexts.notOnDevice } : {})}
          onClick={() => !isOutOfReach && onPlay(track)}
          position="absolute"
          right="6px"
          bottom="6px"
          width="44px"
          height="44px"
          display="flex"
          alignItems="center"
          justifyContent="center"
          borderRadius="full"
          cursor={isOutOfReach ? 'default' : 'pointer'}
          transition="transform 140ms"
          _active={{ transform: 'scale(.94)' }}
          _focusVisible={{ outlineColor: '#F5EFE6', outlineOffset: '0px' }}
        >
          <Flex
            width="40px"
            height="40px"
            align="center"
            justify="center"
            borderRadius="full"
            bg={sounding ? 'bg.inverted' : 'disc'}
            color={sounding ? 'fg.inverted' : 'disc.fg'}
            boxShadow="0 0 0 1px rgba(255,255,255,.2)"
          >
            <Icon size={16} fill={isOutOfReach ? 'none' : 'currentColor'} strokeWidth={1.75} aria-hidden />
          </Flex>
        </chakra.button>
      </Cover>
      <Flex mt="9px" gap="7px" align="center" textStyle="title" minWidth="0">
        {sounding && (
          <Box flex="none">
            <StillLine seed={track.id} width={22} height={14} half={2.9} />
          </Box>
        )}
        <Box truncate>{title}</Box>
      </Flex>
      <Box textStyle="meta" color="fg.muted" truncate>
        {isOutOfReach ? cardTexts.notOnDevice : track.artist_name || trackWords.unknownArtist}
      </Box>
      <Flex align="center" height="28px" mt="4px">
        <Box flex="1" minWidth="0">
          <Rating average={track.average_vote_rating} votes={track.total_votes} />
        </Box>
        <IconButton label={cardTexts.more(title)} color="fg.muted" my="-8px" mr="-12px" onClick={() => onMore(track)}>
          <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Flex>
    </chakra.article>
  );
});
