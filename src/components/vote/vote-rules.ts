import type { MeView, TrackView } from '../../../sync/client.ts';
import { nextLevelXp, type Rules } from '../../../sync/model/rules.ts';
import { DAY_MS } from '../../../sync/model/utc-day.ts';
import { hoursAndMinutes } from '../../platform/format.ts';
import { isBelowLevel } from './lock-text.ts';
import { voteTexts } from './vote-texts.ts';

export type Voting =
  | { kind: 'guest' }
  | { kind: 'own' }
  /** Below the required level (S-14). `missing`: XP to that level. */
  | { kind: 'locked'; missing: number; level: number }
  | { kind: 'tooFew'; zaps: number }
  /** Also while the balance is unknown. */
  | { kind: 'open' }
  /** `leftMs`: the time left for free edits; null until the server has the vote. Meanwhile the vote's ZAPs are held. */
  | { kind: 'editable'; weight: number; isPending: boolean; leftMs: number | null }
  | { kind: 'closed'; weight: number };

const MINUTE_MS = 60_000;

/** `userId`: null for a guest; `now`: ms since the epoch. */
interface Situation {
  me: Pick<MeView, 'zaps' | 'balance'> | null;
  userId: string | null;
  rules: Rules;
  now: number;
}

export function votingOf(
  { user_id: owner, myVote }: Pick<TrackView, 'user_id' | 'myVote'>,
  { me, userId, rules, now }: Situation,
): Voting {
  if (userId === null) return { kind: 'guest' };
  if (owner === userId) return { kind: 'own' };
  if (myVote) {
    const { weight, isPending, editableUntil } = myVote;
    // Edits are free for a day at most, even if `now` is behind the server's time.
    const leftMs = editableUntil === null ? null : Math.min(DAY_MS, Date.parse(editableUntil) - now);
    if (leftMs !== null && leftMs <= 0 && !isPending) return { kind: 'closed', weight };
    return { kind: 'editable', weight, isPending, leftMs };
  }
  const level = rules.unlockLevels.vote;
  if (isBelowLevel(level, me))
    return { kind: 'locked', missing: nextLevelXp(level - 1) - (me?.balance?.total_zaps_earned ?? 0), level };
  const zaps = me?.zaps ?? null;
  return zaps === null || zaps >= rules.votePrice ? { kind: 'open' } : { kind: 'tooFew', zaps };
}

export function priceNoteOf(voting: Voting, { votePrice }: Pick<Rules, 'votePrice'>): string {
  switch (voting.kind) {
    case 'locked':
      return voteTexts.missing(voting.missing, voting.level);
    case 'tooFew':
      return voteTexts.have(voting.zaps);
    case 'open':
      return voteTexts.freeForADay;
    case 'editable':
      if (voting.leftMs === null) return voteTexts.held(votePrice);
      if (voting.leftMs > DAY_MS - MINUTE_MS) return voteTexts.freeForADay;
      return voting.leftMs > 0 ? voteTexts.freeFor(hoursAndMinutes(voting.leftMs)) : '';
    case 'guest':
    case 'own':
    case 'closed':
      return '';
  }
}

/** Error codes of the server for requests without a sign-in. */
const SIGNED_OUT_CODES = ['401', '42501'];

export function refusalText({ code, message }: { code: string; message: string }): string {
  if (SIGNED_OUT_CODES.includes(code)) return voteTexts.guest;
  if (code === 'failed') return voteTexts.unexpected;
  return message || voteTexts.failed;
}
