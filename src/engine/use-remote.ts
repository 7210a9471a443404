import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure, RemoteApi, RemoteState, Scope } from '../../sync/client.ts';
import { isMissingCode } from '../../sync/model/missing-code.ts';
import type { RemoteRead } from '../../sync/model/remote-reads.ts';
import { constant, useLive, useScopeOrNull } from './live.ts';

const loading = constant<RemoteState<never>>({ kind: 'loading' });

/** The `about` at a reading's last fetch. A component that mounts later, with a newer `about`, must refetch the cached answer. */
const lastAbout = new WeakMap<object, string | number>();

/** A server read with its state and retry. */
export type Remote<T> = RemoteState<T> & { retry: () => void };

/**
 * A server read: the cached answer at once, with its age, then the fresh one. Fetches while the component is mounted,
 * and again when `about` changes (local knowledge of the same data). Does nothing while `read` is null.
 */
export function useRemote<T>(read: RemoteRead<T> | null, about: string | number = ''): Remote<T> {
  const { api, failure, reload } = useRemoteApi(read !== null);
  const reading = read ? api?.read(read) : undefined;
  const state = useLive<RemoteState<T>>(reading ?? loading);
  const isAsking = state.kind !== 'loading' && state.isAsking;
  const askedAbout = useRef<string | number | null>(null);
  useEffect(() => {
    if (!reading || about === '') return;
    askedAbout.current ??= lastAbout.get(reading) ?? about;
    const hasChanged = askedAbout.current !== about;
    // A pending answer may be from before the change.
    if (hasChanged && isAsking) return;
    if (hasChanged) reading.retry();
    askedAbout.current = about;
    lastAbout.set(reading, about);
  }, [about, isAsking, reading]);
  if (failure) return { kind: 'failed', failure, isAsking: false, retry: reload };
  return { ...state, retry: reading?.retry ?? reload };
}

type LoadedApi = { api: RemoteApi; failure: null } | { api: null; failure: CallFailure };

/** Loads the code at first use, while `isWanted`. Each person's scope has its own API. */
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
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const isOfNow = loaded !== null && loaded.scope === scope;
  return {
    api: isOfNow ? loaded.api : null,
    failure: isOfNow && loaded.attempt === attempt ? loaded.failure : null,
    reload,
  };
}
