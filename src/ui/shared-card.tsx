import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { trackWords } from '../lib/track-words.ts';
import { Cover } from './art.tsx';
import { CARD_PX } from './card-px.ts';
import { PersonLink } from './person-link.tsx';
import { notOnDevice, PlayDisc } from './play-disc.tsx';

/** Around a cover about which something waits. */
const waitingEdge = { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' } as const;

interface SharedCardProps {
  track: TrackView;
  isSounding: boolean;
  isOutOfReach: boolean;
  /** The share waits on this device. */
  isWaiting?: boolean;
  /** In the first view: loaded at once. */
  eager?: boolean;
  onPlay: () => void;
  /** Under the artist: that it waits. */
  note?: ReactNode;
  /** Stands beside title and artist. */
  trailing?: ReactNode;
}

/** A track that somebody shares, in their carousel: cover, title, artist. */
export function SharedCard({
  track,
  isSounding,
  isOutOfReach,
  isWaiting = false,
  eager = false,
  onPlay,
  note,
  trailing,
}: SharedCardProps) {
  const artist = track.artist_name || trackWords.unknownArtist;
  const title = track.title || trackWords.untitled;
  return (
    <chakra.article minWidth="0" aria-label={`${title} by ${artist}`}>
      <Box borderRadius="art" {...(isWaiting ? waitingEdge : {})}>
        <Cover src={track.coverSrc} madeFrom={track.id} px={CARD_PX} eager={eager} dimmed={isOutOfReach}>
          <PlayDisc
            title={title}
            audioSrc={track.audioSrc}
            isSounding={isSounding}
            isOutOfReach={isOutOfReach}
            onPlay={onPlay}
            place="corner"
          />
        </Cover>
      </Box>
      <Flex mt="9px" align="flex-start">
        <Box flex="1" minWidth="0">
          <Box textStyle="title" truncate>
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" truncate>
            {isOutOfReach ? notOnDevice : <PersonLink userId={track.user_id}>{artist}</PersonLink>}
          </Box>
          {note}
        </Box>
        {trailing}
      </Flex>
    </chakra.article>
  );
}
