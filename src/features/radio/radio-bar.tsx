import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Pause, Play, Square } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { texts } from '../../lib/texts.ts';
import { useIsDesktop, useKeyboardOpen } from '../../lib/viewport.ts';
import { IconButton } from '../../ui/button.tsx';
import { MuteButton, VolumeSlider } from './level-controls.tsx';
import { LiveLine } from './live-line.tsx';
import { useRadioDoor, useRadioState } from './radio-context.tsx';
import type { RadioEngine, RadioState } from './radio-engine.ts';
import type { SongLink } from './radio-sheet.tsx';
import { SongArt } from './song-art.tsx';
import { songWords, useOnAir } from './song-words.ts';
import { useRadioKeys } from './use-radio-keys.ts';

const loadSheet = () => import('./radio-sheet.tsx');
const RadioSheet = lazy(() => loadSheet().then((m) => ({ default: m.RadioSheet })));

interface RadioBarProps {
  /** Draining after it was turned off. */
  isLeaving: boolean;
  songLink: SongLink;
}

/** The bottom player in radio mode: all of it in the colour of live, no seek, no time, no ZAP. */
export function RadioBar({ isLeaving, songLink }: RadioBarProps) {
  const { engine } = useRadioDoor();
  const state = useRadioState();
  const isDesktop = useIsDesktop();
  const keyboardOpen = useKeyboardOpen();
  const [isOpen, setOpen] = useState(false);
  useRadioKeys(isLeaving ? null : engine);
  if (!engine) return null;
  const parts = { engine, state, onOpen: () => setOpen(true) };
  return (
    <>
      <chakra.section
        aria-label={texts.radio.name}
        data-state={state}
        hidden={keyboardOpen}
        inert={isLeaving}
        position="relative"
        zIndex="player"
        bg="air.solid"
        color="air.contrast"
        animation={isLeaving ? 'airDrain 220ms {easings.inOut} forwards' : 'airFill 360ms {easings.out}'}
        css={{
          '& :focus-visible': { outlineColor: 'air.contrast' },
          '@media (prefers-reduced-motion: reduce)': { animation: isLeaving ? 'fadeOut 80ms' : 'fadeIn 80ms' },
        }}
      >
        <Said engine={engine} state={state} />
        <Box inert={state === 'blocked'}>{isDesktop ? <FullBar {...parts} /> : <MiniBar {...parts} />}</Box>
        {state === 'blocked' && <BlockedOverlay engine={engine} />}
      </chakra.section>
      <Suspense fallback={null}>
        {isOpen && !isLeaving && (
          <RadioSheet engine={engine} state={state} songLink={songLink} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

interface BarParts {
  engine: RadioEngine;
  state: RadioState;
  onOpen: () => void;
}

function ArtToggle({ engine, state, size }: BarParts & { size: number }) {
  const { song } = useOnAir(engine);
  const isHeld = state === 'paused' || state === 'blocked';
  const Icon = isHeld ? Play : Pause;
  return (
    <Box width={`${size}px`} flex="none">
      <SongArt song={song}>
        <chakra.button
          type="button"
          aria-label={isHeld ? 'Play' : 'Pause'}
          onClick={isHeld ? engine.play : engine.pause}
          position="absolute"
          inset="0"
          display="flex"
          alignItems="center"
          justifyContent="center"
          bg="rgba(14,10,8,.5)"
          color="#fff"
          borderRadius="art"
          cursor="pointer"
          css={{ '&:focus-visible': { outlineColor: '#fff', outlineOffset: '-4px' } }}
        >
          <Icon size={22} fill="currentColor" strokeWidth={1.5} aria-hidden />
        </chakra.button>
      </SongArt>
    </Box>
  );
}

function Words({ engine, state, onOpen }: BarParts) {
  const { song } = useOnAir(engine);
  const { title, line } = songWords(state, song);
  return (
    <chakra.button
      type="button"
      aria-label={`Open radio, ${title}`}
      onClick={onOpen}
      onPointerEnter={() => void loadSheet()}
      display="block"
      flex="1"
      minWidth="0"
      minHeight="44px"
      textAlign="left"
      cursor="pointer"
    >
      <Box textStyle="title" truncate>
        {title}
      </Box>
      <Box textStyle="meta" truncate>
        {line}
      </Box>
    </chakra.button>
  );
}

/** What the bar shows, for screen readers, as it changes. */
function Said({ engine, state }: { engine: RadioEngine; state: RadioState }) {
  const { title, line } = songWords(state, useOnAir(engine).song);
  return (
    <chakra.span srOnly role="status">
      {title}, {line}
    </chakra.span>
  );
}

function StopButton({ engine }: { engine: RadioEngine }) {
  return (
    <IconButton label={texts.radio.stop} onClick={engine.stop} css={onAir}>
      <Square size={18} fill="currentColor" strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

const onAir = { '@media (hover: hover)': { '&:hover': { bg: 'color-mix(in srgb, currentColor 14%, transparent)' } } };
const grows = {
  animation: 'airWeight 360ms {easings.out}',
  css: { '@media (prefers-reduced-motion: reduce)': { animation: 'none' } },
} as const;

function MiniBar(parts: BarParts) {
  const { engine, state, onOpen } = parts;
  return (
    <Flex height="66px" align="center" gap="12px" p="8px 6px 8px 16px">
      <ArtToggle {...parts} size={50} />
      <Words {...parts} />
      <chakra.button
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
          {...grows}
        >
          {texts.radio.onAir}
        </Box>
      </chakra.button>
      <Box ml="-8px">
        <StopButton engine={engine} />
      </Box>
    </Flex>
  );
}

function FullBar(parts: BarParts) {
  const { engine, state } = parts;
  const line = { width: 184, height: 34, isMoving: state === 'onAir' };
  return (
    <Grid
      templateColumns="minmax(0, 320px) 1fr minmax(0, 390px)"
      gap="28px"
      height="88px"
      alignItems="center"
      px="40px"
    >
      <Flex align="center" gap="14px" minWidth="0">
        <ArtToggle {...parts} size={60} />
        <Words {...parts} />
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
          {...grows}
        >
          {texts.radio.onAir}
        </Box>
        <LiveLine seed="live" {...line} />
      </Flex>
      <Flex align="center" justify="flex-end" gap="6px" minWidth="0">
        <StopButton engine={engine} />
        <MuteButton engine={engine} css={onAir} />
        <VolumeSlider engine={engine} width="110px" />
      </Flex>
    </Grid>
  );
}

/** A tap anywhere on it starts what the browser refused. */
function BlockedOverlay({ engine }: { engine: RadioEngine }) {
  return (
    <chakra.button
      type="button"
      onClick={engine.play}
      position="absolute"
      inset="0"
      display="flex"
      alignItems="center"
      gap="14px"
      px={{ base: '16px', lg: '40px' }}
      bg="bg.inverted"
      color="fg.inverted"
      textAlign="left"
      cursor="pointer"
      css={{ '&:focus-visible': { outlineColor: 'fg.inverted', outlineOffset: '-4px' } }}
    >
      <Flex
        width="48px"
        height="48px"
        borderRadius="full"
        bg="fg.inverted"
        color="bg.inverted"
        align="center"
        justify="center"
        flex="none"
      >
        <Play size={22} fill="currentColor" aria-hidden />
      </Flex>
      <Box>
        <Box textStyle="title">{texts.player.tapToContinue}</Box>
        <Box textStyle="meta">{texts.player.blocked}</Box>
      </Box>
    </chakra.button>
  );
}
