const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function object(columns: readonly string[], others: Readonly<Record<string, string>> = {}): string {
  const fields = [
    ...columns.map((column) => `'${column}', r.${column}`),
    ...Object.entries(others).map(([name, sql]) => `'${name}', ${sql}`),
  ];
  return `json_build_object(${fields.join(', ')})`;
}

const times = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, time(`r.${column}`)]));
const id = { id: 'r.user_id' };
const small = (column: string) =>
  `(select json_build_object('id', s.id, 'artist_name', s.artist_name, 'avatar_url', s.avatar_url)
    from public.user_profiles s where s.id = r.${column} and s.deleted_at is null)`;

export const trackJson = object(
  [
    'id',
    'rev',
    'user_id',
    'title',
    'artist_name',
    'genre',
    'audio_url',
    'cover_url',
    'duration_ms',
    'audio_bytes',
    'radio_opt_in',
    'is_public',
    'sponsored',
    'counts_rev',
    'play_count',
    'total_votes',
    'average_vote_rating',
  ],
  times('hidden_at', 'sponsored_at', 'highlighted_until', 'created_at'),
);
export const profileJson = object(
  [
    'id',
    'rev',
    'artist_name',
    'bio',
    'avatar_url',
    'privacy_setting',
    'instagram_url',
    'tiktok_url',
    'youtube_url',
    'twitter_url',
    'website_url',
    'tip_link',
    'cosmetics',
    'track_count',
    'total_plays',
  ],
  times('created_at', 'updated_at'),
);
export const balanceJson = object(['rev', 'user_id', 'zaps', 'total_zaps_earned', 'total_listen_ms'], id);
export const statsJson = object(
  ['rev', 'user_id', 'fan_level', 'current_streak', 'longest_streak', 'last_active_on'],
  id,
);
export const genreJson = object(['id', 'rev', 'name', 'position']);
export const storeItemJson = object(
  ['id', 'rev', 'name', 'description', 'icon', 'category', 'zap_cost', 'is_active', 'stock', 'metadata'],
  times('created_at'),
);
export const shareJson = object(['id', 'rev', 'user_id', 'track_id', 'is_shared'], times('created_at'));
export const zapActionJson = object(
  ['id', 'rev', 'user_id', 'action_type', 'zap_value', 'metadata', 'credited_on'],
  times('created_at'),
);
export const playJson = object(
  ['id', 'rev', 'user_id', 'track_id', 'played_on', 'is_manual', 'is_self_play', 'zaps_earned'],
  times('created_at'),
);
export const voteJson = object(
  ['id', 'rev', 'user_id', 'track_id', 'vote_weight'],
  times('editable_until', 'created_at', 'updated_at'),
);
export const cosmeticJson = object(
  ['id', 'rev', 'user_id', 'item_id', 'item_name', 'category'],
  times('expires_at', 'created_at'),
);
export const connectionJson = object(['id', 'rev', 'user_id', 'connection_id', 'status'], {
  ...times('created_at', 'updated_at'),
  user_profile: small('user_id'),
  connection_profile: small('connection_id'),
});
export const messageJson = object(['id', 'rev', 'sender_id', 'receiver_id', 'content', 'is_read'], times('created_at'));
