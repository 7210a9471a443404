import { DAILY_PLAY_CAP } from '../../../sync/model/rules.ts';
import { plural } from '../../lib/texts.ts';

/** Words of the balance and the day. */
export const zapTexts = {
  pending: (confirmed: number, spends: number) => `${confirmed} confirmed, ${spends} waiting to be spent`,
  pendingBrief: (shown: number, spends: number) => `${shown} ZAPs, ${spends} waiting to be spent`,
  zapsToday: 'ZAPs today',
  playsToday: 'plays today',
  dayStreak: 'day streak',
  streakEnded: (days: number) => `Streak ended at ${days} ${plural(days, 'day')}`,
  reset: (time: string, left: string) => `The day resets at ${time}, in ${left}.`,
  resetsIn: (left: string) => `Resets in ${left}`,
  listenToMore: (left: number, plays: number) =>
    `Listen to ${left} more ${plural(left, 'track')} (${plays}/${DAILY_PLAY_CAP})`,
  allPlayed: `${DAILY_PLAY_CAP}/${DAILY_PLAY_CAP} plays today`,
  extraPlays: 'Extra plays count for streaks but no ⚡ earned',
} as const;
