import { useShortcutKeys } from '../../design/shortcut-keys.ts';
import type { RadioEngine } from './radio-engine.ts';

const VOLUME_STEP = 0.05;

const acts: Record<string, (engine: RadioEngine) => void> = {
  ' ': (engine) => {
    const state = engine.state.get();
    if (state === 'paused' || state === 'blocked') engine.play();
    else engine.pause();
  },
  ArrowUp: (engine) => engine.volumes.bar.changeBy(VOLUME_STEP),
  ArrowDown: (engine) => engine.volumes.bar.changeBy(-VOLUME_STEP),
  m: (engine) => engine.volumes.bar.toggleMute(),
};

/** The player's keys that mean something live: space, up, down, M (S-22). */
export function useRadioKeys(engine: RadioEngine | null): void {
  useShortcutKeys((key) => {
    if (!engine || !acts[key]) return false;
    acts[key](engine);
    return true;
  });
}
