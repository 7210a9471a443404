import { Box, Flex } from '@chakra-ui/react';
import { Ellipsis } from 'lucide';
import type { TrackView } from '../../sync/client.ts';
import { NEW_BADGE_HOURS } from '../../sync/model/rules.ts';
import { plural } from '../lib/texts.ts';
import { trackWords } from '../lib/track-words.ts';
import { Cover } from './art.tsx';
import { Rating } from './rating.tsx';
import { Badge } from './badge.tsx';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { notOnDevice, PlayDisc } from './play-disc.tsx';
import { type OnVote, VoteRating } from './vote-rating.tsx';
import { VotePill } from './vote-pill.tsx';

interface TrackRowProps {
  track: TrackView;
  isCurrent: boolean;
  isSounding: boolean;
  isOutOfReach: boolean;
  /** ms since the epoch */
  now: number;
  /** In a column of its own: the plays stand under the title at every width. */
  isNarrow?: boolean;
  onPlay: () => void;
  onMore: () => void;
  onVote: OnVote;
}

/** One of a person's tracks: cover, title, plays, rating. */
export function TrackRow({
  track,
  isCurrent,
  isSounding,
  isOutOfReach,
  now,
  isNarrow = false,
  onPlay,
  onMore,
  onVote,
}: TrackRowProps) {
  const title = track.title || trackWords.untitled;
  const isNew = now - Date.parse(track.created_at) < NEW_BADGE_HOURS * 3_600_000;
  const plays = `${track.play_count.toLocaleString('en')} ${plural(track.play_count, 'play')}`;
  return (
    <Flex as="li" align="center" gap="14px" minHeight="68px" {...(isCurrent ? { 'data-current': true } : {})}>
      <Box width="52px" flex="none">
        <Cover src={track.coverSrc} madeFrom={track.id} px={52} dimmed={isOutOfReach}>
          <PlayDisc
            title={title}
            audioSrc={track.audioSrc}
            isSounding={isSounding}
            isOutOfReach={isOutOfReach}
            onPlay={onPlay}
            place="whole"
          />
        </Cover>
      </Box>
      <Box flex="1" minWidth="0">
        <Flex gap="8px" align="center" minWidth="0">
          <Box textStyle="title" truncate>
            {title}
          </Box>
          {isNew && <Badge look="new">NEW</Badge>}
        </Flex>
        <Box textStyle="meta" color="fg.muted" truncate>
          {isOutOfReach ? (
            notOnDevice
          ) : (
            <>
              <Box as="span" {...(isNarrow ? {} : { hideFrom: 'lg' })}>
                {plays}
              </Box>
              {!isNarrow && (
                <Box as="span" hideBelow="lg">
                  {track.genre}
                </Box>
              )}
            </>
          )}
        </Box>
      </Box>
      {!isNarrow && (
        <Box hideBelow="lg" width="92px" flex="none" color="fg.muted" fontVariantNumeric="tabular-nums">
          {plays}
        </Box>
      )}
      <Box flex="none" whiteSpace="nowrap" {...(isNarrow ? {} : { hideFrom: 'lg' })}>
        <VoteRating track={track} now={now} onVote={onVote} />
      </Box>
      {!isNarrow && (
        <>
          <Box flex="none" hideBelow="lg" minWidth="116px">
            <Rating average={track.average_vote_rating} votes={track.total_votes} />
          </Box>
          <Box flex="none" hideBelow="lg" width="128px">
            <VotePill track={track} now={now} onVote={onVote} />
          </Box>
        </>
      )}
      <IconButton label={`More for ${title}`} color="fg.muted" mr="-12px" onClick={onMore}>
        <Icon of={Ellipsis} />
      </IconButton>
    </Flex>
  );
}
