import { describe, expect, it } from 'vitest';
import { specifiedRules as rules } from '../../../sync/model/rules.ts';
import { sharingOf } from './share-rules.ts';

const notShared = { isShared: false, sharedAt: null, isPending: false };
const track = { user_id: 'artist', is_public: true, myShare: notShared };
const earned = (total: number) => ({
  balance: { id: 'b', rev: 1, user_id: 'me', zaps: 0, total_zaps_earned: total, total_listen_ms: 0 },
});

describe('sharing', () => {
  it('is open to signed-in people other than the owner, from level 3, while the track is public [S-14]', () => {
    expect(sharingOf(track, null, null, rules)).toBe('hidden');
    expect(sharingOf(track, earned(60), 'artist', rules)).toBe('hidden');
    expect(sharingOf(track, earned(25), 'me', rules)).toBe('locked');
    expect(sharingOf(track, earned(26), 'me', rules)).toBe('open');
    expect(sharingOf({ ...track, is_public: false }, earned(26), 'me', rules)).toBe('hidden');
    const stricterRules = { unlockLevels: { ...rules.unlockLevels, share: 4 } };
    expect([51, 52].map((xp) => sharingOf(track, earned(xp), 'me', stricterRules))).toEqual(['locked', 'open']);
    // Sharing is not locked while the earned ZAPs are unknown.
    expect([null, { balance: null }].map((me) => sharingOf(track, me, 'me', rules))).toEqual(['open', 'open']);
  });

  it('shows as shared afterwards, and can be undone at any level', () => {
    const shared = { ...track, myShare: { isShared: true, sharedAt: '2027-01-01T00:00:00Z', isPending: true } };
    expect(sharingOf(shared, earned(26), 'me', rules)).toBe('shared');
    expect(sharingOf({ ...shared, is_public: false }, earned(0), 'me', rules)).toBe('shared');
  });
});
