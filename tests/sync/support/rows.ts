import type { Row } from '../../../sync/core/ports.ts';
import type { ProfileRow } from '../../../sync/model/tables/user-profiles.ts';
import type { TrackRow } from '../../../sync/model/tables/tracks.ts';
import type { ZapRuleRow } from '../../../sync/model/tables/zap-rules.ts';

const at = '2027-01-01T00:00:00.000Z';

export function trackRow(id: string, change: Record<string, unknown> = {}): Row & TrackRow {
  return {
    id,
    rev: 1,
    user_id: 'artist',
    title: `Track ${id}`,
    artist_name: 'Artist',
    genre: 'House',
    audio_url: `artist/${id}.mp3`,
    cover_url: null,
    duration_ms: 180_000,
    audio_bytes: 1_000,
    radio_opt_in: false,
    is_public: true,
    sponsored: false,
    sponsored_at: null,
    counts_rev: 1,
    play_count: 0,
    total_votes: 0,
    average_vote_rating: 0,
    highlighted_until: null,
    hidden_at: null,
    created_at: at,
    ...change,
  };
}

export function profileRow(id: string, change: Record<string, unknown> = {}): Row & ProfileRow {
  return {
    id,
    rev: 1,
    artist_name: id,
    bio: null,
    avatar_url: null,
    privacy_setting: 'public',
    instagram_url: null,
    tiktok_url: null,
    youtube_url: null,
    twitter_url: null,
    website_url: null,
    tip_link: null,
    cosmetics: [],
    created_at: at,
    updated_at: at,
    ...change,
  };
}

export function zapRule(type: string, value: number): ZapRuleRow {
  return {
    id: `rule-${type}`,
    rev: 1,
    action_type: type,
    zap_value: value,
    daily_cap: null,
    min_level: 1,
    streak_bonus: 0,
    lasts_days: null,
  };
}
