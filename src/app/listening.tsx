import { Box, chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { PlayerBar } from '../features/player/player-bar.tsx';
import { usePlayerDoor } from '../features/player/player-context.tsx';
import { type OtherSound, RadioProvider, useRadioDoor, useRadioState } from '../features/radio/radio-context.tsx';

const loadBar = () => import('../features/radio/radio-bar.tsx');
const RadioBar = lazy(() => loadBar().then((m) => ({ default: m.RadioBar })));
const DRAIN_MS = 220;

/** Player and radio share one sound: who starts takes it, and the radio gives back what it took (S-20). */
export function ListeningProvider({ children }: { children: ReactNode }) {
  const { engine } = usePlayerDoor();
  const [isRadioOn, setRadioOn] = useState(false);
  const player = useRef(engine);
  const takeovers = useRef(new Set<() => void>());

  useEffect(() => {
    player.current = engine;
    if (!engine) return;
    return engine.onRadioLeft(() => takeovers.current.forEach((listener) => listener()));
  }, [engine]);

  // The player's code may come after the radio was turned on: what it restored is set aside then.
  useEffect(() => {
    if (isRadioOn) engine?.send({ type: 'radio.started' });
  }, [engine, isRadioOn]);

  const other = useMemo(
    (): OtherSound => ({
      radioStarted() {
        setRadioOn(true);
        player.current?.send({ type: 'radio.started' });
      },
      radioStopped() {
        setRadioOn(false);
        player.current?.send({ type: 'radio.stopped' });
      },
      onTakenOver(listener) {
        takeovers.current.add(listener);
        return () => takeovers.current.delete(listener);
      },
      volume: () => player.current?.volume.get() ?? 1,
    }),
    [],
  );
  return <RadioProvider other={other}>{children}</RadioProvider>;
}

/** What stands at the bottom: the player, or the radio while it is on. */
export function ListeningBar() {
  const isOn = useRadioState() !== 'off';
  const { engine } = useRadioDoor();
  const [wasOn, setWasOn] = useState(isOn);
  const [isLeaving, setLeaving] = useState(false);
  if (wasOn !== isOn) {
    setWasOn(isOn);
    setLeaving(!isOn);
  }
  useEffect(() => {
    if (engine) void loadBar().catch(() => undefined);
  }, [engine]);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), DRAIN_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  return (
    <Box position="relative">
      {!isOn && <PlayerBar />}
      <Suspense fallback={null}>
        {(isOn || isLeaving) && (
          <Box {...(isLeaving ? { position: 'absolute', insetX: '0', bottom: '0' } : {})}>
            <RadioBar isLeaving={isLeaving} songLink={SongLink} />
          </Box>
        )}
      </Suspense>
    </Box>
  );
}

/** Explore, with this track alone in it. */
function SongLink({ track, onFollow, children }: { track: TrackView; onFollow: () => void; children: ReactNode }) {
  return (
    <chakra.span
      asChild
      _hover={{ textDecoration: 'underline', textDecorationThickness: '2px' }}
      textUnderlineOffset="4px"
    >
      <Link to="/explore" search={{ q: track.title, track: track.id }} onClick={onFollow}>
        {children}
      </Link>
    </chakra.span>
  );
}
