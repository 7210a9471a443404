import type { ShortcutKeys } from '../../design/shortcut-keys.ts';
import { soundKeys } from '../sound-keys.ts';
import type { RadioEngine } from './radio-engine.ts';
import { isHeld } from './radio-state.ts';

/** Those of the player's keys that apply to a live stream (S-22). */
export function radioKeys(engine: RadioEngine): ShortcutKeys {
  return soundKeys(engine.volumes.bar, isHeld(engine.state.get()) ? engine.play : engine.pause);
}
