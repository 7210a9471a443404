import { Box, chakra, Flex } from '@chakra-ui/react';
import { Lock, Pause, Play } from 'lucide-react';
import type { TrackView } from '../../../sync/client.ts';
import { plural, texts } from '../../lib/texts.ts';
import { trackWords } from '../../lib/track-words.ts';
import { Cover } from '../../ui/art.tsx';

/** A track in the own list: the cover plays it; one that still waits for the server says so. */
export function OwnTrackRow({
  track,
  isPlaying,
  onPlay,
}: {
  track: TrackView;
  isPlaying: boolean;
  onPlay: () => void;
}) {
  const isWaiting = track.rev === 0;
  const Icon = isPlaying ? Pause : Play;
  const title = track.title || trackWords.untitled;
  return (
    <Flex
      as="li"
      align="center"
      gap="14px"
      py="8px"
      borderTop="1px solid"
      borderColor="border"
      _first={{ borderTop: 'none' }}
    >
      <Box width="56px" flex="none" position="relative">
        <Cover src={track.coverSrc} iconSize={22} dimmed={isWaiting} />
        {!isWaiting && (
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
            <Flex
              width="36px"
              height="36px"
              align="center"
              justify="center"
              borderRadius="full"
              bg="disc"
              color="disc.fg"
            >
              <Icon size={15} fill="currentColor" strokeWidth={1.75} aria-hidden />
            </Flex>
          </chakra.button>
        )}
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        <Flex textStyle="meta" color="fg.muted" gap="6px" align="center" fontVariantNumeric="tabular-nums">
          {isWaiting ? (
            texts.sync.waitingToSend
          ) : (
            <>
              {!track.is_public && <Lock size={13} aria-label="Private" />}
              {track.play_count.toLocaleString('en')} {plural(track.play_count, 'play')}
              <Box as="span" color="fg.subtle">
                {track.genre}
              </Box>
            </>
          )}
        </Flex>
      </Box>
    </Flex>
  );
}
