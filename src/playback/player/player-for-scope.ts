import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { PlayerController } from './player-controller.ts';
import { UP_NEXT_KEY } from './queue.ts';
import { playerDepsOf, type PlayerDeps, type PlayerScope } from './player-deps.ts';

export interface PlayerForScope {
  controller: Live<PlayerController | null>;
  close(): void;
}

/** Opens a player for each scope and closes the previous one, so that nothing of one person plays, shows or is saved for another (SY-19). */
export function openPlayerForScope(
  scope: Live<PlayerScope | null>,
  openFor: (person: PlayerDeps) => PlayerController,
): PlayerForScope {
  const controller = createLive<PlayerController | null>(null);
  let stopListening: (() => void) | null = null;

  const closePlayer = () => {
    stopListening?.();
    stopListening = null;
    const player = controller.get();
    controller.set(null);
    player?.close();
  };
  const openForScope = () => {
    closePlayer();
    const next = scope.get();
    if (!next) return;
    stopListening = next.onClose(closePlayer);
    const player = openFor(playerDepsOf(next));
    controller.set(player);
    // Without its code, a list ends as usual.
    if (next.device.text(UP_NEXT_KEY))
      import('./up-next/up-next.ts').then((m) => m.startUpNext(player, next), console.warn);
  };
  const stop = scope.subscribe(openForScope);
  openForScope();
  return {
    controller,
    close() {
      stop();
      closePlayer();
    },
  };
}
