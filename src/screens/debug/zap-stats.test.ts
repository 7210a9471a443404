import { expect, it } from 'vitest';
import type { MeView } from '../../../sync/client.ts';
import { specifiedRules } from '../../../sync/model/rules.ts';
import { zapStatsOf } from './zap-stats.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const line = (action_type: string, zap_value: number, credited_on = '2026-03-10') => ({
  action_type,
  zap_value,
  credited_on,
});
const me = {
  profile: null,
  avatarSrc: null,
  balance: { id: 'nina', rev: 1, user_id: 'nina', zaps: 9, total_zaps_earned: 61, total_listen_ms: 0 },
  stats: {
    id: 'nina',
    rev: 1,
    user_id: 'nina',
    fan_level: 4,
    longest_streak: 12,
    current_streak: 12,
    last_active_on: '2026-03-08',
    hidden_plays: [],
  },
  cosmetics: [],
  zaps: 4,
  zapsPending: true,
  spends: [],
  zapsToday: 3,
  playsToday: 14,
  playsWaiting: 2,
} satisfies MeView;

it("the figures count today's ledger lines and the ZAPs earned; spending does not reduce them", () => {
  const lines = [line('play', 1), line('daily_gift', 2), line('vote', -5), line('rate', 0), line('comment', 0)];
  expect(
    zapStatsOf(me, [...lines, line('play', 1, '2026-03-09'), line('rate', 0, '2026-03-09')], specifiedRules, now),
  ).toEqual({
    total_zaps: 61,
    zaps_today: 3,
    plays_today: 10,
    comments_today: 1,
    ratings_today: 1,
    play_zaps_today: 1,
    comment_zaps_today: 0,
    rating_zaps_today: 0,
    current_streak: 0,
    longest_streak: 12,
    fan_level: 4,
  });
});
