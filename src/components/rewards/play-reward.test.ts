import { describe, expect, it } from 'vitest';
import { playRewardOf } from './play-reward.ts';

const status = (tracks_needed: number, already_claimed = false) => ({
  already_claimed,
  can_claim: tracks_needed === 0 && !already_claimed,
  tracks_needed,
});
const device = { cap: 10, isCurrent: true, confirmed: 0, waiting: 0, isClaimedInVisit: false };

describe('[S-12] the reward for ten plays', () => {
  it('needs as many plays as the daily cap', () => {
    expect(playRewardOf(status(2), { ...device, cap: 4 })).toEqual({ plays: 2, waiting: 0, kind: 'listen' });
    expect(playRewardOf(null, { ...device, cap: 4, isCurrent: false, confirmed: 5 })).toMatchObject({
      plays: 4,
      kind: 'claimable',
    });
  });

  it("counts the plays, is claimable at ten, and after the claim is 'claimed' in this visit and 'max' in later visits", () => {
    expect(playRewardOf(status(3), device)).toEqual({ plays: 7, waiting: 0, kind: 'listen' });
    expect(playRewardOf(status(0), device)).toEqual({ plays: 10, waiting: 0, kind: 'claimable' });
    expect(playRewardOf(status(0, true), { ...device, isClaimedInVisit: true })).toMatchObject({ kind: 'claimed' });
    expect(playRewardOf(status(0, true), device)).toMatchObject({ kind: 'max' });
  });

  it('counts queued plays separately, and never more than ten in total', () => {
    expect(playRewardOf(status(2), { ...device, waiting: 1 })).toEqual({ plays: 8, waiting: 1, kind: 'listen' });
    expect(playRewardOf(status(2), { ...device, waiting: 5 })).toEqual({ plays: 8, waiting: 2, kind: 'listen' });
    expect(playRewardOf(status(0), { ...device, waiting: 5 })).toEqual({ plays: 10, waiting: 0, kind: 'claimable' });
  });

  it("uses the server's count for the server's day, even if the device counts another day", () => {
    expect(playRewardOf(status(3), { ...device, confirmed: 0 })).toMatchObject({ plays: 7 });
    expect(playRewardOf(status(10), { ...device, confirmed: 10 })).toMatchObject({ plays: 0, kind: 'listen' });
  });

  it('adds plays that the device recorded after the last response of the server', () => {
    expect(playRewardOf(status(3), { ...device, isCurrent: false, confirmed: 9 })).toMatchObject({
      plays: 9,
      kind: 'listen',
    });
    expect(playRewardOf(status(3), { ...device, isCurrent: false, confirmed: 12 })).toMatchObject({
      kind: 'claimable',
      plays: 10,
    });
  });

  it("uses the device's counts on a day without a response from the server", () => {
    expect(playRewardOf(null, device)).toEqual({ plays: 0, waiting: 0, kind: 'listen' });
    expect(playRewardOf(null, { ...device, isCurrent: false, confirmed: 2, waiting: 1 })).toMatchObject({
      plays: 2,
      waiting: 1,
    });
  });
});
