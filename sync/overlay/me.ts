import type { BackendConfig } from '../environment.ts';
import type { Shown } from '../model/shown.ts';
import type { SmallRows } from '../model/tables.ts';
import type { MeView } from '../view-types.ts';
import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';

/** The person's own profile and numbers. ZAPs of a queued play are not predicted: the balance changes with the server's row. */
export function toMe(config: BackendConfig, rows: SmallRows, shown: Shown): MeView {
  const { profile } = shown;
  const balance = rows.user_balances[0] ?? null;
  const confirmed = balance?.zaps ?? 0;
  // The server refuses a spend that the balance does not cover.
  const spends = Math.min(
    confirmed,
    shown.spends.reduce((sum, { zaps }) => sum + zaps, 0),
  );
  const known = new Set(rows.track_plays.map(({ track_id: track }) => track));
  const plays = [...shown.plays].filter(([, counts]) => counts);
  return {
    profile,
    avatarSrc: profile?.avatar_url ? mediaAddress(config, 'avatars', profile.avatar_url) : null,
    balance,
    stats: rows.user_stats[0] ?? null,
    cosmetics: rows.user_cosmetics,
    zaps: balance && confirmed - spends,
    zapsPending: spends > 0,
    spends: shown.spends,
    zapsToday: rows.zap_actions.reduce(
      (sum, { action_type: type, zap_value: zaps }) => sum + (type === 'sponsor_refund' ? 0 : Math.max(0, zaps)),
      0,
    ),
    playsToday: plays.length,
    playsWaiting: plays.filter(([track]) => !known.has(track)).length,
  };
}
