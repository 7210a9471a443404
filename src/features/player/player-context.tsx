import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useSyncOrNull } from '../../lib/live.ts';
import type { PlayerEngine, PlayerSnapshot, Progress } from './player-engine.ts';
import { type PlayerTrack, toPlayerTrack } from './player-track.ts';
import { currentOf } from './queue.ts';

interface PlayerDoor {
  engine: PlayerEngine | null;
  /** Plays a list from an index; the same track again toggles. Waits for the player's code when it is not there yet. */
  play(tracks: readonly TrackView[], startIndex: number): void;
}

const PlayerContext = createContext<PlayerDoor>({ engine: null, play: () => undefined });

/** Loads the player's code when the page is idle, before the first press is likely, and keeps it for the page's life. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const sync = useSyncOrNull();
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  const waiting = useRef<{ tracks: readonly PlayerTrack[]; startIndex: number } | null>(null);
  const opening = useRef<Promise<void> | null>(null);

  const open = useCallback(() => {
    if (!sync) return;
    opening.current ??= import('./player-engine.ts').then(({ openPlayer }) => {
      const opened = openPlayer(sync);
      setEngine(opened);
      if (waiting.current) opened.send({ type: 'tracks.play', ...waiting.current });
      waiting.current = null;
    });
  }, [sync]);

  useEffect(() => {
    if (!sync) return;
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(open, 300);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(open, { timeout: 2000 });
    return () => window.cancelIdleCallback(idle);
  }, [sync, open]);

  const play = useCallback(
    (tracks: readonly TrackView[], startIndex: number) => {
      const pressed = tracks[startIndex];
      if (!pressed) return;
      if (!engine) {
        waiting.current = { tracks: tracks.map(toPlayerTrack), startIndex };
        open();
        return;
      }
      const snapshot = engine.snapshot();
      if (currentOf(snapshot.context.queue)?.id === pressed.id) {
        engine.send({ type: isSounding(snapshot) ? 'pause.requested' : 'play.requested' });
        return;
      }
      engine.send({ type: 'tracks.play', tracks: tracks.map(toPlayerTrack), startIndex });
    },
    [engine, open],
  );

  const door = useMemo(() => ({ engine, play }), [engine, play]);
  return <PlayerContext value={door}>{children}</PlayerContext>;
}

export function usePlayerDoor(): PlayerDoor {
  return useContext(PlayerContext);
}

/** Sound runs or is about to. */
export function isSounding(snapshot: PlayerSnapshot): boolean {
  return snapshot.matches('playing') || snapshot.matches('loading') || snapshot.matches('waiting');
}

const noSubscription = () => () => undefined;

/** The machine's snapshot; null until the player is there. */
export function usePlayerSnapshot(): PlayerSnapshot | null {
  const { engine } = usePlayerDoor();
  return useSyncExternalStore(engine?.subscribe ?? noSubscription, engine ? engine.snapshot : () => null);
}

/** The current track and whether it sounds, for marks on cards. */
export function useNowPlaying(): { trackId: string | null; isPlaying: boolean } {
  const snapshot = usePlayerSnapshot();
  const trackId = snapshot ? (currentOf(snapshot.context.queue)?.id ?? null) : null;
  const isPlaying = snapshot ? isSounding(snapshot) : false;
  return useMemo(() => ({ trackId, isPlaying }), [trackId, isPlaying]);
}

export function useProgress(engine: PlayerEngine): Progress {
  return useSyncExternalStore(engine.progress.subscribe, engine.progress.get);
}
