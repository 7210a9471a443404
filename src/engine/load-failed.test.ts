import { describe, expect, it } from 'vitest';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { hasLoadFailed } from './load-failed.ts';

const now = 1_000_000;

describe('data that is not on the device', () => {
  it('is awaited before and during a request', () => {
    expect(hasLoadFailed(freshStatus, now - 2000, now)).toBe(false);
    expect(
      hasLoadFailed(
        { ...freshStatus, network: 'online', work: { kind: 'working', since: now - 9000 } },
        now - 60_000,
        now,
      ),
    ).toBe(false);
  });

  it('is awaited just as long without browser storage, because the data then loads into memory', () => {
    const blocked = { ...freshStatus, storage: 'unavailable' } as const;
    expect(hasLoadFailed(blocked, now, now)).toBe(false);
    expect(hasLoadFailed(blocked, now - 4000, now)).toBe(true);
  });

  it('counts as failed without a network, after a timeout, and after a grace period without a running request', () => {
    expect(hasLoadFailed({ ...freshStatus, network: 'offline' }, now, now)).toBe(true);
    expect(
      hasLoadFailed(
        { ...freshStatus, network: 'online', work: { kind: 'working', since: now - 11_000 } },
        now - 11_000,
        now,
      ),
    ).toBe(true);
    expect(hasLoadFailed({ ...freshStatus, network: 'online' }, now - 4000, now)).toBe(true);
  });
});
