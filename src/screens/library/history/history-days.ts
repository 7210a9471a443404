import type { HistoryPlay } from '../../../../sync/model/history.ts';
import { dayAndMonth } from '../../../platform/format.ts';
import { localDay, localDayBefore } from '../../../platform/local-day.ts';
import { historyTexts } from './history-texts.ts';

/** A local day, with its plays, newest first. */
export interface HistoryDay {
  /** In ms since the epoch; `until` is the beginning of the next day. */
  from: number;
  until: number;
  plays: readonly HistoryPlay[];
}

/** @param plays newest first */
export function daysOf(plays: readonly HistoryPlay[]): HistoryDay[] {
  const days: (HistoryDay & { plays: HistoryPlay[] })[] = [];
  for (const play of plays) {
    const last = days.at(-1);
    if (last && play.heardAt >= last.from) last.plays.push(play);
    else days.push({ ...boundsOf(play.heardAt), plays: [play] });
  }
  return days;
}

function boundsOf(at: number): { from: number; until: number } {
  const date = new Date(at);
  // A day need not have 24 hours.
  const midnight = (days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
  return { from: midnight(0), until: midnight(1) };
}

/** 'Today', 'Yesterday', 'Sunday, 29 November', and with the year in another year. */
export function dayName(at: number, now: number): string {
  if (localDay(at) === localDay(now)) return historyTexts.today;
  if (localDay(at) === localDayBefore(now)) return historyTexts.yesterday;
  const date = new Date(at);
  const weekday = date.toLocaleDateString('en-GB', { weekday: 'long' });
  return `${weekday}, ${dayAndMonth(date.toISOString(), now)}`;
}
