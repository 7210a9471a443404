import { useCallback, useEffect, useState } from 'react';
import type { CallFailure, RemoteApi, RemoteState, Scope } from '../../sync/client.ts';
import { isMissingCode } from '../../sync/model/missing-code.ts';
import type { RemoteRead } from '../../sync/model/remote-reads.ts';
import { constantLive, useLive, useScopeOrNull } from './live.ts';

const loading = constantLive<RemoteState<never>>({ kind: 'loading' });

/** The `dependency` at a read's last fetch. A later mount with another `dependency` must refetch. */
const lastDependency = new WeakMap<object, string | number>();

export type Remote<T> = RemoteState<T> & { retry: () => void };

/** Returns the cached response first, then the fresh one. Refetches when `dependency` changes; does nothing while `read` is null. */
export function useRemote<T>(read: RemoteRead<T> | null, dependency: string | number = ''): Remote<T> {
  const { api, failure, reload } = useRemoteApi(read !== null);
  const liveRead = read ? api?.read(read) : undefined;
  const state = useLive<RemoteState<T>>(liveRead ?? loading);
  const isAsking = state.kind !== 'loading' && state.isAsking;
  useEffect(() => {
    if (!liveRead || dependency === '') return;
    const hasChanged = (lastDependency.get(liveRead) ?? dependency) !== dependency;
    // Wait for the pending response before the refetch: it may be older than the change.
    if (hasChanged && isAsking) return;
    if (hasChanged) liveRead.retry();
    lastDependency.set(liveRead, dependency);
  }, [dependency, isAsking, liveRead]);
  if (failure) return { kind: 'failed', failure, isAsking: false, retry: reload };
  return { ...state, retry: liveRead?.retry ?? reload };
}

type LoadedApi = { api: RemoteApi; failure: null } | { api: null; failure: CallFailure };

/** Loads the API's code at first use. Each person's scope has its own API. */
function useRemoteApi(isWanted: boolean): {
  api: RemoteApi | null;
  failure: CallFailure | null;
  reload: () => void;
} {
  const scope = useScopeOrNull();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<({ scope: Scope; attempt: number } & LoadedApi) | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const settle = (api: LoadedApi) => {
      if (isCurrent && scope) setLoaded({ scope, attempt, ...api });
    };
    scope?.remote().then(
      (api) => settle({ api, failure: null }),
      (error: unknown) =>
        settle({ api: null, failure: isMissingCode(error) ? { kind: 'network' } : { kind: 'busy', message: '' } }),
    );
    return () => {
      isCurrent = false;
    };
  }, [scope, attempt, isWanted]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const isOfScope = loaded !== null && loaded.scope === scope;
  return {
    api: isOfScope ? loaded.api : null,
    failure: isOfScope && loaded.attempt === attempt ? loaded.failure : null,
    reload,
  };
}
