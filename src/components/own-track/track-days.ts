import { thirtyDaysUpTo } from '../../../sync/model/utc-day.ts';

/** The last 30 UTC days (YYYY-MM-DD) up to `today`. Days that `played` lacks have 0 plays. */
export function playsByDay(
  today: string,
  played: readonly { day: string; plays: number }[],
): { day: string; plays: number }[] {
  const plays = new Map(played.map((entry) => [entry.day, entry.plays]));
  return thirtyDaysUpTo(today).map((day) => ({ day, plays: plays.get(day) ?? 0 }));
}

/** Index of the largest value; of equal values, the last. */
export function indexOfLargest(values: readonly number[]): number {
  return values.lastIndexOf(Math.max(...values));
}

export function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
