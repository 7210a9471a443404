import type { BackendConfig } from '../environment.ts';
import type { MeView } from '../view-types.ts';
import type { OutboxRecord } from '../core/records.ts';
import { playRecord, profileUpdate } from '../model/actions.ts';
import {
  profileRow,
  type BalanceRow,
  type ConnectionRow,
  type ProfileRow,
  type SharedTrackRow,
  type StatsRow,
  type TrackPlayRow,
  type TrackVoteRow,
  type UserCosmeticRow,
  type ZapActionRow,
} from '../model/rows.ts';
import { mediaAddress } from './media-address.ts';
import { utcDay } from './days.ts';
import { payloadsOf } from './payloads.ts';
import { pendingSpends } from './tracks.ts';

/** The signed-in person's own rows, as the replica has them. `plays` and `zaps` are today's (UTC). */
export interface OwnRows {
  profile: ProfileRow | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  plays: readonly TrackPlayRow[];
  zaps: readonly ZapActionRow[];
  votes: readonly TrackVoteRow[];
  shares: readonly SharedTrackRow[];
  cosmetics: readonly UserCosmeticRow[];
  connections: readonly ConnectionRow[];
}

export const noOwnRows: OwnRows = {
  profile: null,
  balance: null,
  stats: null,
  plays: [],
  zaps: [],
  votes: [],
  shares: [],
  cosmetics: [],
  connections: [],
};

export interface OverlayInput {
  config: BackendConfig;
  userId: string;
  /** ms since the epoch */
  now: number;
  own: OwnRows;
  /** Everything queued that the server has not refused. */
  waiting: readonly OutboxRecord[];
  /** The row of a track, to know whose it is. */
  ownerOf(trackId: string): string | null;
}

/**
 * The person's own numbers: server rows under what waits (SY-1). Each rule is a union by key, never a sum, so that a row
 * that has arrived while its action still waits changes nothing that shows (SY-13). A play's ZAPs are not predicted: the
 * balance moves when the server says so.
 */
export function overlayMe(input: OverlayInput): MeView {
  const { own, waiting } = input;
  const profile = overlayProfile(own.profile, waiting);
  const confirmed = own.balance?.zaps ?? 0;
  // Never below zero: the server refuses what cannot be paid.
  const spends = Math.min(confirmed, pendingSpends(own.votes, own.shares, waiting));
  return {
    profile,
    avatarSrc: profile?.avatar_url ? mediaAddress(input.config, 'avatars', profile.avatar_url) : null,
    balance: own.balance,
    stats: own.stats,
    cosmetics: own.cosmetics,
    zaps: confirmed - spends,
    zapsPending: spends > 0,
    zapsToday: own.zaps.reduce((sum, action) => sum + Math.max(0, action.zap_value), 0),
    playsToday: countedPlays(input).size,
  };
}

/** Tracks whose play counts for the daily reward today: manual, of others' tracks, waiting ones included (S-7, S-10). */
function countedPlays({ own, waiting, now, userId, ownerOf }: OverlayInput): Set<string> {
  const counted = new Set(
    own.plays.filter((play) => play.is_manual && !play.is_self_play).map((play) => play.track_id),
  );
  const decided = new Set(own.plays.map((play) => play.track_id));
  for (const play of waitingPlays(waiting, now)) {
    // The first play of a track and day decides; a later one changes nothing.
    if (decided.has(play.track_id)) continue;
    decided.add(play.track_id);
    if (play.is_manual && ownerOf(play.track_id) !== userId) counted.add(play.track_id);
  }
  return counted;
}

/** Ids of the tracks played today: counted by the server, or waiting (S-10). */
export function overlayPlayedToday(own: OwnRows, waiting: readonly OutboxRecord[], now: number): Set<string> {
  const ids = new Set(own.plays.map((play) => play.track_id));
  for (const play of waitingPlays(waiting, now)) ids.add(play.track_id);
  return ids;
}

function waitingPlays(waiting: readonly OutboxRecord[], now: number) {
  const today = utcDay(now);
  return payloadsOf(
    waiting.filter((record) => record.occurred_at.slice(0, 10) === today),
    'play.record',
    playRecord,
  );
}

function overlayProfile(profile: ProfileRow | null, waiting: readonly OutboxRecord[]): ProfileRow | null {
  if (!profile) return null;
  return payloadsOf(waiting, 'profile.update', profileUpdate).reduce((shown, edit) => {
    const edited = profileRow.safeParse({ ...shown, ...edit });
    return edited.success ? edited.data : shown;
  }, profile);
}
