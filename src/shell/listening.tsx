import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SyncClient } from '../../sync/client.ts';
import type { PageSound } from '../playback/output/page-sound.ts';
import { pending } from '../boot/contract.ts';
import { PlayerProvider, usePlayerApi } from '../playback/player/player-context.tsx';
import { createPlayerLoader } from '../playback/player/player-loader.ts';
import { RadioProvider, useRadioApi, useRadioState } from '../playback/radio/radio-context.tsx';
import { useBottomBars } from '../platform/bottom-bars.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box } from '../design/styled.tsx';

const PlayerBar = lazyPart(() => import('../playback/player/player-bar.tsx').then((m) => m.PlayerBar), 'block');
const RadioBar = lazyPart(() => import('../playback/radio/radio-bar.tsx').then((m) => m.RadioBar), 'block');
const LEAVE_ANIMATION_MS = 220;

let pageSound: Promise<PageSound> | null = null;

/** Loads what the player and the radio share: volume, lock screen and the ownership of the sound. */
function loadPageSound(): Promise<PageSound> {
  pageSound ??= import('../playback/output/page-sound.ts').then(
    ({ openPageSound }) => openPageSound(),
    (error: unknown) => {
      // The next press of Play or of the radio tries again.
      pageSound = null;
      throw error;
    },
  );
  return pageSound;
}

/** Outside of React, so that `preloadPlayer` can open the player before the first render. */
const loader = createPlayerLoader(loadPageSound);

/** Loads the player and its bar. Resolves also if their code cannot be loaded. */
export async function preloadPlayer({ scope }: Pick<SyncClient, 'scope'>): Promise<void> {
  await Promise.all([loader.load(scope), PlayerBar.preload()]);
}

export function ListeningProvider({ children }: { children: ReactNode }) {
  return (
    <PlayerProvider loader={loader}>
      <RadioProvider loadSound={loadPageSound}>{children}</RadioProvider>
    </PlayerProvider>
  );
}

export function ListeningFoot({ children }: { children?: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useBottomBars(foot);
  return (
    <Box
      ref={foot}
      data-foot
      position="sticky"
      bottom="0"
      zIndex="player"
      // Without tabs below, the bar itself respects the safe area.
      css={{ '--below-bar': children ? '0px' : 'env(safe-area-inset-bottom)' }}
    >
      <ListeningBar />
      {children}
    </Box>
  );
}

function ListeningBar() {
  const isOn = useRadioState() !== 'off';
  const { controller } = useRadioApi();
  const player = usePlayerApi().controller;
  const [wasOn, setWasOn] = useState(isOn);
  const [isLeaving, setLeaving] = useState(false);
  if (wasOn !== isOn) {
    setWasOn(isOn);
    setLeaving(!isOn);
  }
  useEffect(() => {
    // If this preload fails, the bar loads when the person switches the radio on.
    if (controller) void RadioBar.preload();
  }, [controller]);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), LEAVE_ANIMATION_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  return (
    <Box position="relative">
      {!player && <span hidden {...pending} />}
      {!isOn && player && <PlayerBar />}
      {(isOn || isLeaving) && (
        <Box {...(isLeaving ? { position: 'absolute', insetX: '0', bottom: '0' } : {})}>
          <RadioBar isLeaving={isLeaving} />
        </Box>
      )}
    </Box>
  );
}
