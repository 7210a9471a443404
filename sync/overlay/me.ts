import type { BackendConfig, MeView } from '../api.ts';
import type { OutboxRecord } from '../core/records.ts';
import { playRecord, profileUpdate, trackCreate } from '../model/actions.ts';
import type { BalanceRow, ProfileRow, StatsRow, TrackPlayRow, TrackRow, ZapActionRow } from '../model/rows.ts';
import { mediaAddress } from './media-address.ts';
import { utcDay } from './days.ts';

/** The signed-in person's own rows, as the replica has them. `plays` and `zaps` are today's (UTC). */
export interface OwnRows {
  profile: ProfileRow | null;
  balance: BalanceRow | null;
  stats: StatsRow | null;
  plays: readonly TrackPlayRow[];
  zaps: readonly ZapActionRow[];
}

export const noOwnRows: OwnRows = { profile: null, balance: null, stats: null, plays: [], zaps: [] };

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
  return {
    profile,
    avatarSrc: profile?.avatar_url ? mediaAddress(input.config, 'avatars', profile.avatar_url) : null,
    balance: own.balance,
    stats: own.stats,
    zaps: own.balance?.zaps ?? 0,
    // No kind that can wait spends ZAPs.
    zapsPending: false,
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
  return waiting.flatMap((record) => {
    if (record.kind !== 'play.record' || record.occurred_at.slice(0, 10) !== today) return [];
    const parsed = playRecord.safeParse(record.payload);
    return parsed.success ? [parsed.data] : [];
  });
}

function overlayProfile(profile: ProfileRow | null, waiting: readonly OutboxRecord[]): ProfileRow | null {
  if (!profile) return null;
  let shown = profile;
  for (const record of waiting) {
    if (record.kind !== 'profile.update') continue;
    const edit = profileUpdate.safeParse(record.payload);
    if (!edit.success) continue;
    if (edit.data.artist_name !== undefined) shown = { ...shown, artist_name: edit.data.artist_name };
    if (edit.data.avatar_url !== undefined) shown = { ...shown, avatar_url: edit.data.avatar_url };
  }
  return shown;
}

/** The tracks this person has created and the server has not confirmed, as rows with no revision yet. */
export function overlayCreatedTracks(userId: string, waiting: readonly OutboxRecord[]): TrackRow[] {
  return waiting.flatMap((record) => {
    if (record.kind !== 'track.create') return [];
    const parsed = trackCreate.safeParse(record.payload);
    if (!parsed.success) return [];
    const { data } = parsed;
    return [
      {
        id: data.track_id,
        rev: 0,
        user_id: userId,
        title: data.title,
        artist_name: data.artist_name,
        genre: data.genre,
        audio_url: data.audio_path,
        cover_url: data.cover_path,
        duration_ms: 0,
        audio_bytes: 0,
        radio_opt_in: data.radio_opt_in,
        is_public: true,
        sponsored: false,
        sponsored_at: null,
        play_count: 0,
        total_votes: 0,
        average_vote_rating: 0,
        highlighted_until: null,
        created_at: new Date(record.created_at).toISOString(),
      },
    ];
  });
}
