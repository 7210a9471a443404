import { describe, expect, it } from 'vitest';
import { specifiedRules as rules } from '../../../sync/model/rules.ts';
import { remainingText, sponsoringOf } from './sponsor-rules.ts';

const now = Date.parse('2027-01-08T12:00:00Z');
const HOUR_MS = 3_600_000;
const track = { rev: 1, is_public: true, radio_opt_in: true, sponsored: false, sponsored_at: null };
const withZaps = (zaps: number, earned: number) => ({
  zaps,
  balance: { id: 'b', rev: 1, user_id: 'me', zaps, total_zaps_earned: earned, total_listen_ms: 0 },
});
const situationOf = (me: ReturnType<typeof withZaps>, isOffline = false) => ({
  me,
  userId: 'me',
  isOffline,
  rules,
  now,
});
const rich = situationOf(withZaps(48, 60));
const sponsoredHoursAgo = (hours: number) => ({
  ...track,
  sponsored: true,
  sponsored_at: new Date(now - hours * HOUR_MS).toISOString(),
});

describe('sponsoring', () => {
  it('is open from level 3 with enough ZAPs, for public tracks whose artist opted in [S-14]', () => {
    const kind = (candidate: typeof track, situation: Parameters<typeof sponsoringOf>[1] = rich) =>
      sponsoringOf(candidate, situation).kind;
    expect(sponsoringOf(track, { ...rich, userId: null }).kind).toBe('hidden');
    expect(kind({ ...track, is_public: false })).toBe('hidden');
    expect(kind({ ...track, rev: 0 })).toBe('hidden');
    expect(kind({ ...track, radio_opt_in: false })).toBe('closed');
    expect(kind(track, situationOf(withZaps(25, 25)))).toBe('locked');
    expect(sponsoringOf(track, situationOf(withZaps(19, 26)))).toEqual({ kind: 'tooFew', zaps: 19 });
    expect(kind(track, situationOf(withZaps(20, 26)))).toBe('open');
    expect(kind(track, situationOf(withZaps(20, 26), true))).toBe('offline');
    const stricterRules = { ...rules, sponsorPrice: 25, unlockLevels: { ...rules.unlockLevels, sponsor: 4 } };
    const kindWithStricterRules = (zaps: number, earned: number) =>
      kind(track, { ...situationOf(withZaps(zaps, earned)), rules: stricterRules });
    expect([kindWithStricterRules(25, 51), kindWithStricterRules(24, 52), kindWithStricterRules(25, 52)]).toEqual([
      'locked',
      'tooFew',
      'open',
    ]);
    // An unknown balance means neither too few ZAPs nor too low a level.
    expect(kind(track, { ...rich, me: null })).toBe('open');
    expect(kind(track, { ...rich, me: { zaps: null, balance: null } })).toBe('open');
  });

  it('lasts as long as the server says, or without end', () => {
    const text = (sponsorshipDays: number | null) => {
      const sponsoring = sponsoringOf(sponsoredHoursAgo(48), { ...rich, rules: { ...rules, sponsorshipDays } });
      return sponsoring.kind === 'sponsored' ? remainingText(sponsoring.leftMs) : sponsoring.kind;
    };
    expect([2, 4, null].map(text)).toEqual(['open', 'On the radio for 2 more days', 'On the radio for good']);
  });

  it('counts down seven days, the last one in hours, and is then open again [S-46]', () => {
    const text = (hours: number) => {
      const sponsoring = sponsoringOf(sponsoredHoursAgo(hours), rich);
      return sponsoring.kind === 'sponsored' ? remainingText(sponsoring.leftMs) : sponsoring.kind;
    };
    expect([0, 1, 48, 143, 144, 165, 167.5, 168].map(text)).toEqual([
      'On the radio for 7 more days',
      'On the radio for 7 more days',
      'On the radio for 5 more days',
      'On the radio for 2 more days',
      'On the radio for 24 more hours',
      'On the radio for 3 more hours',
      'On the radio for 1 more hour',
      'open',
    ]);
    // By a slow clock, the sponsorship starts in the future.
    expect(text(-40)).toBe('On the radio for 7 more days');
  });
});
