import { ChevronDown, Link as LinkSign, Square } from 'lucide';
import { copyLink } from '../../engine/copy-link.ts';
import { texts } from '../../platform/texts.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Strata } from '../../design/strata.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { MuteButton } from '../output/volume-controls.tsx';
import type { RadioController } from './radio-controller.ts';
import type { RadioState } from './radio-state.ts';
import { SongArt } from './song-art.tsx';
import { songWords, useOnAir, useSongTrack } from './song-words.ts';
import { radioTexts } from './radio-texts.ts';

interface RadioSheetProps {
  controller: RadioController;
  state: RadioState;
  onClose: () => void;
}

export function RadioSheet({ controller, state, onClose }: RadioSheetProps) {
  return (
    <Sheet title={radioTexts.name} kind="side" isOnAir onClose={onClose}>
      <Flex
        direction="column"
        flex="1 0 auto"
        color="air.contrast"
        overflowX="clip"
        css={{ '& :focus-visible': { outlineColor: 'air.contrast' } }}
      >
        <Flex align="center" justify="space-between" p="max(10px, env(safe-area-inset-top)) 10px 0">
          <IconButton label="Close radio" onClick={onClose} _hover={{ bg: 'transparent' }}>
            <Icon of={ChevronDown} size={24} />
          </IconButton>
          <Flex
            align="center"
            gap="7px"
            height="36px"
            p="0 12px 0 10px"
            borderRadius="full"
            bg="air.contrast"
            color="air.solid"
            textStyle="label"
            aria-hidden
          >
            <Box
              width="8px"
              height="8px"
              borderRadius="full"
              {...(state === 'onAir' ? { bg: 'currentcolor' } : { border: '1.5px solid' })}
            />
            {radioTexts.onAir}
          </Flex>
        </Flex>
        <Box
          aria-hidden
          fontFamily="display"
          fontWeight="900"
          fontSize="clamp(56px, min(45vw, 21svh), 176px)"
          lineHeight=".79"
          letterSpacing="-.055em"
          m="18px 0 0 11px"
          pb=".1em"
          animation="airWeight 360ms {easings.out}"
          css={{
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
            // In forced colours the browser's text backplate would cover the content above.
            _highContrast: { forcedColorAdjust: 'none', color: 'CanvasText' },
          }}
        >
          ON
          <br />
          AIR
        </Box>
        {/* Shrinks on low screens. */}
        <Box
          position="relative"
          flex="1 0 72px"
          mb="8px"
          css={{ '& > svg': { position: 'absolute', inset: 0, margin: 'auto', height: '100%', maxHeight: '188px' } }}
        >
          <Strata height={188} lines={12} width={390} />
        </Box>
        <NowOn controller={controller} state={state} onFollow={onClose} />
        <Box p="20px">
          <Box fontSize="14px" mb="16px">
            {radioTexts.neverCounts}
          </Box>
          <Flex gap="12px">
            <Button
              onClick={controller.stop}
              flex="1"
              height="60px"
              fontSize="17px"
              bg="air.contrast"
              color={{ base: '#fff', _light: 'air.solid' }}
              gap="12px"
            >
              <Icon of={Square} size={18} filled />
              {radioTexts.stop}
            </Button>
            <MuteButton
              volume={controller.volumes.bar}
              size={24}
              width="60px"
              height="60px"
              boxShadow="inset 0 0 0 2px {colors.air.contrast}"
              _hover={{ bg: 'transparent' }}
            />
          </Flex>
        </Box>
      </Flex>
    </Sheet>
  );
}

function NowOn({ controller, state, onFollow }: Omit<RadioSheetProps, 'onClose'> & { onFollow: () => void }) {
  const { song, listeners, streamer } = useOnAir(controller);
  const track = useSongTrack(song);
  const { title, line } = songWords(state, song);
  const meta = [streamer && radioTexts.live(streamer), listeners > 1 && radioTexts.listening(listeners)].filter(
    Boolean,
  );
  return (
    <Flex px="20px" gap="16px" align="center">
      <Box width="112px" flex="none">
        <SongArt song={song} px={174} iconSize={32} />
      </Box>
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        <Box
          fontFamily="display"
          fontWeight="800"
          fontSize="26px"
          lineHeight="1.02"
          letterSpacing="-.02em"
          lineClamp="3"
          pb=".1em"
        >
          {track && state !== 'blocked' ? (
            <TrackLink trackId={track.id} onFollow={onFollow}>
              {title}
            </TrackLink>
          ) : (
            title
          )}
        </Box>
        <Flex mt="4px" align="center">
          <styled.div fontSize="17px" flex="1" minWidth="0" role="status">
            {line}
          </styled.div>
          {/* Beside the title, the button would leave no room for a long word. */}
          {track && (
            <IconButton
              label={texts.link.copy}
              m="-11px -12px -11px 0"
              onClick={() => void copyLink(`/track/${track.id}`)}
              _hover={{ bg: 'transparent' }}
            >
              <Icon of={LinkSign} />
            </IconButton>
          )}
        </Flex>
        {meta.length > 0 && (
          <Box textStyle="meta" mt="4px">
            {meta.join(' · ')}
          </Box>
        )}
      </Box>
    </Flex>
  );
}
