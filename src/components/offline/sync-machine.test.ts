import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { SyncStatus } from '../../../sync/client.ts';
import { freshStatus } from '../../../sync/model/fresh-status.ts';
import { QUIET_MS, syncMachine } from './sync-machine.ts';

const resting = { kind: 'resting' } as const;
const working = (since: number) => ({ kind: 'working', since }) as const;
const synced: SyncStatus = { ...freshStatus, network: 'online', hasSynced: true, lastSyncedAt: 1 };

function start(first: Partial<SyncStatus> = {}) {
  let status = { ...synced, ...first };
  const listeners = new Set<() => void>();
  const live = {
    get: () => status,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
  const actor = createActor(syncMachine, { input: { live } }).start();
  return {
    actor,
    listeners,
    change(next: Partial<SyncStatus>) {
      status = { ...status, ...next };
      for (const listener of listeners) listener();
      return actor.getSnapshot().value;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the sync pill', () => {
  it('hides short work, and shows work that lasts', () => {
    const { actor, change } = start();
    expect(actor.getSnapshot().value).toBe('synced');
    expect(change({ work: working(5) })).toEqual({ busy: 'quiet' });
    expect(change({ work: resting })).toBe('synced');
    vi.advanceTimersByTime(QUIET_MS * 2);
    expect(actor.getSnapshot().value).toBe('synced');
    change({ work: working(6), waiting: 1 });
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(change({ waiting: 3 })).toEqual({ busy: 'quiet' });
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().value).toEqual({ busy: 'shown' });
    expect(change({ waiting: 2 })).toEqual({ busy: 'shown' });
    expect(actor.getSnapshot().context.status.waiting).toBe(2);
    expect(change({ work: resting, waiting: 0 })).toBe('synced');
  });

  it('has the right state before its machine starts, so that the first render is final', () => {
    const live = { get: () => ({ ...synced, network: 'offline' as const }), subscribe: () => () => undefined };
    expect(createActor(syncMachine, { input: { live } }).getSnapshot().value).toBe('offline');
  });

  it('shows offline and attention without a delay', () => {
    const { change } = start({ network: 'unknown' });
    expect(change({ network: 'offline', waiting: 2 })).toBe('offline');
    expect(change({ failed: 1 })).toBe('attention');
    expect(change({ failed: 0 })).toBe('offline');
    expect(change({ network: 'online' })).toEqual({ busy: 'quiet' });
    expect(change({ work: { kind: 'outdated' } })).toBe('attention');
    expect(change({ work: resting, storage: 'full' })).toBe('attention');
    expect(change({ storage: 'evicted', waiting: 0 })).toBe('synced');
  });

  it('shows an unresponsive server without a delay, and the state of the work again once the server responds', () => {
    const { change } = start({ work: working(1) });
    vi.advanceTimersByTime(QUIET_MS);
    expect(change({ isSilent: true })).toBe('silent');
    expect(change({ waiting: 1 })).toBe('silent');
    expect(change({ network: 'offline' })).toBe('offline');
    expect(change({ failed: 1 })).toBe('attention');
    expect(change({ failed: 0, network: 'online' })).toBe('silent');
    expect(change({ isSilent: false })).toEqual({ busy: 'quiet' });
    expect(change({ waiting: 0, work: resting })).toBe('synced');
  });

  it('unsubscribes when it is stopped', () => {
    const { actor, listeners } = start({ network: 'offline' });
    expect(actor.getSnapshot().value).toBe('offline');
    actor.stop();
    expect(listeners.size).toBe(0);
  });
});
