import type { Live } from '../../../sync/client.ts';
import { createHowlerOutput } from '../output/howler-output.ts';
import type { PageSound } from '../output/page-sound.ts';
import { openPlayerForScope, type PlayerForScope } from './player-for-scope.ts';
import { openPlayer } from './player-controller.ts';
import type { PlayerScope } from './player-deps.ts';

export * as presses from './player-presses.ts';

/** Prepares the function that opens the players. Call once per page: the players of all people use the same audio elements. */
export function preparePlayer(sound: PageSound): (scope: Live<PlayerScope | null>) => PlayerForScope {
  const output = createHowlerOutput();
  return (scope) => openPlayerForScope(scope, (person) => openPlayer({ person, output, sound }));
}
