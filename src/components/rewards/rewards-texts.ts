import { DAILY_PLAY_CAP } from '../../../sync/model/rules.ts';
import { plural } from '../../platform/texts.ts';

/** Words of the daily rewards: the specification's letter for letter, and our own where it is silent. */
export const rewardsTexts = {
  plays: 'Daily plays',
  earnedToday: (n: number) => `${n} earned today`,
  meter: (n: number) => `${n} of ${DAILY_PLAY_CAP} plays today`,
  listen: (left: number, plays: number) =>
    `Listen to ${left} more ${plural(left, 'track')} (${plays}/${DAILY_PLAY_CAP})`,
  claimPlays: 'Claim 2 ZAPs',
  claiming: 'Claiming...',
  claimed: 'Claimed Today!',
  max: 'Max Daily ZAPs Reached',
  extra: 'Extra plays count for streaks but no ⚡ earned',
  resets: (left: string) => `Resets in ${left}`,
  waiting: (n: number) => `${n} ${plural(n, 'play')} waiting to send`,
  offlinePlays: 'Needs a connection. Your plays are kept.',
  unknown: 'Failed to check reward status',

  login: 'Daily login',
  bonus: 'BONUS',
  streak: (days: number) => `${days}-day streak`,
  streakEnded: (days: number) => `Streak ended at ${days} ${plural(days, 'day')}`,
  claimLogin: (zaps: 1 | 2) => `Claim +${zaps} ⚡`,
  next: (left: string) => `Next in ${left}`,
  offlineLogin: 'Needs a connection. Your streak is kept.',

  days: 'Last 30 days',
  active: (n: number) => `${n} ${plural(n, 'day')} active`,
  today: 'Today',
} as const;
