import { Square } from 'lucide';
import { useState } from 'react';
import { useIsDesktop, useKeyboardOpen } from '../../platform/viewport.ts';
import { usePlayingTitle } from '../../platform/window-title.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { overEdges } from '../../design/edges.ts';
import { useShortcutKeys } from '../../design/shortcut-keys.ts';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { MuteButton, VolumeSlider } from '../output/volume-controls.tsx';
import { ArtToggle, type BarPartProps, loadSheet, Announcement, SongButton } from './bar-parts.tsx';
import { LiveLine } from './live-line.tsx';
import { radioKeys } from './radio-keys.ts';
import { useRadioApi, useRadioState } from './radio-context.tsx';
import type { RadioController } from './radio-controller.ts';
import { songWords, useOnAir } from './song-words.ts';
import { radioTexts } from './radio-texts.ts';

const BlockedOverlay = lazyPart(
  () => import('../../design/blocked-overlay.tsx').then((m) => m.BlockedOverlay),
  'invisible',
);
const RadioSheet = lazyPart(() => loadSheet().then((m) => m.RadioSheet), 'overlay');

interface RadioBarProps {
  isLeaving: boolean;
}

export function RadioBar({ isLeaving }: RadioBarProps) {
  const { controller } = useRadioApi();
  const state = useRadioState();
  const isDesktop = useIsDesktop();
  const keyboardOpen = useKeyboardOpen();
  const [isOpen, setOpen] = useState(false);
  useShortcutKeys(() => (controller && !isLeaving ? radioKeys(controller) : {}));
  if (!controller) return null;
  const parts = { controller, state, onOpen: () => setOpen(true) };
  return (
    <>
      <styled.section
        aria-label={radioTexts.name}
        data-state={state}
        hidden={keyboardOpen}
        inert={isLeaving}
        position="relative"
        {...overEdges}
        pb="var(--below-bar)"
        zIndex="player"
        bg="air.solid"
        color="air.contrast"
        animation={isLeaving ? 'airDrain 220ms {easings.inOut} forwards' : 'airFill 360ms {easings.out}'}
        css={{
          '& :focus-visible': { outlineColor: 'air.contrast' },
          '@media (prefers-reduced-motion: reduce)': { animation: isLeaving ? 'fadeOut 80ms' : 'fadeIn 80ms' },
        }}
      >
        <Announcement controller={controller} state={state} />
        {state === 'onAir' && !isLeaving && <OnAirTitle controller={controller} />}
        <Box inert={state === 'blocked'}>{isDesktop ? <FullBar {...parts} /> : <MiniBar {...parts} />}</Box>
        {state === 'blocked' && <BlockedOverlay onTap={controller.play} />}
      </styled.section>
      {isOpen && !isLeaving && <RadioSheet controller={controller} state={state} onClose={() => setOpen(false)} />}
    </>
  );
}

function OnAirTitle({ controller }: { controller: RadioController }) {
  const { title, line } = songWords('onAir', useOnAir(controller).song);
  usePlayingTitle(`${title}, ${line}`);
  return null;
}

function StopButton({ controller }: { controller: RadioController }) {
  return (
    <IconButton label={radioTexts.stop} onClick={controller.stop} css={hoverStyle}>
      <Icon of={Square} size={18} filled />
    </IconButton>
  );
}

const hoverStyle = {
  '@media (hover: hover)': { '&:hover': { bg: 'color-mix(in srgb, currentColor 14%, transparent)' } },
};
const weightAnimation = {
  animation: 'airWeight 360ms {easings.out}',
  css: { '@media (prefers-reduced-motion: reduce)': { animation: 'none' } },
} as const;

function MiniBar(parts: BarPartProps) {
  const { controller, state, onOpen } = parts;
  return (
    <Flex height="66px" align="center" gap="12px" p="8px 6px 8px 16px">
      <ArtToggle {...parts} size={50} />
      <SongButton {...parts} />
      <styled.button
        type="button"
        aria-hidden
        tabIndex={-1}
        onClick={onOpen}
        display="flex"
        alignItems="center"
        gap="10px"
        minWidth="0"
        height="44px"
        cursor="pointer"
      >
        <Box flex="0 1 70px" minWidth="0" css={{ '@media (max-width: 23.99rem)': { display: 'none' } }}>
          <LiveLine seed="on air" width={60} height={26} half={3} isMoving={state === 'onAir'} />
        </Box>
        <Box
          as="span"
          fontFamily="display"
          fontWeight="800"
          fontSize="12px"
          lineHeight="1"
          whiteSpace="nowrap"
          {...weightAnimation}
        >
          {radioTexts.onAir}
        </Box>
      </styled.button>
      <Box ml="-8px">
        <StopButton controller={controller} />
      </Box>
    </Flex>
  );
}

function FullBar(parts: BarPartProps) {
  const { controller, state } = parts;
  const line = { width: 184, height: 34, isMoving: state === 'onAir' };
  return (
    <Box
      display="grid"
      gridTemplateColumns="minmax(0, 320px) 1fr minmax(0, 390px)"
      gap="28px"
      height="88px"
      alignItems="center"
      px="40px"
    >
      <Flex align="center" gap="14px" minWidth="0">
        <ArtToggle {...parts} size={60} />
        <SongButton {...parts} />
      </Flex>
      <Flex align="center" justify="center" gap="20px" minWidth="0" aria-hidden>
        <LiveLine seed="on air" {...line} />
        <Box
          fontFamily="display"
          fontWeight="900"
          fontSize="32px"
          lineHeight="1"
          letterSpacing="-.02em"
          whiteSpace="nowrap"
          {...weightAnimation}
        >
          {radioTexts.onAir}
        </Box>
        <LiveLine seed="live" {...line} />
      </Flex>
      <Flex align="center" justify="flex-end" gap="6px" minWidth="0">
        <StopButton controller={controller} />
        <MuteButton volume={controller.volumes.bar} css={hoverStyle} />
        <VolumeSlider volume={controller.volumes.bar} width="110px" />
      </Flex>
    </Box>
  );
}
