import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '../../sync/client.ts';
import { hasFailedToCome } from './failed-to-come.ts';

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

describe('what is not on the device', () => {
  it('is waited for before the server is asked, and while it is', () => {
    expect(hasFailedToCome(fresh, now - 2000, now)).toBe(false);
    expect(
      hasFailedToCome({ ...fresh, network: 'online', work: { kind: 'working', since: now - 9000 } }, now - 60_000, now),
    ).toBe(false);
  });

  it('has failed without a network or storage, after a long while, and when nobody asks for it any more', () => {
    expect(hasFailedToCome({ ...fresh, network: 'offline' }, now, now)).toBe(true);
    expect(hasFailedToCome({ ...fresh, storage: 'unavailable' }, now, now)).toBe(true);
    expect(
      hasFailedToCome(
        { ...fresh, network: 'online', work: { kind: 'working', since: now - 11_000 } },
        now - 11_000,
        now,
      ),
    ).toBe(true);
    expect(hasFailedToCome({ ...fresh, network: 'online' }, now - 4000, now)).toBe(true);
  });
});
