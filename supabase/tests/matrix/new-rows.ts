import { randomUUID } from 'node:crypto';
import type { Person } from './cells.ts';

export type Row = Readonly<Record<string, unknown>>;

/** By table, makes the row that a person tries to insert. Where the table refuses all inserts, any plausible row will do. */
export function newRows(
  ids: Readonly<Record<Person | 'newcomer', string>>,
  ofOwner: string,
  ofOther: string,
): Record<string, (as: Person) => Row> {
  const partner = (as: Person) => (as === 'owner' ? ids.connected : ids.owner);
  const trackFor = (as: Person) => (as === 'connected' ? ofOther : ofOwner);
  return {
    abuse_overview: () => ({ event_type: 'refused_too_fast' }),
    action_log: (as) => ({
      user_id: ids[as],
      action_id: randomUUID(),
      kind: 'x',
      req_hash: '\\x00',
      status: 'applied',
      result: {},
    }),
    beta_attempts: () => ({ address_hash: '\\x00', attempted_at: '2026-01-05' }),
    beta_sessions: () => ({ token_hash: `\\x${'00'.repeat(32)}`, expires_at: '2099-01-01' }),
    blocks: (as) => ({ user_id: ids[as], blocked_id: ids.newcomer }),
    connections: (as) => ({ user_id: ids[as], connection_id: ids.newcomer, status: 'pending' }),
    favourites: (as) => ({ user_id: ids[as], track_id: as === 'owner' ? ofOwner : ofOther }),
    genres: () => ({ id: randomUUID(), name: 'Waltz', position: 50 }),
    messages: (as) => ({ id: randomUUID(), sender_id: ids[as], receiver_id: partner(as), content: 'Hello' }),
    mystery_prizes: () => ({ position: 50, name: 'A horse', weight: 1, zap_value: 1 }),
    playlist_likes: (as) => ({ user_id: ids[as], playlist_id: ofOther }),
    playlist_tracks: (as) => ({
      id: randomUUID(),
      playlist_id: ofOwner,
      user_id: ids[as],
      track_id: ofOther,
      position: 'a9',
    }),
    playlists: (as) => ({ id: randomUUID(), user_id: ids[as], title: 'Night' }),
    releases: (as) => ({ id: randomUUID(), user_id: ids[as], title: 'Tides', artist_name: 'Somebody' }),
    report_queue: () => ({ reason: 'spam' }),
    reports: (as) => ({
      reporter_id: ids[as],
      subject: 'profile',
      subject_id: randomUUID(),
      person_id: ids.newcomer,
      reason: 'spam',
      excerpt: '',
    }),
    security_events: (as) => ({ user_id: ids[as], event_type: 'x', severity: 'info', event_data: {} }),
    shared_tracks: (as) => ({ user_id: ids[as], track_id: as === 'owner' ? ofOwner : ofOther }),
    store_items: () => ({ name: 'Free Hat', description: 'Free.', icon: 'hat', category: 'badge', zap_cost: 1 }),
    sync_meta: () => ({ is_only: true }),
    track_plays: (as) => ({
      user_id: ids[as],
      track_id: trackFor(as),
      played_on: '2026-01-06',
      heard_at: '2026-01-06',
      threshold_ms: 30_000,
      is_manual: true,
      is_self_play: false,
    }),
    track_votes: (as) => ({
      user_id: ids[as],
      track_id: as === 'owner' ? ofOwner : ofOther,
      vote_weight: 5,
      editable_until: '2099-01-01',
    }),
    tracks: (as) => ({
      id: randomUUID(),
      user_id: ids[as],
      title: 'New',
      artist_name: 'Somebody',
      genre: 'House',
      audio_url: `${ids[as]}/new.mp3`,
      cover_url: null,
      radio_opt_in: true,
      rights_confirmed: true,
    }),
    user_balances: (as) => ({ user_id: ids[as], zaps: 5000, total_zaps_earned: 5000, total_listen_ms: 0 }),
    user_cosmetics: (as) => ({
      user_id: ids[as],
      item_id: '00000000-0000-4000-b000-000000000001',
      item_name: 'Glow Border',
      category: 'cosmetic',
    }),
    user_days: (as) => ({ user_id: ids[as], day: '2026-01-07', zaps: 500 }),
    user_profiles: (as) => ({ id: ids[as], artist_name: 'Renamed', tip_link: null }),
    user_stats: (as) => ({ user_id: ids[as], current_streak: 30, longest_streak: 30 }),
    zap_actions: (as) => ({ user_id: ids[as], action_type: 'zap', zap_value: 1000, credited_on: '2026-01-06' }),
    zap_rules: () => ({ action_type: 'smile', zap_value: 100, is_recordable: true }),
    zap_weeks: (as) => ({
      user_id: ids[as],
      week_start: '2026-01-12',
      zaps_earned: 500,
      reached_at: '2026-01-12',
    }),
  };
}
