import type { MeView } from '../../../sync/client.ts';
import type { BalanceRow } from '../../../sync/model/tables/user-balances.ts';
import { fanLevel, type Rules } from '../../../sync/model/rules.ts';
import { utcDay } from '../../../sync/model/utc-day.ts';
import { streakOf } from '../../engine/streak.ts';

interface LedgerLine {
  action_type: string;
  zap_value: number;
  /** UTC day, YYYY-MM-DD. */
  credited_on: string;
}

/** Computes the figures of the debug page. Keys are the specification's names; 'today' is the UTC day (S-9). */
export function zapStatsOf(
  me: MeView & { balance: BalanceRow },
  lines: readonly LedgerLine[],
  { dailyPlayCap }: Pick<Rules, 'dailyPlayCap'>,
  now: number,
) {
  const today = utcDay(now);
  const ofToday = lines.filter((line) => line.credited_on === today);
  const countOf = (type: string) => ofToday.filter((line) => line.action_type === type).length;
  const earned = me.balance.total_zaps_earned;
  return {
    total_zaps: earned,
    zaps_today: me.zapsToday,
    plays_today: Math.min(dailyPlayCap, me.playsToday - me.playsWaiting),
    comments_today: countOf('comment'),
    ratings_today: countOf('rate'),
    play_zaps_today: ofToday.reduce((sum, line) => sum + (line.action_type === 'play' ? line.zap_value : 0), 0),
    // Comments and ratings earn nothing.
    comment_zaps_today: 0,
    rating_zaps_today: 0,
    current_streak: streakOf(me.stats, now).days,
    longest_streak: me.stats?.longest_streak ?? 0,
    fan_level: fanLevel(earned),
  };
}
