import type { ShortcutKeys } from '../design/shortcut-keys.ts';
import type { VolumeControl } from './output/volume.ts';

const VOLUME_STEP = 0.05;

/** The shortcut keys that player and radio share: Space, up, down and M (S-22). */
export function soundKeys(volume: VolumeControl, playOrPause: () => void): ShortcutKeys {
  return {
    ' ': playOrPause,
    ArrowUp: () => volume.changeBy(VOLUME_STEP),
    ArrowDown: () => volume.changeBy(-VOLUME_STEP),
    m: () => volume.toggleMute(),
  };
}
