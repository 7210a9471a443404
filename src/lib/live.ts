import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { AccountState, Live, MeView, SyncClient, SyncStatus } from '../../sync/client.ts';

/** React's side of the engine: the only place where its live values become hooks. */
export const SyncContext = createContext<SyncClient | null>(null);

/** The engine, once its code is there; null during the first paint. */
export function useSyncOrNull(): SyncClient | null {
  return useContext(SyncContext);
}

/** The engine. Throws outside of a guard, which waits for it. */
export function useSync(): SyncClient {
  const sync = useContext(SyncContext);
  if (!sync) throw new Error('useSync needs a guard above it that waits for the engine');
  return sync;
}

function constant<T>(value: T): Live<T> {
  return { get: () => value, subscribe: () => () => undefined };
}

const loadingAccount = constant<AccountState>({ kind: 'loading' });
const noMe = constant<MeView | null>(null);
const noStatus = constant<SyncStatus>({
  network: 'unknown',
  busySince: null,
  waiting: 0,
  failed: 0,
  lastSyncedAt: null,
  storage: 'ok',
  updateRequired: false,
});

export function useLive<T>(live: Live<T>): T {
  return useSyncExternalStore(live.subscribe, live.get);
}

export function useAccount(): AccountState {
  return useLive(useSyncOrNull()?.account ?? loadingAccount);
}

export function useMe(): MeView | null {
  return useLive(useSyncOrNull()?.me ?? noMe);
}

export function useSyncStatus(): SyncStatus {
  return useLive(useSyncOrNull()?.status ?? noStatus);
}

/** The track of this id as the device knows it, or null. */
export function useTrack(id: string | null) {
  const sync = useSyncOrNull();
  const live = useMemo(() => (sync && id ? sync.track(id) : constant(null)), [sync, id]);
  return useLive(live);
}
