import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { AccountState, Live, MeView, Scope, SyncClient, SyncStatus } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { type Rules, specifiedRules } from '../../sync/model/rules.ts';
import { trackWords } from '../platform/track-words.ts';

export const EngineContext = createContext<SyncClient | null>(null);

/** Null until the engine's code has loaded. */
export function useEngineOrNull(): SyncClient | null {
  return useContext(EngineContext);
}

/** @throws unless a guard above the component has waited for the engine */
export function useEngine(): SyncClient {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('useEngine needs a guard above it that waits for the engine');
  return engine;
}

/** A value that never changes, for callers that need a Live. */
export function constantLive<T>(value: T): Live<T> {
  return { get: () => value, subscribe: () => () => undefined };
}

const loadingAccount = constantLive<AccountState>({ kind: 'loading' });
const noScope = constantLive<Scope | null>(null);
const noMe = constantLive<MeView | null>(null);
const noStatus = constantLive(freshStatus);
const noRules = constantLive(specifiedRules);

export function useLive<T>(live: Live<T>): T {
  return useSyncExternalStore(live.subscribe, live.get, live.get);
}

export function useLivePart<T, Part>(live: Live<T>, part: (value: T) => Part): Part {
  return useSyncExternalStore(live.subscribe, () => part(live.get()));
}

export function useAccount(): AccountState {
  return useLive(useEngineOrNull()?.account ?? loadingAccount);
}

/** Null without a person or guest, and before the account is known. */
export function useScopeOrNull(): Scope | null {
  return useLive(useEngineOrNull()?.scope ?? noScope);
}

/** @throws unless a guard above the component has waited for a person or a guest */
export function useScope(): Scope {
  const scope = useScopeOrNull();
  if (!scope) throw new Error('useScope needs a guard above it that waits for a person or a guest');
  return scope;
}

export function useMe(): MeView | null {
  return useLive(useScopeOrNull()?.me ?? noMe);
}

export function useRules(): Rules {
  return useLive(useScopeOrNull()?.rules ?? noRules);
}

/** The status changes several times per sync; the component rerenders only when this part changes. */
export function useSyncStatus<Part>(part: (status: SyncStatus) => Part): Part {
  return useLivePart(useScopeOrNull()?.status ?? noStatus, part);
}

export function useIsOffline(): boolean {
  return useSyncStatus(({ network }) => network === 'offline');
}

export function useIsSyncing(): boolean {
  return useSyncStatus(({ work }) => work.kind === 'working');
}

/** The name in the owner's profile, else the name in the upload (S-43). */
export function useArtistName(userId: string, trackArtist: string): string {
  const scope = useScopeOrNull();
  const live = useMemo(() => scope?.nameOf(userId) ?? constantLive(null), [scope, userId]);
  return useLive(live) || trackArtist || trackWords.unknownArtist;
}

export function useTrack(id: string | null) {
  const scope = useScopeOrNull();
  const live = useMemo(() => (scope && id ? scope.track(id) : constantLive(null)), [scope, id]);
  return useLive(live);
}
