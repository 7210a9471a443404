import { plural } from '../../platform/texts.ts';

/** The specification prescribes most of these texts letter for letter. */
export const rewardsTexts = {
  plays: 'Daily plays',
  earnedToday: (n: number) => `${n} earned today`,
  meter: (n: number, cap: number) => `${n} of ${cap} plays today`,
  listen: (plays: number, cap: number) =>
    `Listen to ${cap - plays} more ${plural(cap - plays, 'track')} (${plays}/${cap})`,
  claimPlays: (zaps: number) => `Claim ${zaps} ${plural(zaps, 'ZAP')}`,
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
  claimLogin: (zaps: number) => `Claim +${zaps} ⚡`,
  next: (left: string) => `Next in ${left}`,
  offlineLogin: 'Needs a connection. Your streak is kept.',

  days: 'Last 30 days',
  active: (n: number) => `${n} ${plural(n, 'day')} active`,
  today: 'Today',
} as const;
