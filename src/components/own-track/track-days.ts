import { thirtyDaysUpTo } from '../../../sync/model/utc-day.ts';

/** The last 30 UTC days up to today (YYYY-MM-DD), each with its plays, days without any among them. */
export function lastDays(
  today: string,
  played: readonly { day: string; plays: number }[],
): { day: string; plays: number }[] {
  const plays = new Map(played.map((each) => [each.day, each.plays]));
  return thirtyDaysUpTo(today).map((day) => ({ day, plays: plays.get(day) ?? 0 }));
}

/** Where the largest value stands; of several alike the last. */
export function bestOf(values: readonly number[]): number {
  return values.lastIndexOf(Math.max(...values));
}

/** A UTC day as '14 March'. */
export function dayWords(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
