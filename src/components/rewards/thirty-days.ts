import { thirtyDaysUpTo } from '../../../sync/model/utc-day.ts';

/** The last 30 UTC days, oldest first. @param today YYYY-MM-DD; if `dates` has a later day, the list ends with that day */
export function lastThirtyDays(dates: readonly string[], today: string, isActiveToday: boolean) {
  const last = dates.reduce((latest, date) => (date > latest ? date : latest), today);
  const active = new Set(isActiveToday ? [...dates, today] : dates);
  return thirtyDaysUpTo(last).map((day) => ({ day, isActive: active.has(day) }));
}

export function shortDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
