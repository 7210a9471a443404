import type { ShortcutKeys } from '../../design/shortcut-keys.ts';
import { soundKeys } from '../sound-keys.ts';
import type { RadioController } from './radio-controller.ts';
import { isHeld } from './radio-state.ts';

/** The player's shortcut keys that also apply to a live stream (S-22). */
export function radioKeys(controller: RadioController): ShortcutKeys {
  return soundKeys(controller.volumes.bar, isHeld(controller.state.get()) ? controller.play : controller.pause);
}
