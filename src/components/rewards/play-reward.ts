/** The server's last answer about the reward for daily plays. */
interface Status {
  already_claimed: boolean;
  can_claim: boolean;
  tracks_needed: number;
}

/** The shown state of the reward for the plays of the UTC day (S-12). */
export type PlayReward = {
  /** Plays that the server knows, at most `cap`. */
  plays: number;
  /** Plays queued on this device, at most up to `cap` in total. */
  waiting: number;
  /** `claimed`: in this visit; `max`: in an earlier one of this day. */
  kind: 'listen' | 'claimable' | 'claimed' | 'max';
};

/**
 * @param status today's answer; null before there is one
 * @param cap plays that the reward needs
 * @param isNow `status` is up to date, as far as this device knows
 * @param known today's plays in the replica
 * @param waiting today's plays queued on this device
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
  // The server counts by its own day; the device's clock may be wrong.
  const told = status ? cap - status.tracks_needed : 0;
  const plays = Math.min(cap, status && isNow ? told : Math.max(told, known));
  const shown = { plays, waiting: Math.min(cap - plays, waiting) };
  if (isOfVisit) return { ...shown, kind: 'claimed' };
  if (status?.already_claimed) return { ...shown, kind: 'max' };
  return { ...shown, kind: plays >= cap ? 'claimable' : 'listen' };
}
