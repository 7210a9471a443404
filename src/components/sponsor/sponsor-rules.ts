import type { MeView, TrackView } from '../../../sync/client.ts';
import type { Rules } from '../../../sync/model/rules.ts';
import { DAY_MS } from '../../../sync/model/utc-day.ts';
import { isBelowLevel } from '../vote/lock-text.ts';
import { timeOnRadio } from './time-on-radio.ts';
import { sponsorTexts } from './sponsor-texts.ts';

const HOUR_MS = 3_600_000;

export type Sponsoring =
  /** For guests, and for tracks that are private or not sent yet. */
  | { kind: 'hidden' }
  /** `leftMs`: time left on the radio; Infinity if sponsorships do not expire. */
  | { kind: 'sponsored'; leftMs: number }
  /** The artist has not opened the track to sponsorship. */
  | { kind: 'closed' }
  | Readiness;

type Readiness =
  /** Below the required level (S-14). */
  | { kind: 'locked' }
  | { kind: 'tooFew'; zaps: number }
  /** Sponsoring needs the network: it is not queued (S-32). */
  | { kind: 'offline' }
  | { kind: 'open' };

type SponsorTrack = Pick<TrackView, 'rev' | 'is_public' | 'radio_opt_in' | 'sponsored' | 'sponsored_at'>;

/** `userId`: null for a guest; `now`: ms since the epoch. */
interface Situation {
  me: Pick<MeView, 'zaps' | 'balance'> | null;
  userId: string | null;
  isOffline: boolean;
  rules: Rules;
  now: number;
}

export function sponsoringOf(track: SponsorTrack, { me, userId, isOffline, rules, now }: Situation): Sponsoring {
  if (userId === null || track.rev === 0 || !track.is_public) return { kind: 'hidden' };
  const leftMs = timeOnRadio(track, rules, now);
  if (leftMs > 0) return { kind: 'sponsored', leftMs };
  if (!track.radio_opt_in) return { kind: 'closed' };
  return readinessOf({ me, isOffline, rules });
}

/** Whether the person may sponsor at all now. Does not depend on the track. */
export function readinessOf({ me, isOffline, rules }: Pick<Situation, 'me' | 'isOffline' | 'rules'>): Readiness {
  if (isBelowLevel(rules.unlockLevels.sponsor, me)) return { kind: 'locked' };
  const zaps = me?.zaps ?? null;
  if (zaps !== null && zaps < rules.sponsorPrice) return { kind: 'tooFew', zaps };
  return { kind: isOffline ? 'offline' : 'open' };
}

export function remainingText(leftMs: number): string {
  if (leftMs === Infinity) return sponsorTexts.forGood;
  return leftMs > DAY_MS
    ? sponsorTexts.daysLeft(Math.ceil(leftMs / DAY_MS))
    : sponsorTexts.hoursLeft(Math.max(1, Math.ceil(leftMs / HOUR_MS)));
}
