import { describe, expect, it } from 'vitest';
import type { MeView } from '../../sync/client.ts';
import { streakOf } from './streak.ts';

const at = Date.parse('2026-03-10T23:30:00Z');
const stats = (current_streak: number, last_active_on: string | null): MeView['stats'] => ({
  id: 'nina',
  rev: 1,
  user_id: 'nina',
  fan_level: 1,
  longest_streak: 12,
  current_streak,
  hidden_plays: [],
  last_active_on,
});

describe('a streak', () => {
  it('continues while its last day is today or yesterday in UTC', () => {
    expect(streakOf(stats(12, '2026-03-10'), at)).toEqual({ days: 12, endedAfterDays: null });
    expect(streakOf(stats(12, '2026-03-09'), at)).toEqual({ days: 12, endedAfterDays: null });
  });

  it('ends after a whole day without a play, and reports its length', () => {
    expect(streakOf(stats(12, '2026-03-08'), at)).toEqual({ days: 0, endedAfterDays: 12 });
    expect(streakOf(stats(0, null), at)).toEqual({ days: 0, endedAfterDays: null });
    expect(streakOf(null, at)).toEqual({ days: 0, endedAfterDays: null });
  });
});
