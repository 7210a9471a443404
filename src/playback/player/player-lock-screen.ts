import type { LockScreen, LockScreenKeys } from '../output/lock-screen.ts';
import type { PlayerEvent } from './player-events.ts';
import { isSounding, type PlayerSnapshot, stateOf } from './player-state.ts';
import type { ShownTrack } from './player-track.ts';
import { nextIndex } from './queue.ts';

interface PlayerKeys {
  send(event: PlayerEvent): void;
  seekBy(seconds: number): void;
}

export function showPlayerOnLockScreen(
  lockScreen: LockScreen,
  track: ShownTrack | null,
  snapshot: PlayerSnapshot,
  position: { positionS: number; durationS: number },
  player: PlayerKeys,
): void {
  if (stateOf(snapshot) === 'radio') return;
  if (!track) return lockScreen.clear('player');
  lockScreen.show('player', {
    title: track.title,
    artist: track.artist,
    artwork: track.coverSrc,
    state: isSounding(snapshot) ? 'playing' : 'paused',
    position,
    keys: keysOf(player, nextIndex(snapshot.context.queue) !== null),
  });
}

function keysOf({ send, seekBy }: PlayerKeys, hasNext: boolean): LockScreenKeys {
  return {
    play: () => send({ type: 'play.requested' }),
    pause: () => send({ type: 'pause.requested' }),
    ...(hasNext ? { next: () => send({ type: 'next.requested' }) } : {}),
    previous: () => send({ type: 'previous.requested' }),
    seekTo: (seconds) => send({ type: 'position.requested', seconds }),
    seekBy,
  };
}
