import type { ShortcutKeys } from '../../design/shortcut-keys.ts';
import { soundKeys } from '../sound-keys.ts';
import type { PlayerController } from './player-controller.ts';
import { isSounding } from './player-state.ts';
import { currentOf } from './queue.ts';

const SEEK_S = 10;

/** The shortcut keys of the player. Without a track no key is handled, because some keys also scroll the page (S-22). */
export function playerKeys(controller: PlayerController): ShortcutKeys {
  if (!currentOf(controller.snapshot().context.queue)) return {};
  const playOrPause = () =>
    controller.send({ type: isSounding(controller.snapshot()) ? 'pause.requested' : 'play.requested' });
  return {
    ...soundKeys(controller.volume, playOrPause),
    ArrowLeft: () => controller.seekBy(-SEEK_S),
    ArrowRight: () => controller.seekBy(SEEK_S),
    n: () => controller.send({ type: 'next.requested' }),
    p: () => controller.send({ type: 'previous.requested' }),
  };
}
