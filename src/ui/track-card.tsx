import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { NEW_BADGE_HOURS } from '../../sync/model/rules.ts';
import { trackWords } from '../lib/track-words.ts';
import { CARD_PX, Cover } from './art.tsx';
import { Badge } from './badge.tsx';
import { IconButton } from './button.tsx';
import { Marked } from './marked.tsx';
import { StillLine } from './drawn-lines.tsx';
import { PersonLink } from './person-link.tsx';
import { notOnDevice, PlayDisc } from './play-disc.tsx';
import { type OnVote, VoteRating } from './vote-rating.tsx';

const cardTexts = {
  more: (title: string) => `More for ${title}`,
} as const;

interface TrackCardProps {
  track: TrackView;
  isCurrent: boolean;
  isPlaying: boolean;
  /** Offline and not on the device: it cannot sound now. */
  isOutOfReach: boolean;
  /** What was searched for, to be marked. */
  marks?: readonly string[];
  eager: boolean;
  onPlay: (track: TrackView) => void;
  onMore: (track: TrackView) => void;
  onVote: OnVote;
  /** Stands in for the current time (ms since the epoch). */
  now: number;
}

/** Around the card of a track that stands out (S-31). */
const lifted = { borderRadius: '3px', outline: '2px solid', outlineColor: 'fg', outlineOffset: '5px' } as const;

const noMarks: readonly string[] = [];

/** A track in the grid: cover, title, artist, rating. */
export const TrackCard = memo(function TrackCard({
  track,
  isCurrent,
  isPlaying,
  isOutOfReach,
  marks = noMarks,
  eager,
  onPlay,
  onMore,
  onVote,
  now,
}: TrackCardProps) {
  const title = track.title || trackWords.untitled;
  const artist = track.artist_name || trackWords.unknownArtist;
  const isNew = now - Date.parse(track.created_at) < NEW_BADGE_HOURS * 3_600_000;
  const standsOut = Date.parse(track.highlighted_until ?? '') > now;
  const sounding = isCurrent && isPlaying;
  return (
    <chakra.article
      minWidth="0"
      aria-label={`${title} by ${artist}`}
      {...(isCurrent ? { 'data-current': true } : {})}
      {...(standsOut ? { 'data-stands-out': true, css: lifted } : {})}
    >
      <Cover src={track.coverSrc} madeFrom={track.id} px={CARD_PX} eager={eager} dimmed={isOutOfReach}>
        {(isNew || standsOut) && (
          <Flex position="absolute" left="8px" top="8px" gap="4px">
            {isNew && <Badge look="new">NEW</Badge>}
            {standsOut && <Badge look="new">Highlight</Badge>}
          </Flex>
        )}
        <PlayDisc
          title={title}
          isSounding={sounding}
          isOutOfReach={isOutOfReach}
          onPlay={() => onPlay(track)}
          place="corner"
        />
      </Cover>
      <Flex mt="9px" gap="7px" align="center" textStyle="title" minWidth="0">
        {sounding && (
          <Box flex="none">
            <StillLine seed={track.id} width={22} height={14} half={2.9} />
          </Box>
        )}
        <Box truncate {...(marks.length > 0 ? { px: '3px', mx: '-3px' } : {})}>
          <Marked text={title} marks={marks} />
        </Box>
      </Flex>
      <Box textStyle="meta" color="fg.muted" truncate>
        {isOutOfReach ? (
          notOnDevice
        ) : (
          <PersonLink userId={track.user_id}>
            <Marked text={artist} marks={marks} />
          </PersonLink>
        )}
      </Box>
      <Flex align="center" height="28px" mt="4px">
        <Box flex="1" minWidth="0">
          <VoteRating track={track} now={now} onVote={onVote} />
        </Box>
        <IconButton label={cardTexts.more(title)} color="fg.muted" my="-8px" mr="-12px" onClick={() => onMore(track)}>
          <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Flex>
    </chakra.article>
  );
});
