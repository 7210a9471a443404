/** What the server last said of the reward for the day's plays. */
interface Status {
  already_claimed: boolean;
  can_claim: boolean;
  tracks_needed: number;
}

/** The reward for the plays of the UTC day, as it is shown (S-12). */
export type PlayReward = {
  /** Of those it is for: plays the server knows. */
  plays: number;
  /** Of the rest of them: plays that wait on this device. */
  waiting: number;
  /** `claimed`: in this visit; `max`: in an earlier one of this day. */
  kind: 'listen' | 'claimable' | 'claimed' | 'max';
};

/**
 * @param status of today, null while the server has said nothing of today
 * @param cap plays that the reward is for
 * @param isNow nothing has changed since the server said it, as far as this device knows
 * @param known plays of today that the device has from the server
 * @param waiting plays of today that wait on this device
 */
export function playRewardOf(
  status: Status | null,
  {
    cap,
    isNow,
    known,
    waiting,
    isOfVisit,
  }: { cap: number; isNow: boolean; known: number; waiting: number; isOfVisit: boolean },
): PlayReward {
  // The server counts its own days, whatever this device's clock says.
  const told = status ? cap - status.tracks_needed : 0;
  const plays = Math.min(cap, status && isNow ? told : Math.max(told, known));
  const shown = { plays, waiting: Math.min(cap - plays, waiting) };
  if (isOfVisit) return { ...shown, kind: 'claimed' };
  if (status?.already_claimed) return { ...shown, kind: 'max' };
  return { ...shown, kind: plays >= cap ? 'claimable' : 'listen' };
}
