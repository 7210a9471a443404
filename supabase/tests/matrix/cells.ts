// The rights here are written by hand from the specification and the rules named below. Requests for any other right must be refused.

/** The owner of the tested rows, and others by their relation to the owner. */
export const people = ['owner', 'connected', 'pending', 'declined', 'other'] as const;
export type Person = (typeof people)[number];

/**
 * `anonymous` has the publishable key; `guest` also has a beta session (S-1); `former` has a deleted account's token
 * (S-6); `service` has the secret key.
 */
export const roles = ['anonymous', 'guest', ...people, 'former', 'service'] as const;
export type Role = (typeof roles)[number];

/** Which rows a person reads. `visible`: public ones, their own, and those that a connection makes visible. */
export type Reach = 'public' | 'own' | 'visible';

export interface TableCells {
  /** Columns that name the people to whom a row belongs. */
  readonly of: readonly string[];
  /** Rows that guests read; anonymous callers get no rows. If absent, guests and anonymous callers are refused. */
  readonly guest?: Reach;
  /** Rows that people read; `former` gets no rows. If absent, people and `former` are refused. */
  readonly people?: Reach;
  readonly insert?: {
    readonly by: readonly Person[];
    readonly columns: readonly string[];
    /** A client may send these columns, but the server overwrites them. */
    readonly derived?: readonly string[];
  };
  /** Columns of the target row (scene.ts) that each person may update. */
  readonly update?: Partial<Record<Person, readonly string[]>>;
  /** Columns that the server may set with an update. */
  readonly serverColumns?: readonly string[];
  /** People who may upsert, which needs the rights of an insert and of an update. */
  readonly upsert?: readonly Person[];
  /** `cascades` are tables whose rows are deleted too. */
  readonly delete?: { readonly by: readonly Person[]; readonly cascades: readonly string[] };
  readonly service: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** Columns that the service may update. By default all. */
  readonly serviceUpdates?: readonly string[];
}

const everything = ['select', 'insert', 'update', 'delete'] as const;

export const tables: Readonly<Record<string, TableCells>> = {
  abuse_overview: { of: [], service: ['select'] },
  // SY-9: the server's log of its results.
  action_log: { of: ['user_id'], service: ['select'] },
  // S-2, S-3: nobody can list tokens and attempts, not even with the secret key; the procedures receive a token from the caller.
  beta_attempts: { of: [], service: [] },
  beta_sessions: { of: ['used_by'], service: [] },
  // S-47: only the person who blocks reads a block from the table.
  blocks: { of: ['user_id'], people: 'own', service: everything },
  // Part 1 §6: only the recipient answers; here that is the owner, who has a request from `pending`.
  connections: {
    of: ['user_id', 'connection_id'],
    people: 'own',
    insert: { by: people, columns: ['user_id', 'connection_id', 'status'] },
    update: { owner: ['status'] },
    serverColumns: ['updated_at'],
    service: everything,
  },
  // S-60: favourites are the person's own.
  favourites: { of: ['user_id'], people: 'own', service: everything },
  genres: { of: [], guest: 'public', people: 'public', service: everything },
  // Part 1 §5: people write only to accepted connections. The receiver marks a message as read; nobody edits or deletes it.
  messages: {
    of: ['sender_id', 'receiver_id'],
    people: 'own',
    insert: { by: ['owner', 'connected'], columns: ['id', 'sender_id', 'receiver_id', 'content'] },
    update: { connected: ['is_read'] },
    service: everything,
  },
  mystery_prizes: { of: [], service: everything },
  // S-60: playlists are read by others through procedures alone.
  playlist_likes: { of: ['user_id'], people: 'own', service: everything },
  playlist_tracks: { of: ['user_id'], people: 'own', service: everything },
  playlists: { of: ['user_id'], people: 'own', service: everything },
  // S-61: releases are read by others through procedures alone.
  releases: { of: ['user_id'], people: 'own', service: everything },
  // Reports about other people are for the operator only.
  report_queue: { of: [], service: ['select'] },
  reports: { of: ['reporter_id'], service: ['select', 'delete'] },
  security_events: { of: ['user_id'], service: ['select', 'delete'] },
  // S-13: a share costs ZAPs, so share_track is required.
  shared_tracks: { of: ['user_id'], guest: 'public', people: 'visible', service: ['select'] },
  store_items: { of: [], guest: 'public', people: 'public', service: everything },
  sync_meta: { of: [], service: ['select', 'update'] },
  track_plays: { of: ['user_id'], people: 'own', service: everything },
  // S-8: a vote costs ZAPs, so cast_vote_or_edit is required.
  track_votes: { of: ['user_id'], people: 'own', service: ['select'] },
  // Part 2 §4 and §6: only the owner sees a private track, and only the owner renames, hides and deletes.
  tracks: {
    of: ['user_id'],
    guest: 'public',
    people: 'visible',
    insert: {
      by: people,
      columns: [
        ...['id', 'user_id', 'title', 'artist_name', 'genre'],
        ...['audio_url', 'cover_url', 'radio_opt_in', 'rights_confirmed'],
      ],
    },
    update: { owner: ['title', 'is_public'] },
    // G-1: whether the row is on the shelf, i.e. on every device.
    serverColumns: ['shelved'],
    delete: { by: ['owner'], cascades: ['public.shared_tracks', 'public.track_votes'] },
    service: everything,
  },
  // Part 1 §3: a client creates its missing balance. S-8: only the ledger sets the sums, whoever writes.
  user_balances: {
    of: ['user_id'],
    people: 'own',
    insert: {
      by: people,
      columns: ['user_id', 'zaps', 'total_zaps_earned', 'total_listen_ms'],
      derived: ['zaps', 'total_zaps_earned'],
    },
    service: ['select'],
  },
  user_cosmetics: { of: ['user_id'], people: 'own', service: everything },
  // G-7: sums of the person's own plays and ledger.
  user_days: { of: ['user_id'], people: 'own', service: ['select'] },
  // Part 2 §6: public means everybody, friends_only accepted connections, private only the owner.
  user_profiles: {
    of: ['id'],
    guest: 'public',
    people: 'visible',
    insert: { by: people, columns: ['id', 'artist_name', 'tip_link'] },
    update: {
      owner: [
        ...['artist_name', 'bio', 'privacy_setting', 'avatar_url', 'instagram_url', 'tiktok_url'],
        ...['youtube_url', 'twitter_url', 'website_url', 'tip_link'],
      ],
    },
    upsert: ['owner'],
    serverColumns: ['updated_at', 'shelved'],
    service: everything,
  },
  // The level follows the ledger (S-8).
  user_stats: {
    of: ['user_id'],
    people: 'own',
    service: everything,
    serviceUpdates: ['current_streak', 'longest_streak', 'last_active_on'],
  },
  // S-8: append-only.
  zap_actions: { of: ['user_id'], people: 'own', service: ['select', 'insert'] },
  // Everybody may see the prices; a rule may change but is never deleted.
  zap_rules: { of: [], guest: 'public', people: 'public', service: ['select', 'insert', 'update'] },
  zap_weeks: { of: ['user_id'], service: [] },
};
