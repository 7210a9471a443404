import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { AcknowledgedAction, MeView, Scope, SyncClient, SyncStatus, TrackView } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { Toaster } from '../design/toaster.tsx';
import { dismissToast, toasts } from '../engine/toast.ts';
import { draw } from './ui-test.tsx';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { EngineContext } from '../engine/live.ts';
import { createLive } from '../../sync/model/live.ts';

/**
 * Draws a piece, and what is said beside it, for a person of whose scope only these doors are there; `become` makes it another
 * person's.
 */
export async function drawFor(doors: Partial<Scope>, piece: ReactNode, app: Partial<SyncClient> = {}) {
  for (const { id } of toasts.get()) dismissToast(id);
  const scope = createLive(doors);
  const engine = { ...app, scope } as unknown as SyncClient;
  await draw(
    <EngineContext value={engine}>
      {piece}
      <Toaster />
    </EngineContext>,
  );
  return { become: (next: Partial<Scope>) => scope.set(next) };
}

/** What is said beside the page, seen. */
export async function expectSaid(title: string, text = ''): Promise<void> {
  const said = page.getByRole('region', { name: 'Notifications' });
  await expect.element(said.getByText(title, { exact: true }).last()).toBeVisible();
  if (text !== '') await expect.element(said.getByText(text, { exact: true }).last()).toBeVisible();
}

/** A queue that takes everything, and a server that answers to it what a test says. */
export function answeredQueue() {
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const answer = (status: 'applied' | 'rejected', message = '', code = 'no') => {
    const action = { id: 'action', kind: 'share.add', payload: {}, occurredAt: '2027-01-01T00:00:00Z' } as const;
    const told = [...listeners];
    listeners.clear();
    for (const listener of told) listener({ ...action, status, result: { code, message } });
  };
  const doors: Pick<Scope, 'enqueue' | 'onOutcome' | 'pending'> = {
    pending: createLive([]),
    enqueue: () => Promise.resolve('action'),
    onOutcome: (_id, listener) => void listeners.add(listener),
  };
  return {
    doors,
    /** Once the queue has it, and who did it waits for the answer. */
    refuse: async (message: string, code?: string) => {
      await expect.poll(() => listeners.size).toBeGreaterThan(0);
      answer('rejected', message, code);
    },
  };
}

/** A public track of Ann. */
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
    isEdited: false,
    ...change,
  };
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
  return { ...freshStatus, network };
}
