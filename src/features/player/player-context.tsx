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
import { texts } from '../../lib/texts.ts';
import { toast } from '../../ui/toast.ts';
import { artistSession } from './artist-session.ts';
import type { PlayerEngine, Progress } from './player-engine.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import { toPlayerTrack } from './player-track.ts';
import { currentOf, queueWindow } from './queue.ts';

/** What pages may ask of the player. Each waits for the player's code when it is not there yet. */
interface PlayerDoor {
  engine: PlayerEngine | null;
  /** Plays a list from an index; the same track again toggles. */
  play(tracks: readonly TrackView[], startIndex: number): void;
  /** Puts a track after the current one, or at the end of the queue. */
  add(track: TrackView, where: 'next' | 'end'): void;
  /** Plays an artist's public tracks, the most played first, from the first or from the given one. */
  playArtist(artistId: string, startTrackId?: string): void;
}

const nothing = () => undefined;
const PlayerContext = createContext<PlayerDoor>({ engine: null, play: nothing, add: nothing, playArtist: nothing });

/** Loads the player's code when the page is idle, before the first press is likely, and keeps it for the page's life. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const sync = useSyncOrNull();
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  const opened = useRef<PlayerEngine | null>(null);
  const waiting = useRef<((engine: PlayerEngine) => void)[]>([]);
  const opening = useRef<Promise<void> | null>(null);

  const open = useCallback(() => {
    if (!sync) return;
    opening.current ??= import('./player-engine.ts').then(
      ({ openPlayer }) => {
        opened.current = openPlayer(sync);
        setEngine(opened.current);
        for (const run of waiting.current.splice(0)) run(opened.current);
      },
      () => {
        // The code could not be fetched: the next press asks for it again.
        opening.current = null;
        if (waiting.current.splice(0).length > 0) toast({ kind: 'error', ...texts.player.loadError });
      },
    );
  }, [sync]);

  useEffect(() => {
    opened.current = null;
    opening.current = null;
    setEngine(null);
    if (!sync) return;
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(open, 300);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(open, { timeout: 2000 });
    return () => window.cancelIdleCallback(idle);
  }, [sync, open]);

  const door = useMemo((): PlayerDoor => {
    const withEngine = (run: (engine: PlayerEngine) => void) => {
      if (opened.current) return run(opened.current);
      waiting.current.push(run);
      open();
    };
    return {
      engine,
      play: (tracks, startIndex) =>
        withEngine((player) => {
          const pressed = tracks[startIndex];
          if (!pressed) return;
          const snapshot = player.snapshot();
          if (currentOf(snapshot.context.queue)?.id === pressed.id)
            player.send({ type: isSounding(snapshot) ? 'pause.requested' : 'play.requested' });
          else {
            // Of ten thousand tracks in the list only those of the queue are looked at.
            const { from, to } = queueWindow(tracks.length, startIndex);
            const queued = tracks.slice(from, to).map(toPlayerTrack);
            player.send({ type: 'tracks.play', tracks: queued, startIndex: startIndex - from });
          }
        }),
      add: (track, where) =>
        withEngine((player) => {
          player.send({ type: 'queue.added', tracks: [toPlayerTrack(track)], where });
          toast({ id: 'queue', kind: 'success', title: texts.player.added[where], duration: 2000 });
        }),
      playArtist: (artistId, startTrackId) =>
        withEngine((player) => {
          if (!sync) return;
          const session = artistSession(sync, artistId, startTrackId ?? null);
          if (session.kind === 'refused') toast({ kind: 'error', ...session.words });
          else if (currentOf(player.snapshot().context.queue)?.id === session.tracks[session.startIndex]?.id) {
            // It goes on where it is, with the artist's tracks around it.
            player.send({ type: 'queue.replaced', tracks: session.tracks, index: session.startIndex });
            if (!isSounding(player.snapshot())) player.send({ type: 'play.requested' });
          } else player.send({ type: 'tracks.play', ...session });
        }),
    };
  }, [engine, open, sync]);

  return <PlayerContext value={door}>{children}</PlayerContext>;
}

export function usePlayerDoor(): PlayerDoor {
  return useContext(PlayerContext);
}

const noSubscription = () => nothing;

/** The machine's snapshot; null until the player is there. */
export function usePlayerSnapshot(): PlayerSnapshot | null {
  const { engine } = usePlayerDoor();
  return useSyncExternalStore(engine?.subscribe ?? noSubscription, engine ? engine.snapshot : () => null);
}

/** The current track and whether it sounds, for marks on cards. */
export function useNowPlaying(): { trackId: string | null; isPlaying: boolean } {
  const { engine } = usePlayerDoor();
  // Values, not the snapshot: pages are drawn again when one of the two changes, not with every state on the way.
  const read = () => (engine ? engine.snapshot() : null);
  const subscribe = engine?.subscribe ?? noSubscription;
  const trackId = useSyncExternalStore(subscribe, () => {
    const snapshot = read();
    return snapshot ? (currentOf(snapshot.context.queue)?.id ?? null) : null;
  });
  const isPlaying = useSyncExternalStore(subscribe, () => {
    const snapshot = read();
    return snapshot !== null && isSounding(snapshot);
  });
  return useMemo(() => ({ trackId, isPlaying }), [trackId, isPlaying]);
}

export function useProgress(engine: PlayerEngine): Progress {
  return useSyncExternalStore(engine.progress.subscribe, engine.progress.get);
}
