import type { ShortcutKeys } from '../../design/shortcut-keys.ts';
import { soundKeys } from '../sound-keys.ts';
import type { PlayerEngine } from './player-engine.ts';
import { isSounding } from './player-state.ts';
import { currentOf } from './queue.ts';

const SEEK_S = 10;

/** The shortcut keys of S-22. Without a track they stay with the page, which scrolls by some of them. */
export function playerKeys(engine: PlayerEngine): ShortcutKeys {
  if (!currentOf(engine.snapshot().context.queue)) return {};
  const playOrPause = () => engine.send({ type: isSounding(engine.snapshot()) ? 'pause.requested' : 'play.requested' });
  return {
    ...soundKeys(engine.volume, playOrPause),
    ArrowLeft: () => engine.seekBy(-SEEK_S),
    ArrowRight: () => engine.seekBy(SEEK_S),
    n: () => engine.send({ type: 'next.requested' }),
    p: () => engine.send({ type: 'previous.requested' }),
  };
}
