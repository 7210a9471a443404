import { describe, expect, it } from 'vitest';
import { zapRule } from '../../tests/sync/support/rows.ts';
import {
  fanLevel,
  levelProgress,
  levelStartXp,
  nextLevelXp,
  playThresholdMs,
  rulesOf,
  specifiedRules,
  uploadSlots,
} from './rules.ts';

describe('the rules', () => {
  it('[S-7] [S-14] are the specified ones where the server has sent no row', () => {
    expect(rulesOf([])).toEqual(specifiedRules);
    expect(rulesOf([{ ...zapRule('vote', -9), min_level: 4 }])).toEqual({
      ...specifiedRules,
      votePrice: 9,
      unlockLevels: { ...specifiedRules.unlockLevels, vote: 4 },
    });
  });

  it('[S-7] [S-14] are those of the server, whose prices are negative', () => {
    expect(
      rulesOf([
        { ...zapRule('vote', -6), min_level: 4 },
        { ...zapRule('share', -7), min_level: 5 },
        { ...zapRule('sponsor', -8), min_level: 6, lasts_days: 9 },
        { ...zapRule('play', 1), daily_cap: 11 },
        zapRule('claim', 12),
        zapRule('profile_creation', 13),
        { ...zapRule('daily_gift', 14), streak_bonus: 15 },
      ]),
    ).toEqual({
      votePrice: 6,
      sharePrice: 7,
      sponsorPrice: 8,
      sponsorshipDays: 9,
      dailyPlayCap: 11,
      playReward: 12,
      profileReward: 13,
      loginReward: 14,
      loginBonus: 15,
      unlockLevels: { connect: 2, message: 2, vote: 4, sponsor: 6, sell: 3, share: 5 },
    });
  });

  it('[S-46] let a sponsorship last without end if the server’s row has no length', () => {
    expect(rulesOf([zapRule('sponsor', -8)]).sponsorshipDays).toBeNull();
  });

  it('[S-7] keep the specified price if the server’s row has no amount', () => {
    expect(rulesOf([{ ...zapRule('vote', 0), zap_value: null }]).votePrice).toBe(specifiedRules.votePrice);
  });
});

it.each([
  [0, { level: 1, into: 0, span: 14, remaining: 14 }],
  [13, { level: 1, into: 13, span: 14, remaining: 1 }],
  [14, { level: 2, into: 0, span: 12, remaining: 12 }],
  [25, { level: 2, into: 11, span: 12, remaining: 1 }],
  [26, { level: 3, into: 0, span: 26, remaining: 26 }],
  [51, { level: 3, into: 25, span: 26, remaining: 1 }],
  [52, { level: 4, into: 0, span: 26, remaining: 26 }],
  [260, { level: 12, into: 0, span: 26, remaining: 26 }],
])('[S-14] %i XP are this far in their level: %o', (xp, progress) => {
  expect(levelProgress(xp)).toEqual(progress);
  expect(fanLevel(xp)).toBe(progress.level);
  expect([levelStartXp(progress.level), nextLevelXp(progress.level)]).toEqual([
    xp - progress.into,
    xp + progress.remaining,
  ]);
});

it('[S-16] a person of a higher level may own more tracks', () => {
  expect([1, 3, 4, 5, 6, 20].map(uploadSlots)).toEqual([3, 3, 5, 7, 10, 10]);
});

it('[S-10] a play counts after 30 s, or after 95 % of a shorter track; 30 s if the length is unknown', () => {
  expect([180_000, 30_000, 29_999, 10_000, 1, 0].map(playThresholdMs)).toEqual([
    30_000, 30_000, 28_499, 9_500, 0, 30_000,
  ]);
});
