import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Live, Scope, TrackView } from '../../../sync/client.ts';
import { stopEarlySound } from '../../boot/early-sound.ts';
import type { PageSound } from '../output/page-sound.ts';
import { useEngineOrNull, useLive } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { artistSession } from './artist-session.ts';
import type { PersonPlayer } from './player-for-scope.ts';
import type { PlayerEngine, Progress } from './player-engine.ts';
import type { PlayerScope } from './player-deps.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { playerTexts } from './player-texts.ts';
import { toPlayerTrack } from './player-track.ts';
import { currentOf, tracksAround } from './queue.ts';

/** What pages can do with the player. Each call waits for the player's code if it is not loaded yet. */
interface PlayerDoor {
  engine: PlayerEngine | null;
  /** Plays a list from an index; if that track is already current, toggles play and pause. */
  play(tracks: readonly TrackView[], startIndex: number): void;
  /** Adds a track after the current one, or at the end of the queue. */
  add(track: TrackView, where: 'next' | 'end'): void;
  /** Plays an artist's public tracks, most played first, from the given track or from the first. */
  playArtist(artistId: string, startTrackId?: string): void;
}

const nothing = () => undefined;
const PlayerContext = createContext<PlayerDoor>({ engine: null, play: nothing, add: nothing, playArtist: nothing });

const noEngine: Live<PlayerEngine | null> = { get: () => null, subscribe: () => nothing };

/**
 * Loads the player's code when the page is idle, before the first press is likely, and keeps it as long as the page.
 * `loadSound` must return the same sound each time.
 */
export function PlayerProvider({ loadSound, children }: { loadSound: () => Promise<PageSound>; children: ReactNode }) {
  const app = useEngineOrNull();
  const loading = useRef<Promise<void> | null>(null);
  const [open, setOpen] = useState<((scope: Live<PlayerScope | null>) => PersonPlayer) | null>(null);
  const [player, setPlayer] = useState<PersonPlayer | null>(null);
  const engine = useLive(player?.engine ?? noEngine);
  /** The player as soon as it is open, for a press on a page that has not rendered with it yet. */
  const openedPlayer = useRef<PersonPlayer | null>(null);
  /** Presses that came before the code had loaded, each with its person's scope. */
  const presses = useRef<{ scope: Scope; run: (engine: PlayerEngine) => void }[]>([]);

  const load = useCallback(() => {
    if (loading.current) return;
    loading.current = Promise.all([import('./player-code.ts'), loadSound()]).then(
      ([{ preparePlayer }, sound]) => {
        const prepared = preparePlayer(sound);
        startTransition(() => setOpen(() => prepared));
      },
      () => {
        // The code could not be fetched: the next press retries.
        loading.current = null;
        stopEarlySound();
        if (presses.current.splice(0).length > 0) toast({ kind: 'error', ...playerTexts.loadError });
      },
    );
  }, [loadSound]);

  useEffect(() => (app ? whenIdle(load, 1500) : undefined), [app, load]);

  // The scope decides whose player it is.
  useEffect(() => {
    if (!app || !open) return;
    const opened = open(app.scope);
    openedPlayer.current = opened;
    startTransition(() => setPlayer(opened));
    const now = opened.engine.get();
    const scope = app.scope.get();
    for (const press of presses.current.splice(0)) {
      if (now && press.scope === scope) press.run(now);
      else stopEarlySound();
    }
    return () => {
      openedPlayer.current = null;
      setPlayer(null);
      opened.close();
    };
  }, [app, open]);

  const door = useMemo((): PlayerDoor => {
    const withEngine = (run: (engine: PlayerEngine) => void) => {
      const scope = app?.scope.get();
      if (!scope) return stopEarlySound();
      const now = openedPlayer.current?.engine.get();
      if (now) return run(now);
      presses.current.push({ scope, run });
      load();
    };
    return {
      engine,
      play: (tracks, startIndex) =>
        withEngine((to) => {
          const pressed = tracks[startIndex];
          if (!pressed) return;
          const snapshot = to.snapshot();
          if (currentOf(snapshot.context.queue)?.id === pressed.id)
            to.send({ type: isSounding(snapshot) ? 'pause.requested' : 'play.requested' });
          else to.send({ type: 'tracks.play', ...tracksAround(tracks, startIndex) });
        }),
      add: (track, where) =>
        withEngine((to) => {
          to.send({ type: 'queue.added', tracks: [toPlayerTrack(track)], where });
          toast({ id: 'queue', kind: 'success', title: playerTexts.added[where], duration: 2000 });
        }),
      playArtist: (artistId, startTrackId) =>
        withEngine((to) => {
          const scope = app?.scope.get();
          if (!scope) return;
          const session = artistSession(scope, artistId, startTrackId ?? null);
          if (session.kind === 'refused') toast({ kind: 'error', ...session.words });
          else if (currentOf(to.snapshot().context.queue)?.id === session.tracks[session.startIndex]?.id) {
            // The track goes on playing; only the tracks around it change.
            to.send({ type: 'queue.replaced', tracks: session.tracks, index: session.startIndex });
            if (!isSounding(to.snapshot())) to.send({ type: 'play.requested' });
          } else to.send({ type: 'tracks.play', tracks: session.tracks, startIndex: session.startIndex });
        }),
    };
  }, [app, engine, load]);

  return <PlayerContext value={door}>{children}</PlayerContext>;
}

export function usePlayerDoor(): PlayerDoor {
  return useContext(PlayerContext);
}

/** A part of the player's snapshot; null until the player exists. The component rerenders only when this part changes. */
function usePlayer<T>(part: (snapshot: PlayerSnapshot) => T): T | null {
  const { engine } = usePlayerDoor();
  return useLive({
    subscribe: engine?.subscribe ?? noEngine.subscribe,
    get: () => (engine ? part(engine.snapshot()) : null),
  });
}

/** The machine's snapshot; null until the player exists. */
export function usePlayerSnapshot(): PlayerSnapshot | null {
  return usePlayer((snapshot) => snapshot);
}

/** The current track and whether it plays, for cards. */
export function useNowPlaying(): { trackId: string | null; isPlaying: boolean } {
  const trackId = usePlayer(({ context }) => currentOf(context.queue)?.id ?? null);
  const isPlaying = usePlayer(isSounding) ?? false;
  return useMemo(() => ({ trackId, isPlaying }), [trackId, isPlaying]);
}

export function useProgress(engine: PlayerEngine): Progress {
  return useLive(engine.progress);
}
