import { vi } from 'vitest';
import type { Live, TrackView } from '../../sync/client.ts';
import { toasts } from '../engine/toast.ts';
import { openPlayer } from '../playback/player/player-controller.ts';
import { playerDepsOf } from '../playback/player/player-deps.ts';
import { stateOf } from '../playback/player/player-state.ts';
import { queueFrom } from '../playback/player/queue.ts';
import { savePlayer } from '../playback/player/saved-player.ts';
import { createSimulatedOutput, quietWorld, type SimulatedFile } from './simulated-output.ts';
import { simulatedScopes, simulatedSound, simulatedTrack } from './simulated-page.ts';

export const abc = ['a', 'b', 'c'].map(simulatedTrack);

/**
 * Opens a person's player with a simulated output, page and device.
 * @param saved index in `abc`, and position in seconds
 */
export function openedPlayer(
  saved?: { index: number; positionS: number },
  replicaTracks: ReadonlyMap<string, Live<TrackView | null>> = new Map(),
  file?: SimulatedFile,
) {
  const page = simulatedSound();
  const device = simulatedScopes((id) => replicaTracks.get(id));
  device.become('me');
  const scope = device.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  if (saved) {
    const { index, positionS } = saved;
    const volume = { value: 0.4, isMuted: false };
    savePlayer(scope.device, { queue: queueFrom(abc, index), positionS, volume }, 'all');
  }
  const world = quietWorld();
  const simulated = createSimulatedOutput(world, file);
  const person = playerDepsOf(scope);
  const player = openPlayer({ person, output: simulated.output, sound: page.sound });
  return {
    page,
    device,
    player,
    simulated,
    world,
    state: () => stateOf(player.snapshot()),
    pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        simulated.pass(1);
        vi.advanceTimersByTime(1000);
      }
    },
    savedPosition() {
      const text = scope.device.text('player-place');
      if (text === null) return null;
      const { index, positionS }: { index: number; positionS: number } = JSON.parse(text);
      return { index, positionS };
    },
    toastLines: () => toasts.get().map(({ title, text }) => (text === undefined ? title : `${title}: ${text}`)),
  };
}
