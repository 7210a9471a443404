import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo } from 'react';
import type { Live } from '../../../sync/client.ts';
import type { NowPlaying, Press } from '../../components/track/listening.ts';
import { stopEarlySound } from '../../boot/early-sound.ts';
import { useEngineOrNull, useLive } from '../../engine/live.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import type { PlayerController, Progress } from './player-controller.ts';
import type { PlayerLoader, PlayerPress } from './player-loader.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import type { QueuableTrack } from './player-track.ts';

/** Calls wait until the player's code is loaded. Before the engine is open, they only stop audio of the boot page. */
interface PlayerApi {
  controller: PlayerController | null;
  /** Plays the tracks from `startIndex`. */
  play(tracks: readonly QueuableTrack[], startIndex: number, press?: Press): void;
  add(tracks: readonly QueuableTrack[], where: 'next' | 'end'): void;
  /** Plays the artist's public tracks, most played first. Starts at the given track, or at the first. */
  playArtist(artistId: string, startTrackId?: string): void;
}

const noop = () => undefined;
const PlayerContext = createContext<PlayerApi>({ controller: null, play: noop, add: noop, playArtist: noop });

const noController: Live<PlayerController | null> = { get: () => null, subscribe: () => noop };

/** Loads the player's code when the page is idle, before the first press is likely. */
export function PlayerProvider({ loader, children }: { loader: PlayerLoader; children: ReactNode }) {
  const app = useEngineOrNull();
  const current = useLive(loader.controller);
  // The first player changes most of the page: render it with low priority. Another person's player replaces it at once.
  const controller = useDeferredValue(current) && current;
  useEffect(() => (app ? whenIdle(() => void loader.load(app.scope), 1500) : undefined), [app, loader]);

  const api = useMemo((): PlayerApi => {
    const withPlayer = (run: PlayerPress) => (app ? loader.press(app.scope, run) : stopEarlySound());
    return {
      controller,
      play: (tracks, startIndex, press = 'track') =>
        withPlayer((player, presses) => presses.playTracks(player, tracks, startIndex, press)),
      add: (tracks, where) => withPlayer((player, presses) => presses.addTracks(player, tracks, where)),
      playArtist: (artistId, startTrackId) =>
        withPlayer((player, presses) => {
          const scope = app?.scope.get();
          if (scope) presses.playArtist(player, scope, artistId, startTrackId ?? null);
        }),
    };
  }, [app, controller, loader]);

  return <PlayerContext value={api}>{children}</PlayerContext>;
}

export function usePlayerApi(): PlayerApi {
  return useContext(PlayerContext);
}

/** A part of the player's snapshot; null without a player. The component renders only when this part changes. */
function usePlayer<T>(part: (snapshot: PlayerSnapshot) => T): T | null {
  const { controller } = usePlayerApi();
  return useLive({
    subscribe: controller?.subscribe ?? noController.subscribe,
    get: () => (controller ? part(controller.snapshot()) : null),
  });
}

export function usePlayerSnapshot(): PlayerSnapshot | null {
  return usePlayer((snapshot) => snapshot);
}

export function useNowPlaying(): NowPlaying {
  // Not `currentOf`, whose module loads with the player's code.
  const current = usePlayer(({ context: { queue } }) => queue.tracks[queue.index]);
  const isPlaying = usePlayer(isSounding) ?? false;
  return useMemo(() => ({ trackId: current?.id ?? null, from: current?.from, isPlaying }), [current, isPlaying]);
}

export function useProgress(controller: PlayerController): Progress {
  return useLive(controller.progress);
}
