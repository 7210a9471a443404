import type { PendingAction, Scope } from '../../sync/client.ts';
import { DEPENDENCY_REFUSED } from '../../sync/model/dependency-refused.ts';

const creates = ({ kind, payload }: PendingAction, releaseId: string) =>
  kind === 'release.create' && payload['release_id'] === releaseId;

/** The refused creation of this release, which the person can change and send again; null without one. */
export function findRefusedRelease(pending: readonly PendingAction[], releaseId: string): PendingAction | null {
  return pending.find((action) => creates(action, releaseId) && action.state.kind === 'dead') ?? null;
}

/** Whether the queue sends this refused track again together with its release. */
export function followsItsRelease({ state, payload }: PendingAction, pending: readonly PendingAction[]): boolean {
  return (
    state.kind === 'dead' &&
    state.error.code === DEPENDENCY_REFUSED &&
    pending.some((action) => creates(action, String(payload['release_id'])))
  );
}

/** Resolves once the queue holds no refused creation of this release: it was sent again or discarded. */
export function waitForRelease(scope: Scope, releaseId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop();
      reject(new DOMException('the run has ended', 'AbortError'));
    };
    const check = () => {
      scope.readPending().then((pending) => {
        if (findRefusedRelease(pending, releaseId)) return;
        stop();
        resolve();
      }, reject);
    };
    const stopPending = scope.pending.subscribe(check);
    const stop = () => {
      stopPending();
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else check();
  });
}
