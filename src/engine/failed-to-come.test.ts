import { describe, expect, it } from 'vitest';
import { freshStatus } from '../../sync/model/fresh-status.ts';
import { hasFailedToCome } from './failed-to-come.ts';

const now = 1_000_000;

describe('what is not on the device', () => {
  it('is waited for before the server is asked, and while it is', () => {
    expect(hasFailedToCome(freshStatus, now - 2000, now)).toBe(false);
    expect(
      hasFailedToCome(
        { ...freshStatus, network: 'online', work: { kind: 'working', since: now - 9000 } },
        now - 60_000,
        now,
      ),
    ).toBe(false);
  });

  it('is waited for just as long where the browser gives no storage: it comes into memory then', () => {
    const shut = { ...freshStatus, storage: 'unavailable' } as const;
    expect(hasFailedToCome(shut, now, now)).toBe(false);
    expect(hasFailedToCome(shut, now - 4000, now)).toBe(true);
  });

  it('has failed without a network, after a long while, and when nobody asks for it any more', () => {
    expect(hasFailedToCome({ ...freshStatus, network: 'offline' }, now, now)).toBe(true);
    expect(
      hasFailedToCome(
        { ...freshStatus, network: 'online', work: { kind: 'working', since: now - 11_000 } },
        now - 11_000,
        now,
      ),
    ).toBe(true);
    expect(hasFailedToCome({ ...freshStatus, network: 'online' }, now - 4000, now)).toBe(true);
  });
});
