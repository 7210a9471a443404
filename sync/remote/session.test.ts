import { describe, expect, it } from 'vitest';
import { createSessionKeeper } from './session.ts';
import type { StoredSession } from './session-store.ts';

function session(userId: string, expiresAt: number): StoredSession {
  return { userId, email: '', accessToken: `token of ${userId}`, refreshToken: 'r', expiresAt, locked: false };
}

describe('the session of a page that slept', () => {
  it('[SY-19] gives nobody the token of the person who signed in after them', async () => {
    let stored: StoredSession | null = session('ann', 1_000);
    const keeper = createSessionKeeper(
      {
        config: { supabaseUrl: '', publishableKey: '' },
        fetch: () => Promise.reject(new Error('no network')),
        locks: null,
        now: () => 1_000_000,
      },
      { read: () => Promise.resolve(stored), write: (next) => Promise.resolve(void (stored = next)) },
    );
    await keeper.reload();
    expect(await keeper.accessTokenOf('ann'), 'offline, the old one').toBe('token of ann');
    // In another tab, while this one was frozen.
    stored = session('ben', 9_000_000);
    expect(await keeper.accessTokenOf('ann')).toBeNull();
    expect(await keeper.accessTokenOf('ben')).toBe('token of ben');
  });
});
