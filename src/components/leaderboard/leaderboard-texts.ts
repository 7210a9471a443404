export const leaderboardTexts = {
  title: 'This Week',
  every: 'Updates every 5 minutes',
  lastKnown: (age: string) => `Last known, ${age} ago`,
  you: 'You',
  nameless: 'Anonymous Artist',
  nobody: 'Nobody has earned ZAPs this week yet',
  notYet: 'Earn ZAPs this week to have a place here.',
  yourRank: 'Your place',
} as const;
