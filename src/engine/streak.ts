import type { MeView } from '../../sync/client.ts';
import { DAY_MS, utcDay } from '../../sync/model/utc-day.ts';

/** The current streak in days, or the length of an ended one. A streak ends after a whole UTC day without a play. @param now ms since the epoch */
export function streakOf(stats: MeView['stats'], now: number): { days: number; endedAfterDays: number | null } {
  const days = stats?.current_streak ?? 0;
  const yesterday = utcDay(now - DAY_MS);
  const isAlive = (stats?.last_active_on ?? '') >= yesterday;
  if (isAlive) return { days, endedAfterDays: null };
  return { days: 0, endedAfterDays: days > 0 ? days : null };
}
