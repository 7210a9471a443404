import { plural } from '../../platform/texts.ts';
import { isolated } from '../../platform/bidi.ts';

export const zapTexts = {
  status: 'ZAP status',
  ledger: 'Balance',
  confirmed: 'Confirmed',
  voteOn: (title: string) => `Vote on ${isolated(title)}`,
  shareOf: (title: string) => `Share of ${isolated(title)}`,
  zapsToday: 'ZAPs today',
  playsToday: 'plays today',
  dayStreak: 'day streak',
  level: (level: number) => `Level ${level}`,
  toLevel: (xp: number, level: number) => `${xp} XP to level ${level}`,
  streakEnded: (days: number) => `Streak ended at ${days} ${plural(days, 'day')}`,
  reset: (time: string, left: string) => `The day resets at ${time}, in ${left}.`,
  resetsIn: (left: string) => `Resets in ${left}`,
  listenToMore: (plays: number, cap: number) =>
    `Listen to ${cap - plays} more ${plural(cap - plays, 'track')} (${plays}/${cap})`,
  allPlayed: (cap: number) => `${cap}/${cap} plays today`,
  extraPlays: 'Extra plays count for streaks but no ⚡ earned',
} as const;
