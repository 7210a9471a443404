import { Link } from '@tanstack/react-router';
import { CloudOff, Play, Square } from 'lucide';
import { useIsOffline } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { StillLine } from '../../design/drawn-lines.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { useRadioApi, useRadioState } from './radio-context.tsx';
import { radioPageTexts } from './radio-page-texts.ts';
import { radioTexts } from './radio-texts.ts';
import { SongArt } from './song-art.tsx';
import { songWords, useSongTrack } from './song-words.ts';
import type { Song } from './station.ts';

export function AirPanel({ song, isSilent }: { song: Song | null; isSilent: boolean }) {
  const state = useRadioState();
  const isOffline = useIsOffline();
  const track = useSongTrack(song);
  const isAway = isSilent && !isOffline && state === 'off';
  const { title, line } = songWords(state, song);
  return (
    <Box
      as="section"
      aria-label={radioTexts.onAir}
      data-state={isAway ? 'away' : state}
      bg={isAway ? 'bg.panel' : 'air.solid'}
      color={isAway ? 'fg' : 'air.contrast'}
      borderRadius="panel"
      p={{ base: '14px', lg: '24px' }}
      minWidth="0"
      display="grid"
      gridTemplateAreas={{ base: '"art words" "press press"', lg: '"art words" "art press"' }}
      gridTemplateColumns={{ base: '76px minmax(0, 1fr)', lg: '174px minmax(0, 1fr)' }}
      gap={{ base: '14px', lg: '12px 24px' }}
      css={{ '& :focus-visible': { outlineColor: 'currentcolor' } }}
    >
      <Box gridArea="art" color="fg">
        <SongArt song={isAway ? null : song} px={174} iconSize={32} />
      </Box>
      <Box gridArea="words" minWidth="0">
        <Flex align="center" gap="14px" height="20px">
          <Box fontFamily="display" fontWeight="800" fontSize={{ base: '13px', lg: '18px' }} lineHeight="1">
            {radioTexts.onAir}
          </Box>
          <Box flex="1" height="18px" minWidth="0" aria-hidden>
            {isAway ? (
              <Box height="1.5px" mt="8px" bg="border.emphasized" />
            ) : (
              <StillLine seed="on air" width={320} height={18} half={2.6} fits="stretched" />
            )}
          </Box>
        </Flex>
        {isAway ? (
          <Box mt="10px" textStyle="title" role="status">
            {radioTexts.unavailable}
          </Box>
        ) : (
          <Box role="status" minWidth="0" mt={{ base: '6px', lg: '12px' }}>
            <Box
              fontFamily="display"
              fontWeight="800"
              fontSize={{ base: '22px', lg: '34px' }}
              lineHeight="1.05"
              letterSpacing="-.02em"
              lineClamp="2"
              overflowWrap="anywhere"
              pb=".1em"
            >
              {track ? (
                <styled.span asChild _hover={{ textDecoration: 'underline', textDecorationThickness: '2px' }}>
                  <Link to="/track/$trackId" params={{ trackId: track.id }}>
                    {title}
                  </Link>
                </styled.span>
              ) : (
                title
              )}
            </Box>
            <Box fontSize={{ base: '16px', lg: '17px' }} truncate>
              {line}
            </Box>
          </Box>
        )}
      </Box>
      <Box gridArea="press" alignSelf="end">
        <Press isOffline={isOffline} isAway={isAway} />
      </Box>
    </Box>
  );
}

function Press({ isOffline, isAway }: { isOffline: boolean; isAway: boolean }) {
  const { controller, isOpening, start } = useRadioApi();
  const state = useRadioState();
  const width = { base: '100%', lg: 'auto' };
  const onField = { bg: 'air.contrast', color: { base: 'disc.fg', _light: 'air.solid' } } as const;
  const colours = isAway ? {} : onField;
  if (state === 'off')
    return (
      <Button
        width={width}
        {...(isOffline
          ? { ...disabledWithReason(radioTexts.needsNetwork), _disabled: { ...onField, opacity: 0.62 } }
          : { ...colours, onClick: () => start('bar') })}
      >
        <Icon of={isOffline ? CloudOff : Play} size={18} filled={!isOffline} />
        {radioPageTexts.listen}
      </Button>
    );
  return (
    <Button width={width} {...colours} onClick={() => !isOpening && controller?.stop()}>
      <Icon of={Square} size={16} filled />
      {radioTexts.stop}
    </Button>
  );
}
