import type { Scope } from '../../sync/client.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';

/** Tries in a row that may fail before it is left to the person. */
const MOST_FAILURES = 3;
/** Between a try that failed and the next, in ms. */
const AGAIN_MS = 1000;

export type LoadState = 'loading' | 'loaded' | 'failed';

/** Follows how the messages come to a device that has not got everything yet, and tries again a few times. */
export interface Loading {
  state: LiveValue<LoadState>;
  /** Begins to count anew. */
  retry(): void;
  stop(): void;
}

/**
 * @param scope whose messages they are
 * @param onFailure told of each try that failed
 */
export function watchLoading(
  scope: Pick<Scope, 'isFilled' | 'status' | 'opening' | 'syncNow'>,
  onFailure: () => void,
): Loading {
  const state = createLive<LoadState>(scope.isFilled.get() ? 'loaded' : 'loading');
  let failures = 0;
  let wasWorking = scope.status.get().work.kind === 'working';
  let wasShut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = () => {
    clearTimeout(timer);
    scope.syncNow();
  };
  const failed = () => {
    if (state.get() !== 'loading') return;
    failures += 1;
    onFailure();
    if (failures >= MOST_FAILURES) return state.set('failed');
    clearTimeout(timer);
    timer = setTimeout(ask, AGAIN_MS);
  };
  const look = () => {
    const { work, network, hasSynced } = scope.status.get();
    const isWorking = work.kind === 'working';
    const isShut = scope.opening.get().kind === 'failed';
    if (scope.isFilled.get()) state.set('loaded');
    else if ((wasWorking && !isWorking && (network === 'offline' || !hasSynced)) || (isShut && !wasShut)) failed();
    wasWorking = isWorking;
    wasShut = isShut;
  };
  const stops = [scope.isFilled, scope.status, scope.opening].map((live) => live.subscribe(look));
  look();
  if (state.get() === 'loading' && !wasWorking && !wasShut) ask();
  return {
    state,
    retry() {
      failures = 0;
      state.set('loading');
      ask();
    },
    stop() {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
