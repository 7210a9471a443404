import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { PlayerEngine } from './player-engine.ts';
import { playerDepsOf, type PlayerDeps, type PlayerScope } from './player-deps.ts';

/** The player of the person who uses the device now. */
export interface PersonPlayer {
  engine: Live<PlayerEngine | null>;
  close(): void;
}

/**
 * Opens a player in the current person's scope, signed in or guest, and closes it with the scope. So nothing of one
 * person plays, shows or is saved for another (SY-19).
 */
export function followPerson(
  scope: Live<PlayerScope | null>,
  openFor: (person: PlayerDeps) => PlayerEngine,
): PersonPlayer {
  const engine = createLive<PlayerEngine | null>(null);
  let keepOpen: (() => void) | null = null;

  const leave = () => {
    keepOpen?.();
    keepOpen = null;
    const left = engine.get();
    engine.set(null);
    left?.close();
  };
  const follow = () => {
    leave();
    const next = scope.get();
    if (!next) return;
    keepOpen = next.onClose(leave);
    engine.set(openFor(playerDepsOf(next)));
  };
  const stop = scope.subscribe(follow);
  follow();
  return {
    engine,
    close() {
      stop();
      leave();
    },
  };
}
