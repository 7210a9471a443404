import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { AcknowledgedAction, MeView, Scope, SyncClient, SyncStatus, TrackView } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { Toaster } from '../design/toaster.tsx';
import { dismissAllToasts } from '../engine/toast.ts';
import { renderUi } from './ui-test.tsx';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { EngineContext } from '../engine/live.ts';
import { createLive } from '../../sync/model/live.ts';

const unknownStorage: SyncClient['storage'] = {
  read: () => Promise.resolve({ usedBytes: null, quotaBytes: null, isPersistent: null }),
  persist: () => Promise.resolve(false),
};

/** Renders the element and the toasts for a scope of these parts. `become` replaces the scope. */
export async function renderFor(scopeParts: Partial<Scope>, element: ReactNode, app: Partial<SyncClient> = {}) {
  dismissAllToasts();
  const scope = createLive(scopeParts);
  const engine = { storage: unknownStorage, ...app, scope } as unknown as SyncClient;
  const { unmount } = await renderUi(
    <EngineContext value={engine}>
      {element}
      <Toaster />
    </EngineContext>,
  );
  return { become: (next: Partial<Scope>) => scope.set(next), unmount };
}

export async function expectAnnounced(title: string, text = ''): Promise<void> {
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect.element(notifications.getByText(title, { exact: true }).last()).toBeVisible();
  if (text !== '') await expect.element(notifications.getByText(text, { exact: true }).last()).toBeVisible();
}

/** A queue whose actions the test can refuse. */
export function scriptedQueue() {
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const action = { id: 'action', kind: 'share.add', payload: {}, occurredAt: '2027-01-01T00:00:00Z' } as const;
  const scopeParts: Pick<Scope, 'enqueue' | 'onOutcome' | 'pending'> = {
    pending: createLive([]),
    enqueue: () => Promise.resolve('action'),
    onOutcome: (_id, listener) => void listeners.add(listener),
  };
  return {
    scopeParts,
    refuse: async (message: string, code = 'no') => {
      await expect.poll(() => listeners.size).toBeGreaterThan(0);
      const current = [...listeners];
      listeners.clear();
      for (const listener of current) listener({ ...action, status: 'rejected', result: { code, message } });
    },
  };
}

export function trackOf(id: string, change: Partial<TrackView> = {}): TrackView {
  return {
    ...trackRow(id),
    credited_as: 'Ann',
    artist_name: 'Ann',
    audioSrc: `/${id}.mp3`,
    coverSrc: null,
    playedToday: false,
    myVote: null,
    myShare: { isShared: false, sharedAt: null, isPending: false },
    myFavourite: { isFavourite: false, favouritedAt: null, isPending: false },
    isEdited: false,
    ...change,
  };
}

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

export function restingStatus(network: SyncStatus['network']): SyncStatus {
  return { ...freshStatus, network };
}
