import { thirtyDaysUpTo } from '../../../sync/model/utc-day.ts';

/** The last 30 UTC days up to today (YYYY-MM-DD), each with its plays; 0 for days that `played` lacks. */
export function playsByDay(
  today: string,
  played: readonly { day: string; plays: number }[],
): { day: string; plays: number }[] {
  const plays = new Map(played.map((entry) => [entry.day, entry.plays]));
  return thirtyDaysUpTo(today).map((day) => ({ day, plays: plays.get(day) ?? 0 }));
}

/** Index of the largest value, the last one if several are equal. */
export function indexOfLargest(values: readonly number[]): number {
  return values.lastIndexOf(Math.max(...values));
}

/** A UTC day as '14 March'. */
export function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
