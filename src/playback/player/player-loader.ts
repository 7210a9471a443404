import type { Live, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { stopEarlySound } from '../../boot/early-sound.ts';
import { toast } from '../../engine/toast.ts';
import type { PageSound } from '../output/page-sound.ts';
import type { PlayerEngine } from './player-engine.ts';
import type { PersonPlayer } from './player-for-scope.ts';
import { playerTexts } from './player-texts.ts';

/** Loads the player's code once and opens the player with it. */
export interface PlayerLoader {
  /** The player of the current person; null until it is open. */
  readonly engine: Live<PlayerEngine | null>;
  /** Loads the code. Does nothing while it loads or once it has; retries after a failure. */
  load(scope: Live<Scope | null>): Promise<void>;
  /** Runs a press at once, or after loading if the same person is there then. */
  press(scope: Live<Scope | null>, run: (engine: PlayerEngine) => void): void;
  close(): void;
}

/** @param loadSound must return the same sound each time */
export function createPlayerLoader(loadSound: () => Promise<PageSound>): PlayerLoader {
  const engine = createLive<PlayerEngine | null>(null);
  let loading: Promise<void> | null = null;
  let player: PersonPlayer | null = null;
  let isClosed = false;
  /** Presses that came before the code had loaded, each with its person's scope. */
  let presses: { scope: Scope; run: (engine: PlayerEngine) => void }[] = [];

  const open = async (scope: Live<Scope | null>) => {
    const [{ preparePlayer }, sound] = await Promise.all([import('./player-code.ts'), loadSound()]);
    if (isClosed) return;
    const opened = preparePlayer(sound)(scope);
    player = opened;
    const follow = () => engine.set(opened.engine.get());
    opened.engine.subscribe(follow);
    follow();
    const now = opened.engine.get();
    for (const press of takePresses()) {
      if (now && press.scope === scope.get()) press.run(now);
      else stopEarlySound();
    }
  };
  const takePresses = () => {
    const taken = presses;
    presses = [];
    return taken;
  };
  const load = (scope: Live<Scope | null>) => {
    loading ??= open(scope).catch(() => {
      // The code could not be fetched: the next press retries.
      loading = null;
      stopEarlySound();
      if (takePresses().length > 0) toast({ kind: 'error', ...playerTexts.loadError });
    });
    return loading;
  };

  return {
    engine,
    load,
    press(live, run) {
      const scope = live.get();
      if (!scope) return stopEarlySound();
      const now = engine.get();
      if (now) return run(now);
      presses.push({ scope, run });
      void load(live);
    },
    close() {
      isClosed = true;
      player?.close();
    },
  };
}
