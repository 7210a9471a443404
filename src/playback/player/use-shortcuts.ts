import { useShortcutKeys } from '../../design/shortcut-keys.ts';
import type { PlayerEngine } from './player-engine.ts';
import { isSounding } from './player-state.ts';
import { currentOf } from './queue.ts';

const SEEK_S = 10;
const VOLUME_STEP = 0.05;

const acts: Record<string, (engine: PlayerEngine) => void> = {
  ' ': (engine) => engine.send({ type: isSounding(engine.snapshot()) ? 'pause.requested' : 'play.requested' }),
  ArrowLeft: (engine) => engine.seekBy(-SEEK_S),
  ArrowRight: (engine) => engine.seekBy(SEEK_S),
  ArrowUp: (engine) => engine.volume.changeBy(VOLUME_STEP),
  ArrowDown: (engine) => engine.volume.changeBy(-VOLUME_STEP),
  n: (engine) => engine.send({ type: 'next.requested' }),
  p: (engine) => engine.send({ type: 'previous.requested' }),
  m: (engine) => engine.volume.toggleMute(),
};

/** The keys of S-22. Without a track they are the page's: the list of them alone can be asked for. */
export function useShortcuts(engine: PlayerEngine | null, onHelp: () => void): void {
  useShortcutKeys((key) => {
    if (key === '?') onHelp();
    else if (!engine || !acts[key] || !currentOf(engine.snapshot().context.queue)) return false;
    else acts[key](engine);
    return true;
  });
}
