import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Opening, SyncStatus } from '../../sync/client.ts';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { createLive } from '../../sync/model/live.ts';
import { watchLoading } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const resting: SyncStatus = { ...freshStatus, network: 'offline' };

function openDevice() {
  const status = createLive<SyncStatus>(resting);
  const opening = createLive<Opening>({ kind: 'open' });
  const isFilled = createLive(false);
  const syncNow = vi.fn(() => status.set({ ...resting, work: { kind: 'working', since: 0 } }));
  const onFailure = vi.fn();
  const loading = watchLoading({ status, opening, isFilled, syncNow }, onFailure);
  return { status, opening, isFilled, syncNow, onFailure, loading, fail: () => status.set({ ...resting }) };
}

describe('messages that are not on the device', () => {
  it('are requested three times, and again when the person retries', () => {
    const { loading, syncNow, onFailure, fail } = openDevice();
    expect([loading.state.get(), syncNow.mock.calls.length]).toEqual(['loading', 1]);
    for (const tries of [2, 3]) {
      fail();
      expect(loading.state.get()).toBe('loading');
      vi.advanceTimersByTime(1000);
      expect(syncNow).toHaveBeenCalledTimes(tries);
    }
    fail();
    expect([loading.state.get(), onFailure.mock.calls.length]).toEqual(['failed', 3]);
    vi.advanceTimersByTime(60_000);
    expect(syncNow).toHaveBeenCalledTimes(3);

    loading.retry();
    expect([loading.state.get(), syncNow.mock.calls.length]).toEqual(['loading', 4]);
    fail();
    expect(loading.state.get()).toBe('loading');
  });

  it('count as failed if the server responds three times without them', () => {
    const { loading, status } = openDevice();
    for (const _ of [1, 2, 3]) {
      expect(loading.state.get()).toBe('loading');
      status.set({ ...resting, network: 'online' });
      vi.advanceTimersByTime(1000);
    }
    expect(loading.state.get()).toBe('failed');
  });

  it('are loaded as soon as the replica is complete, also after a failure', () => {
    const { loading, isFilled, fail, onFailure } = openDevice();
    for (const _ of [1, 2, 3]) {
      fail();
      vi.advanceTimersByTime(1000);
    }
    expect(loading.state.get()).toBe('failed');
    isFilled.set(true);
    expect(loading.state.get()).toBe('loaded');
    fail();
    expect([loading.state.get(), onFailure.mock.calls.length]).toEqual(['loaded', 3]);
  });

  it('count one failed attempt if the storage cannot be opened', () => {
    const { loading, opening, onFailure } = openDevice();
    opening.set({ kind: 'failed', what: 'unavailable' });
    expect([loading.state.get(), onFailure.mock.calls.length]).toEqual(['loading', 1]);
  });

  it('are not requested any more after stop', () => {
    const { loading, syncNow, fail } = openDevice();
    fail();
    loading.stop();
    vi.advanceTimersByTime(60_000);
    expect(syncNow).toHaveBeenCalledTimes(1);
  });
});
