import { describe, expect, it } from 'vitest';
import { specifiedRules as rules } from '../../../sync/model/rules.ts';
import { priceNoteOf, refusalText, votingOf } from './vote-rules.ts';

const now = Date.parse('2027-01-02T12:00:00Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const track = { user_id: 'artist', myVote: null };
const withZaps = (zaps: number, earned: number) => ({
  zaps,
  balance: { id: 'b', rev: 1, user_id: 'me', zaps, total_zaps_earned: earned, total_listen_ms: 0 },
});
const voted = (editableUntil: string | null, isPending = false) => ({
  ...track,
  myVote: { weight: 4, editableUntil, isPending },
});
const rich = withZaps(48, 60);
const priceNoteFor = (candidate: typeof track | ReturnType<typeof voted>, me = rich) => {
  const voting = votingOf(candidate, { me, userId: 'me', rules, now });
  return [voting.kind, priceNoteOf(voting, rules)];
};

describe('voting', () => {
  it('is open to signed-in people other than the owner, from level 3 and with enough ZAPs [S-13] [S-14]', () => {
    expect(votingOf(track, { me: null, userId: null, rules, now })).toEqual({ kind: 'guest' });
    expect(votingOf(track, { me: rich, userId: 'artist', rules, now })).toEqual({ kind: 'own' });
    expect(priceNoteFor(track, withZaps(20, 21))).toEqual(['locked', '5 XP to level 3']);
    expect(priceNoteFor(track, withZaps(2, 26))).toEqual(['tooFew', 'You have 2 ⚡']);
    expect(votingOf(track, { me: withZaps(4, 26), userId: 'me', rules, now })).toEqual({ kind: 'tooFew', zaps: 4 });
    expect(priceNoteFor(track, withZaps(5, 26))).toEqual(['open', 'Free edits for 24 hours']);
    // An unknown balance means neither too few ZAPs nor too low a level.
    expect(votingOf(track, { me: null, userId: 'me', rules, now })).toEqual({ kind: 'open' });
    expect(votingOf(track, { me: { zaps: null, balance: null }, userId: 'me', rules, now })).toEqual({ kind: 'open' });
  });

  it("uses the server's price and level", () => {
    const votingWith = (zaps: number, earned: number) =>
      votingOf(track, {
        me: withZaps(zaps, earned),
        userId: 'me',
        rules: { ...rules, votePrice: 7, unlockLevels: { ...rules.unlockLevels, vote: 4 } },
        now,
      });
    expect(votingWith(7, 51)).toEqual({ kind: 'locked', missing: 1, level: 4 });
    expect(votingWith(6, 52)).toEqual({ kind: 'tooFew', zaps: 6 });
    expect(votingWith(7, 52)).toEqual({ kind: 'open' });
    expect(priceNoteOf(votingOf(voted(null, true), { me: rich, userId: 'me', rules, now }), { votePrice: 7 })).toBe(
      '7 ⚡ held',
    );
  });

  it('holds the ZAPs of a queued vote, and allows free edits for 24 hours after the server applied it', () => {
    expect(priceNoteFor(voted(null, true))).toEqual(['editable', '5 ⚡ held']);
    expect(priceNoteFor(voted(inHours(21.6666)))).toEqual(['editable', 'Free edits for 21 h 40 min']);
    expect(priceNoteFor(voted(inHours(0.5), true))).toEqual(['editable', 'Free edits for 30 min']);
    expect(priceNoteFor(voted(inHours(0)))).toEqual(['closed', '']);
    // The server decides about a queued edit, even after the 24 hours.
    expect(priceNoteFor(voted(inHours(-1), true))).toEqual(['editable', '']);
  });

  it('tolerates a clock that is a day slow, and a vote cast below the level required now', () => {
    expect(priceNoteFor(voted(inHours(48)))).toEqual(['editable', 'Free edits for 24 hours']);
    expect(priceNoteFor(voted(inHours(-2)), withZaps(0, 0))).toEqual(['closed', '']);
  });

  it("shows the reason of a refusal: the server's message, or the specified text", () => {
    const text = (code: string, message: string) => refusalText({ code, message });
    expect(text('insufficient_zaps', 'Insufficient ZAPs. You need 5 ZAPs to vote.')).toBe(
      'Insufficient ZAPs. You need 5 ZAPs to vote.',
    );
    expect(text('42501', 'permission denied')).toBe('Please sign in to vote');
    expect(text('failed', 'This could not be done. Please try again.')).toBe('An unexpected error occurred');
    expect(text('', '')).toBe('Failed to cast vote');
  });
});
