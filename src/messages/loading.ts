import type { Scope } from '../../sync/client.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';

const MAX_FAILURES = 3;
const RETRY_MS = 1000;

export type LoadState = 'loading' | 'loaded' | 'failed';

export interface Loading {
  state: LiveValue<LoadState>;
  retry(): void;
  stop(): void;
}

/** Syncs until the replica is filled, or until MAX_FAILURES attempts have failed. */
export function watchLoading(
  scope: Pick<Scope, 'isFilled' | 'status' | 'opening' | 'syncNow'>,
  onFailure: () => void,
): Loading {
  const state = createLive<LoadState>(scope.isFilled.get() ? 'loaded' : 'loading');
  let failures = 0;
  let wasWorking = scope.status.get().work.kind === 'working';
  let wasBlocked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sync = () => {
    clearTimeout(timer);
    scope.syncNow();
  };
  const onFailed = () => {
    if (state.get() !== 'loading') return;
    failures += 1;
    onFailure();
    if (failures >= MAX_FAILURES) return state.set('failed');
    clearTimeout(timer);
    timer = setTimeout(sync, RETRY_MS);
  };
  const check = () => {
    const { work, network, hasSynced } = scope.status.get();
    const isWorking = work.kind === 'working';
    const isBlocked = scope.opening.get().kind === 'failed';
    if (scope.isFilled.get()) state.set('loaded');
    else if ((wasWorking && !isWorking && (network === 'offline' || !hasSynced)) || (isBlocked && !wasBlocked))
      onFailed();
    wasWorking = isWorking;
    wasBlocked = isBlocked;
  };
  const stops = [scope.isFilled, scope.status, scope.opening].map((live) => live.subscribe(check));
  check();
  if (state.get() === 'loading' && !wasWorking && !wasBlocked) sync();
  return {
    state,
    retry() {
      failures = 0;
      state.set('loading');
      sync();
    },
    stop() {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
