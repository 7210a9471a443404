import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../sync/client.ts';
import { connectionStateOf } from './connection-state.ts';
import { refusalText } from './use-connection.ts';

const profile = {
  id: 'me',
  rev: 1,
  artist_name: 'Nina',
  avatar_url: 'me/face.png',
  bio: null,
  privacy_setting: 'public',
  instagram_url: null,
  tiktok_url: null,
  youtube_url: null,
  twitter_url: null,
  website_url: null,
  tip_link: null,
  cosmetics: [],
  created_at: '2027-01-01T00:00:00Z',
  updated_at: '2027-01-01T00:00:00Z',
} as const;
const me = (earned: number, change: Partial<Record<'artist_name' | 'avatar_url', null>> = {}) => ({
  balance: { id: 'b', rev: 1, user_id: 'me', zaps: 0, total_zaps_earned: earned, total_listen_ms: 0 },
  profile: { ...profile, cosmetics: [], ...change },
});
const between = (
  status: ConnectionView['status'],
  direction: ConnectionView['direction'],
  isPending = false,
): Pick<ConnectionView, 'status' | 'direction' | 'isPending'> => ({ status, direction, isPending });

describe('the state of the connect button', () => {
  it('is hidden for guests, on the own profile, and until the own data is loaded', () => {
    expect(connectionStateOf('ann', null, me(14), null)).toEqual({ kind: 'hidden' });
    expect(connectionStateOf('me', 'me', me(14), null)).toEqual({ kind: 'hidden' });
    expect(connectionStateOf('ann', 'me', null, null)).toEqual({ kind: 'hidden' });
  });

  it('allows connecting and messaging from level 2 with a name and a picture [S-14]', () => {
    const lock = (viewer: ReturnType<typeof me>, connection: Parameters<typeof connectionStateOf>[3] = null) => {
      const state = connectionStateOf('ann', 'me', viewer, connection);
      return 'lock' in state ? [state.kind, state.lock] : [state.kind];
    };
    expect(lock(me(13))).toEqual(['connect', 'level']);
    expect(lock(me(14, { avatar_url: null }))).toEqual(['connect', 'profile']);
    expect(lock(me(14, { artist_name: null }))).toEqual(['connect', 'profile']);
    expect(lock(me(14))).toEqual(['connect', null]);
    // Unknown values never lock.
    expect(connectionStateOf('ann', 'me', { balance: null, profile: null }, null)).toEqual({
      kind: 'connect',
      lock: null,
    });
    expect(lock(me(13), between('accepted', 'received'))).toEqual(['connected', 'level']);
    expect(lock(me(14, { avatar_url: null }), between('accepted', 'sent'))).toEqual(['connected', 'profile']);
    expect(lock(me(14), between('accepted', 'sent'))).toEqual(['connected', null]);
  });

  it("is 'pending' after sending a request and 'answer' after receiving one, at any level", () => {
    expect(connectionStateOf('ann', 'me', me(0), between('pending', 'sent', true))).toEqual({
      kind: 'pending',
      isQueued: true,
    });
    expect(connectionStateOf('ann', 'me', me(0), between('pending', 'sent'))).toEqual({
      kind: 'pending',
      isQueued: false,
    });
    expect(connectionStateOf('ann', 'me', me(0), between('pending', 'received'))).toEqual({ kind: 'answer' });
  });

  it('stays declined for the sender of a declined request; the person who declined may connect later [S-41]', () => {
    expect(connectionStateOf('ann', 'me', me(14), between('declined', 'sent'))).toEqual({ kind: 'declined' });
    expect(connectionStateOf('ann', 'me', me(14), between('declined', 'received'))).toEqual({
      kind: 'connect',
      lock: null,
    });
  });
});

describe('a refused request', () => {
  it('shows the specified texts', () => {
    expect(
      [
        'Connection request already exists',
        'Your profile must be completed before you can connect.',
        'Cannot connect to a user without a completed profile.',
        'Unlock at Level 2 by earning zaps from listening.',
        '',
      ].map(refusalText),
    ).toEqual([
      'Connection request already exists',
      'Please complete your profile before sending connection requests',
      'Cannot connect to users without completed profiles',
      'Failed to send connection request',
      'Failed to send connection request',
    ]);
  });
});
