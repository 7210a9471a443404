/** The specification prescribes most of these texts letter for letter. */
export const voteTexts = {
  yours: 'Your vote',
  vote: 'Vote',
  weight: (weight: number) => `${weight} of 5`,
  cast: (weight: number, price: number) => `Vote ${weight} for ${price} ⚡`,
  freeForADay: 'Free edits for 24 hours',
  freeFor: (left: string) => `Free edits for ${left}`,
  held: (price: number) => `${price} ⚡ held`,
  closed: 'Vote Locked',
  missing: (xp: number, level: number) => `${xp} XP to level ${level}`,
  have: (zaps: number) => `You have ${zaps} ⚡`,
  tooFew: (price: number) => `Insufficient ZAPs. You need ${price} ZAPs to vote.`,
  own: 'You cannot vote on your own track',
  guest: 'Please sign in to vote',
  taken: (zaps: number) => `Vote cast! (-⚡${zaps})`,
  failed: 'Failed to cast vote',
  unexpected: 'An unexpected error occurred',
} as const;
