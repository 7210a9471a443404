import { CloudOff, Pause, Play } from 'lucide';
import { useEffect } from 'react';
import { useIsOffline } from '../../engine/live.ts';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { MuteButton, VolumeSlider } from '../output/volume-controls.tsx';
import { useRadioApi, useRadioState } from './radio-context.tsx';
import { isHeld } from './radio-state.ts';
import type { RadioController } from './radio-controller.ts';
import { songWords, useOnAir } from './song-words.ts';
import { radioTexts } from './radio-texts.ts';

/** The radio of the gate. Opening or leaving the gate stops the radio, because the gate has controls of its own. */
export function GateRadio() {
  const { controller } = useRadioApi();
  return (
    <Flex as="section" aria-label={radioTexts.name} align="center" gap="14px" minHeight="56px">
      {controller && <Controls controller={controller} />}
    </Flex>
  );
}

function Controls({ controller }: { controller: RadioController }) {
  const { start } = useRadioApi();
  const state = useRadioState();
  const hasNetwork = !useIsOffline();
  const { song } = useOnAir(controller);
  useEffect(() => {
    controller.displace();
    const stopWatching = controller.watch();
    return () => {
      stopWatching();
      controller.displace();
    };
  }, [controller]);

  const { title, line } = songWords(state, song);
  const isOffline = state === 'off' && !hasNetwork;
  const isSilent = state === 'off' || isHeld(state);
  const press = () => {
    if (state === 'off') start('gate');
    else if (isSilent) controller.play();
    else controller.pause();
  };
  return (
    <>
      <styled.button
        type="button"
        aria-label={isSilent ? 'Play live radio' : 'Pause live radio'}
        data-state={state}
        {...(isOffline ? disabledWithReason(radioTexts.needsNetwork) : { onClick: press })}
        width="56px"
        height="56px"
        borderRadius="full"
        flex="none"
        display="flex"
        alignItems="center"
        justifyContent="center"
        bg="air.solid"
        color="air.contrast"
        cursor="pointer"
        transitionProperty="transform"
        transitionDuration="quick"
        _active={{ transform: 'scale(.94)' }}
        _disabled={{ bg: 'bg.muted', color: 'fg.disabled', cursor: 'default', transform: 'none' }}
      >
        {isOffline ? (
          <Icon of={CloudOff} size={24} />
        ) : state === 'connecting' || state === 'reconnecting' ? (
          <Squiggle label={null} />
        ) : isSilent ? (
          <Icon of={Play} size={24} filled />
        ) : (
          <Icon of={Pause} size={24} filled />
        )}
      </styled.button>
      <Box flex="1" minWidth="0" role="status">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {isOffline ? radioTexts.offline : line}
        </Box>
      </Box>
      <MuteButton volume={controller.volumes.gate} size={22} />
      <VolumeSlider volume={controller.volumes.gate} width="72px" />
    </>
  );
}
