import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo } from 'react';
import type { Live, TrackView } from '../../../sync/client.ts';
import { stopEarlySound } from '../../boot/early-sound.ts';
import { useEngineOrNull, useLive } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { artistSession } from './artist-session.ts';
import type { PlayerController, Progress } from './player-controller.ts';
import type { PlayerLoader } from './player-loader.ts';
import { isSounding, type PlayerSnapshot } from './player-state.ts';
import { playerTexts } from './player-texts.ts';
import { type PlayerTrack, toPlayerTrack } from './player-track.ts';
import { currentOf, tracksAround } from './queue.ts';

/** Calls wait until the player's code is loaded. Before the engine is open, they do nothing. */
interface PlayerApi {
  controller: PlayerController | null;
  /**
   * Plays the tracks from `startIndex`. If that track is already current, a press on the track toggles play and pause, and a press on the list
   * replaces the queue around it.
   */
  play(tracks: readonly TrackView[], startIndex: number, press?: 'track' | 'list'): void;
  add(tracks: readonly TrackView[], where: 'next' | 'end'): void;
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
    const withController = (run: (controller: PlayerController) => void) =>
      app ? loader.press(app.scope, run) : stopEarlySound();
    return {
      controller,
      play: (tracks, startIndex, press = 'track') =>
        withController((player) => {
          const pressed = tracks[startIndex];
          if (!pressed) return;
          const snapshot = player.snapshot();
          if (press === 'list') playList(player, tracksAround(tracks, startIndex));
          else if (currentOf(snapshot.context.queue)?.id === pressed.id)
            player.send({ type: isSounding(snapshot) ? 'pause.requested' : 'play.requested' });
          else player.send({ type: 'tracks.play', ...tracksAround(tracks, startIndex) });
        }),
      add: (tracks, where) =>
        withController((player) => {
          player.send({ type: 'queue.added', tracks: tracks.map(toPlayerTrack), where });
          toast({ id: 'queue', kind: 'success', title: playerTexts.added[where], duration: 2000 });
        }),
      playArtist: (artistId, startTrackId) =>
        withController((player) => {
          const scope = app?.scope.get();
          if (!scope) return;
          const session = artistSession(scope, artistId, startTrackId ?? null);
          if (session.kind === 'refused') toast({ kind: 'error', ...session.words });
          else playList(player, session);
        }),
    };
  }, [app, controller, loader]);

  return <PlayerContext value={api}>{children}</PlayerContext>;
}

interface TrackList {
  tracks: readonly PlayerTrack[];
  startIndex: number;
}

function playList(player: PlayerController, { tracks, startIndex }: TrackList): void {
  if (currentOf(player.snapshot().context.queue)?.id !== tracks[startIndex]?.id)
    return player.send({ type: 'tracks.play', tracks, startIndex });
  // The track keeps playing; only the tracks around it change.
  player.send({ type: 'queue.replaced', tracks, index: startIndex });
  if (!isSounding(player.snapshot())) player.send({ type: 'play.requested' });
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

export function useNowPlaying(): { trackId: string | null; isPlaying: boolean } {
  const trackId = usePlayer(({ context }) => currentOf(context.queue)?.id ?? null);
  const isPlaying = usePlayer(isSounding) ?? false;
  return useMemo(() => ({ trackId, isPlaying }), [trackId, isPlaying]);
}

export function useProgress(controller: PlayerController): Progress {
  return useLive(controller.progress);
}
