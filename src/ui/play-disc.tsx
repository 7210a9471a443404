import { chakra, Flex } from '@chakra-ui/react';
import { CloudOff, Pause, Play } from 'lucide-react';
import { Icon } from './icon.tsx';

/** What is said of a track that cannot sound now. */
export const notOnDevice = 'Not saved on this device';

interface PlayDiscProps {
  title: string;
  isSounding: boolean;
  /** Offline and not on the device: it cannot sound now. */
  isOutOfReach: boolean;
  onPlay: () => void;
  /** `corner`: at the cover's lower right; `whole`: the cover is the button. */
  place: 'corner' | 'whole';
}

/** Plays or pauses the track of the cover that it lies over. */
export function PlayDisc({ title, isSounding, isOutOfReach, onPlay, place }: PlayDiscProps) {
  const isCorner = place === 'corner';
  return (
    <chakra.button
      type="button"
      aria-label={`${isSounding ? 'Pause' : 'Play'} ${title}`}
      {...(isOutOfReach ? { 'aria-disabled': true, 'aria-description': notOnDevice } : {})}
      onClick={() => !isOutOfReach && onPlay()}
      position="absolute"
      {...(isCorner ? { right: '6px', bottom: '6px', width: '44px', height: '44px' } : { inset: '0' })}
      display="flex"
      alignItems="center"
      justifyContent="center"
      borderRadius={isCorner ? 'full' : 'art'}
      cursor={isOutOfReach ? 'default' : 'pointer'}
      transition="transform 140ms"
      _active={{ transform: 'scale(.94)' }}
      _focusVisible={{ outlineColor: '#F5EFE6', outlineOffset: isCorner ? '0px' : '-2px' }}
    >
      <Flex
        width={isCorner ? '40px' : '36px'}
        height={isCorner ? '40px' : '36px'}
        align="center"
        justify="center"
        borderRadius="full"
        bg={isSounding ? 'bg.inverted' : 'disc'}
        color={isSounding ? 'fg.inverted' : 'disc.fg'}
        boxShadow="0 0 0 1px rgba(255,255,255,.2)"
      >
        <Icon of={isOutOfReach ? CloudOff : isSounding ? Pause : Play} size={16} filled={!isOutOfReach} />
      </Flex>
    </chakra.button>
  );
}
