import type { Live, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { stopEarlySound } from '../../boot/early-sound.ts';
import { toast } from '../../engine/toast.ts';
import type { PageSound } from '../output/page-sound.ts';
import type { PlayerController } from './player-controller.ts';
import type { PlayerForScope } from './player-for-scope.ts';
import { playerTexts } from './player-texts.ts';

type PlayerCode = typeof import('./player-code.ts');
export type PlayerPress = (player: PlayerController, presses: PlayerCode['presses']) => void;

export interface PlayerLoader {
  readonly controller: Live<PlayerController | null>;
  /** Loads the player's code and opens the player. A call after a failure retries. */
  load(scope: Live<Scope | null>): Promise<void>;
  /** Runs at once, or when the player is open, unless the person has changed by then. */
  press(scope: Live<Scope | null>, run: PlayerPress): void;
  close(): void;
}

/** @param loadSound must return the same sound each time */
export function createPlayerLoader(loadSound: () => Promise<PageSound>): PlayerLoader {
  const controller = createLive<PlayerController | null>(null);
  let loading: Promise<void> | null = null;
  let player: PlayerForScope | null = null;
  let isClosed = false;
  let code: PlayerCode | null = null;
  let pending: { scope: Scope; run: PlayerPress }[] = [];

  const showPlayer = (scope: Live<Scope | null>) => {
    const current = player?.controller.get() ?? null;
    controller.set(current);
    if (!current || !code) return;
    const waiting = pending;
    pending = [];
    for (const press of waiting) {
      if (press.scope === scope.get()) press.run(current, code.presses);
      else stopEarlySound();
    }
  };
  const loadCode = () => Promise.all([import('./player-code.ts'), loadSound()]);
  const open = async (scope: Live<Scope | null>) => {
    const loaded = await loadCode().catch(() => null);
    if (isClosed) return;
    if (!loaded) {
      // The code could not be fetched: the next press retries.
      loading = null;
      stopEarlySound();
      if (pending.length > 0) toast({ kind: 'error', ...playerTexts.loadError });
      pending = [];
      return;
    }
    const [loadedCode, sound] = loaded;
    code = loadedCode;
    player = code.preparePlayer(sound)(scope);
    player.controller.subscribe(() => showPlayer(scope));
    showPlayer(scope);
  };
  const load = (scope: Live<Scope | null>) => (loading ??= open(scope));

  return {
    controller,
    load,
    press(live, run) {
      const scope = live.get();
      if (!scope) return stopEarlySound();
      const current = controller.get();
      if (current && code) return run(current, code.presses);
      pending.push({ scope, run });
      void load(live);
    },
    close() {
      isClosed = true;
      player?.close();
    },
  };
}
