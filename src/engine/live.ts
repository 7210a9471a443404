import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { AccountState, Live, MeView, Scope, SyncClient, SyncStatus } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { type Rules, specifiedRules } from '../../sync/model/rules.ts';
import { trackWords } from '../platform/track-words.ts';

/** React's side of the engine: the only place where its live values become hooks. */
export const EngineContext = createContext<SyncClient | null>(null);

/** The engine, once its code is there; null during the first paint. */
export function useEngineOrNull(): SyncClient | null {
  return useContext(EngineContext);
}

/** The engine: who uses the device, and how they come and go. Throws outside of a guard, which waits for it. */
export function useEngine(): SyncClient {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('useEngine needs a guard above it that waits for the engine');
  return engine;
}

/** A value that never changes, for while there is nothing to follow. */
export function constant<T>(value: T): Live<T> {
  return { get: () => value, subscribe: () => () => undefined };
}

const loadingAccount = constant<AccountState>({ kind: 'loading' });
const noScope = constant<Scope | null>(null);
const noMe = constant<MeView | null>(null);
const noStatus = constant(freshStatus);
const noRules = constant(specifiedRules);

export function useLive<T>(live: Live<T>): T {
  return useSyncExternalStore(live.subscribe, live.get, live.get);
}

/** A part of a live value. A component is drawn again only when this part is another one. */
export function useLivePart<T, Part>(live: Live<T>, part: (value: T) => Part): Part {
  return useSyncExternalStore(live.subscribe, () => part(live.get()));
}

export function useAccount(): AccountState {
  return useLive(useEngineOrNull()?.account ?? loadingAccount);
}

/** What belongs to whoever uses the device; null while nobody does, or nobody knows yet. */
export function useScopeOrNull(): Scope | null {
  return useLive(useEngineOrNull()?.scope ?? noScope);
}

/** What belongs to whoever uses the device. Throws outside of a guard, which waits for somebody. */
export function useScope(): Scope {
  const scope = useScopeOrNull();
  if (!scope) throw new Error('useScope needs a guard above it that waits for a person or a guest');
  return scope;
}

export function useMe(): MeView | null {
  return useLive(useScopeOrNull()?.me ?? noMe);
}

/** What actions cost and when they open. */
export function useRules(): Rules {
  return useLive(useScopeOrNull()?.rules ?? noRules);
}

/** A part of how sync stands, which changes several times in each exchange: whoever asks for one is not drawn again for the others. */
export function useSyncStatus<Part>(part: (status: SyncStatus) => Part): Part {
  return useLivePart(useScopeOrNull()?.status ?? noStatus, part);
}

export function useIsOffline(): boolean {
  return useSyncStatus(({ network }) => network === 'offline');
}

export function useIsSyncing(): boolean {
  return useSyncStatus(({ work }) => work.kind === 'working');
}

/** Whom a track is by (S-43): the name in its owner's profile, else the one it was uploaded under. */
export function useArtistName(userId: string, trackArtist: string): string {
  const scope = useScopeOrNull();
  const live = useMemo(() => scope?.nameOf(userId) ?? constant(null), [scope, userId]);
  return useLive(live) || trackArtist || trackWords.unknownArtist;
}

/** The track of this id as the device knows it, or null. */
export function useTrack(id: string | null) {
  const scope = useScopeOrNull();
  const live = useMemo(() => (scope && id ? scope.track(id) : constant(null)), [scope, id]);
  return useLive(live);
}
