import type { ReactNode } from 'react';
import type { MeView, Scope, SyncClient, SyncStatus } from '../../sync/client.ts';
import { draw } from '../ui/ui-test.tsx';
import { EngineContext } from './live.ts';
import { createStore } from './store.ts';

/** Draws a piece for a person of whose scope only these doors are there; `become` makes it another person's. */
export async function drawFor(doors: Partial<Scope>, piece: ReactNode) {
  const scope = createStore(doors);
  const engine = { scope } as unknown as SyncClient;
  await draw(<EngineContext value={engine}>{piece}</EngineContext>);
  return { become: (next: Partial<Scope>) => scope.set(next) };
}

/** Somebody who has earned so many ZAPs in all, and has nothing else. */
export function meWith(earned: number): MeView {
  return {
    profile: null,
    avatarSrc: null,
    balance: { id: 'b', rev: 1, user_id: 'me', zaps: 0, total_zaps_earned: earned, total_listen_ms: 0 },
    stats: null,
    cosmetics: [],
    zaps: 0,
    zapsPending: false,
    spends: [],
    zapsToday: 0,
    playsToday: 0,
    playsWaiting: 0,
  };
}

/** Nothing waits and nothing is under way. */
export function restingStatus(network: SyncStatus['network']): SyncStatus {
  return { work: { kind: 'resting' }, network, waiting: 0, failed: 0, lastSyncedAt: null, storage: 'ok' };
}
