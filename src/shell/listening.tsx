import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PageSound } from '../playback/output/page-sound.ts';
import { pending } from '../boot/contract.ts';
import { PlayerProvider, usePlayerDoor } from '../playback/player/player-context.tsx';
import { RadioProvider, useRadioDoor, useRadioState } from '../playback/radio/radio-context.tsx';
import { useBottomBars } from '../platform/bottom-bars.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box } from '../design/styled.tsx';

const PlayerBar = lazyPart(() => import('../playback/player/player-bar.tsx').then((m) => m.PlayerBar), 'block');
const RadioBar = lazyPart(() => import('../playback/radio/radio-bar.tsx').then((m) => m.RadioBar), 'block');
const DRAIN_MS = 220;

let pageSound: Promise<PageSound> | null = null;

/** One for the page's life, whoever listens. Its code comes with the player's and the radio's. */
function loadPageSound(): Promise<PageSound> {
  pageSound ??= import('../playback/output/page-sound.ts').then(
    ({ openPageSound }) => openPageSound(),
    (error: unknown) => {
      // The next press asks for it again.
      pageSound = null;
      throw error;
    },
  );
  return pageSound;
}

/** What sounds in the page: the player and the radio, of which one has the sound. */
export function ListeningProvider({ children }: { children: ReactNode }) {
  return (
    <PlayerProvider loadSound={loadPageSound}>
      <RadioProvider loadSound={loadPageSound}>{children}</RadioProvider>
    </PlayerProvider>
  );
}

/**
 * The foot of any page, inside the app's frame or outside of it: what sounds has its controls there, over `children`, the
 * tabs where there are any.
 */
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
      // Without tabs below it the bar itself keeps clear of the phone's edge.
      css={{ '--below-bar': children ? '0px' : 'env(safe-area-inset-bottom)' }}
    >
      <ListeningBar />
      {children}
    </Box>
  );
}

/** What stands at the bottom: the player, or the radio while it is on. */
function ListeningBar() {
  const isOn = useRadioState() !== 'off';
  const { engine } = useRadioDoor();
  const player = usePlayerDoor().engine;
  const [wasOn, setWasOn] = useState(isOn);
  const [isLeaving, setLeaving] = useState(false);
  if (wasOn !== isOn) {
    setWasOn(isOn);
    setLeaving(!isOn);
  }
  useEffect(() => {
    // Fetched ahead of the press; if it cannot be had now, the press fetches it.
    if (engine) void RadioBar.preload();
  }, [engine]);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), DRAIN_MS);
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
