import { Box, chakra, Flex } from '@chakra-ui/react';
import { Lock, Pause, Play } from 'lucide-react';
import type { TrackView } from '../../../sync/client.ts';
import { plural, texts } from '../../lib/texts.ts';
import { trackWords } from '../../lib/track-words.ts';
import { Cover } from '../../ui/art.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';

interface OwnTrackRowProps {
  track: TrackView;
  isPlaying: boolean;
  onPlay: () => void;
}

/** A track in the own list: the cover plays it; one that still waits for the server says so. */
export function OwnTrackRow({ track, isPlaying, onPlay }: OwnTrackRowProps) {
  const isWaiting = track.rev === 0;
  const title = track.title || trackWords.untitled;
  return (
    <ListRow
      lead={
        <Box width="56px" flex="none" position="relative">
          <Cover src={track.coverSrc} iconSize={22} dimmed={isWaiting} />
          {!isWaiting && <PlayOver title={title} isPlaying={isPlaying} onPlay={onPlay} />}
        </Box>
      }
      title={title}
      meta={
        isWaiting ? (
          texts.sync.waitingToSend
        ) : (
          <>
            {!track.is_public && <Icon of={Lock} size={13} label="Private" />}
            {track.play_count.toLocaleString('en')} {plural(track.play_count, 'play')}
            <Box as="span" color="fg.subtle">
              {track.genre}
            </Box>
          </>
        )
      }
    />
  );
}

function PlayOver({ title, isPlaying, onPlay }: { title: string; isPlaying: boolean; onPlay: () => void }) {
  return (
    <chakra.button
      type="button"
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${title}`}
      onClick={onPlay}
      position="absolute"
      inset="0"
      display="flex"
      alignItems="center"
      justifyContent="center"
      cursor="pointer"
    >
      <Flex width="36px" height="36px" align="center" justify="center" borderRadius="full" bg="disc" color="disc.fg">
        <Icon of={isPlaying ? Pause : Play} size={16} filled />
      </Flex>
    </chakra.button>
  );
}
