import { VOTE_PRICE } from '../../../sync/model/rules.ts';
import { lockWords } from './lock-words.ts';

/** Words of voting: the specification's letter for letter, and our own where it is silent. */
export const voteTexts = {
  yours: 'Your vote',
  vote: 'Vote',
  weight: (weight: number) => `${weight} of 5`,
  cast: (weight: number) => `Vote ${weight} for ${VOTE_PRICE} ⚡`,
  freeForADay: 'Free edits for 24 hours',
  freeFor: (left: string) => `Free edits for ${left}`,
  held: `${VOTE_PRICE} ⚡ held`,
  closed: 'Vote Locked',
  levelLock: lockWords('vote'),
  missing: (xp: number, level: number) => `${xp} XP to level ${level}`,
  have: (zaps: number) => `You have ${zaps} ⚡`,
  tooFew: `Insufficient ZAPs. You need ${VOTE_PRICE} ZAPs to vote.`,
  own: 'You cannot vote on your own track',
  guest: 'Please sign in to vote',
  taken: (zaps: number) => `Vote cast! (-⚡${zaps})`,
  failed: 'Failed to cast vote',
  unexpected: 'An unexpected error occurred',
} as const;
