import type { TrackView } from '../../../sync/client.ts';
import type { Rules } from '../../../sync/model/rules.ts';
import { DAY_MS } from '../../../sync/model/utc-day.ts';

/**
 * The remaining time of the track's sponsorship in ms: 0 without one, Infinity if sponsorships do not expire (S-46). At most the whole
 * duration, because `now` may be behind the server's time.
 */
export function timeOnRadio(
  { sponsored, sponsored_at: sponsoredAt }: Pick<TrackView, 'sponsored' | 'sponsored_at'>,
  { sponsorshipDays }: Pick<Rules, 'sponsorshipDays'>,
  now: number,
): number {
  if (!sponsored || sponsoredAt === null) return 0;
  if (sponsorshipDays === null) return Infinity;
  const durationMs = sponsorshipDays * DAY_MS;
  return Math.max(0, Math.min(durationMs, Date.parse(sponsoredAt) + durationMs - now));
}
