interface Status {
  already_claimed: boolean;
  can_claim: boolean;
  tracks_needed: number;
}

/** The reward for the plays of the UTC day (S-12). */
export type PlayReward = {
  /** Plays that the server knows, at most `cap`. */
  plays: number;
  /** Plays queued on this device; together with `plays`, at most `cap`. */
  waiting: number;
  /** `claimed`: claimed in this visit; `max`: claimed today before this visit, or on another device. */
  kind: 'listen' | 'claimable' | 'claimed' | 'max';
};

/**
 * @param status the server's response of today; null without one
 * @param isCurrent whether `status` is up to date, as far as this device knows
 * @param confirmed today's plays in the replica
 */
export function playRewardOf(
  status: Status | null,
  {
    cap,
    isCurrent,
    confirmed,
    waiting,
    isClaimedInVisit,
  }: { cap: number; isCurrent: boolean; confirmed: number; waiting: number; isClaimedInVisit: boolean },
): PlayReward {
  // The server counts the plays of its own day; the device's clock may show another day.
  const serverPlays = status ? cap - status.tracks_needed : 0;
  const plays = Math.min(cap, status && isCurrent ? serverPlays : Math.max(serverPlays, confirmed));
  const counts = { plays, waiting: Math.min(cap - plays, waiting) };
  if (isClaimedInVisit) return { ...counts, kind: 'claimed' };
  if (status?.already_claimed) return { ...counts, kind: 'max' };
  return { ...counts, kind: plays >= cap ? 'claimable' : 'listen' };
}
