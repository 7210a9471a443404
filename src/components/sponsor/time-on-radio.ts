import type { TrackView } from '../../../sync/client.ts';
import { SPONSORSHIP_DAYS } from '../../../sync/model/rules.ts';
import { DAY_MS } from '../../../sync/model/utc-day.ts';

const WHOLE_MS = SPONSORSHIP_DAYS * DAY_MS;

/** Milliseconds until a track's sponsorship ends (S-46), by a clock that may be slow; 0 when it has none, or nobody has ended it yet. */
export function timeOnRadio(
  { sponsored, sponsored_at: at }: Pick<TrackView, 'sponsored' | 'sponsored_at'>,
  now: number,
) {
  if (!sponsored || at === null) return 0;
  return Math.max(0, Math.min(WHOLE_MS, Date.parse(at) + WHOLE_MS - now));
}
