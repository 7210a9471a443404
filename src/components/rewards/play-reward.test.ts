import { describe, expect, it } from 'vitest';
import { playRewardOf } from './play-reward.ts';

const status = (tracks_needed: number, already_claimed = false) => ({
  already_claimed,
  can_claim: tracks_needed === 0 && !already_claimed,
  tracks_needed,
});
const here = { cap: 10, isNow: true, known: 0, waiting: 0, isOfVisit: false };

describe('[S-12] the reward for ten plays', () => {
  it('needs as many plays as the server says', () => {
    expect(playRewardOf(status(2), { ...here, cap: 4 })).toEqual({ plays: 2, waiting: 0, kind: 'listen' });
    expect(playRewardOf(null, { ...here, cap: 4, isNow: false, known: 5 })).toMatchObject({
      plays: 4,
      kind: 'claimable',
    });
  });

  it('says how many plays are missing, is claimable at ten, then is claimed in this visit and max in later ones', () => {
    expect(playRewardOf(status(3), here)).toEqual({ plays: 7, waiting: 0, kind: 'listen' });
    expect(playRewardOf(status(0), here)).toEqual({ plays: 10, waiting: 0, kind: 'claimable' });
    expect(playRewardOf(status(0, true), { ...here, isOfVisit: true })).toMatchObject({ kind: 'claimed' });
    expect(playRewardOf(status(0, true), here)).toMatchObject({ kind: 'max' });
  });

  it('counts queued plays separately, and never more than ten in total', () => {
    expect(playRewardOf(status(2), { ...here, waiting: 1 })).toEqual({ plays: 8, waiting: 1, kind: 'listen' });
    expect(playRewardOf(status(2), { ...here, waiting: 5 })).toEqual({ plays: 8, waiting: 2, kind: 'listen' });
    expect(playRewardOf(status(0), { ...here, waiting: 5 })).toEqual({ plays: 10, waiting: 0, kind: 'claimable' });
  });

  it("uses the server's count for the server's day, even if the device's clock is on another day", () => {
    expect(playRewardOf(status(3), { ...here, known: 0 })).toMatchObject({ plays: 7 });
    expect(playRewardOf(status(10), { ...here, known: 10 })).toMatchObject({ plays: 0, kind: 'listen' });
  });

  it('follows plays that the device counted after the answer, until the server is asked again', () => {
    expect(playRewardOf(status(3), { ...here, isNow: false, known: 9 })).toMatchObject({ plays: 9, kind: 'listen' });
    expect(playRewardOf(status(3), { ...here, isNow: false, known: 12 })).toMatchObject({
      kind: 'claimable',
      plays: 10,
    });
  });

  it('starts at 0 on a day without an answer from the server', () => {
    expect(playRewardOf(null, here)).toEqual({ plays: 0, waiting: 0, kind: 'listen' });
    expect(playRewardOf(null, { ...here, isNow: false, known: 2, waiting: 1 })).toMatchObject({ plays: 2, waiting: 1 });
  });
});
