import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '../../../sync/client.ts';
import { hasFailedToLoad } from './profile-loading.ts';

const now = 1_000_000;
const fresh: SyncStatus = {
  network: 'unknown',
  work: { kind: 'resting' },
  waiting: 0,
  failed: 0,
  hasSynced: false,
  lastSyncedAt: null,
  storage: 'ok',
};

describe('a profile that is not on the device', () => {
  it('is waited for before the server is asked, and while it is', () => {
    expect(hasFailedToLoad(fresh, now - 2000, now)).toBe(false);
    expect(
      hasFailedToLoad({ ...fresh, network: 'online', work: { kind: 'working', since: now - 9000 } }, now - 60_000, now),
    ).toBe(false);
  });

  it('has failed without a network or storage, after a long while, and when nobody asks for it any more', () => {
    expect(hasFailedToLoad({ ...fresh, network: 'offline' }, now, now)).toBe(true);
    expect(hasFailedToLoad({ ...fresh, storage: 'unavailable' }, now, now)).toBe(true);
    expect(
      hasFailedToLoad(
        { ...fresh, network: 'online', work: { kind: 'working', since: now - 11_000 } },
        now - 11_000,
        now,
      ),
    ).toBe(true);
    expect(hasFailedToLoad({ ...fresh, network: 'online' }, now - 4000, now)).toBe(true);
  });
});
