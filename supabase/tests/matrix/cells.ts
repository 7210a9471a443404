/**
 * Who may do what with the tables, written by hand from the specification (S-1 to S-38, parts 1 and 2 §7): what is not named
 * here must be refused. The matrix tries every cell over HTTP.
 */

/** People with an account: whose rows are touched, and what the others are to that person. */
export const people = ['owner', 'connected', 'pending', 'declined', 'other'] as const;
export type Person = (typeof people)[number];

/**
 * Beside the people: `anonymous` has the publishable key, `guest` a beta session too (S-1), `former` the token of an account
 * that was deleted (S-6), `service` the secret key.
 */
export const roles = ['anonymous', 'guest', ...people, 'former', 'service'] as const;
export type Role = (typeof roles)[number];

/** `public`: what everybody may see; `own`: one's own rows alone; `visible`: both, and what is open to one's connections. */
export type Reach = 'public' | 'own' | 'visible';

export interface TableCells {
  /** The columns with the ids of those whose row it is. */
  readonly of: readonly string[];
  /** A guest who sees nothing, and all who are less than that, are refused; `former` finds nothing where people find something. */
  readonly guest?: Reach;
  readonly people?: Reach;
  readonly insert?: {
    readonly by: readonly Person[];
    readonly columns: readonly string[];
    /** Those that may be sent and are not believed. */
    readonly derived?: readonly string[];
  };
  /** Columns that each may change in the target row (scene.ts). */
  readonly update?: Partial<Record<Person, readonly string[]>>;
  /** Columns that the server changes along with them. */
  readonly along?: readonly string[];
  /** Whose target row an upsert may change: an insert and an update in one, it may do what both may. */
  readonly upsert?: readonly Person[];
  /** Who may delete the target row, and the tables whose rows leave with it. */
  readonly delete?: { readonly by: readonly Person[]; readonly takes: readonly string[] };
  /** The secret key is the operator's: it reads, and writes what no rule of the ledger forbids. */
  readonly service: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** Where the service may change some columns only. */
  readonly serviceUpdates?: readonly string[];
}

const everything = ['select', 'insert', 'update', 'delete'] as const;

export const tables: Readonly<Record<string, TableCells>> = {
  abuse_overview: { of: [], service: ['select'] },
  // SY-9: the server's memory of what it answered.
  action_log: { of: ['user_id'], service: ['select'] },
  // S-2, S-3: tokens and attempts cannot be listed, not even with the secret key; procedures take a token.
  beta_attempts: { of: [], service: [] },
  beta_sessions: { of: ['used_by'], service: [] },
  // S-47: the blocked one is told nothing.
  blocks: { of: ['user_id'], people: 'own', service: everything },
  // Part 1 §6: the recipient alone answers, so of all people the owner, whom `pending` has asked.
  connections: {
    of: ['user_id', 'connection_id'],
    people: 'own',
    insert: { by: people, columns: ['user_id', 'connection_id', 'status'] },
    update: { owner: ['status'] },
    along: ['updated_at'],
    service: everything,
  },
  genres: { of: [], guest: 'public', people: 'public', service: everything },
  // Part 1 §5: to accepted connections alone. The receiver marks it read; nobody edits or takes back.
  messages: {
    of: ['sender_id', 'receiver_id'],
    people: 'own',
    insert: { by: ['owner', 'connected'], columns: ['id', 'sender_id', 'receiver_id', 'content'] },
    update: { connected: ['is_read'] },
    service: everything,
  },
  mystery_prizes: { of: [], service: everything },
  // What people say of others is the operator's to read.
  report_queue: { of: [], service: ['select'] },
  reports: { of: ['reporter_id'], service: ['select', 'delete'] },
  security_events: { of: ['user_id'], service: ['select', 'delete'] },
  // S-13: sharing has its price, so it goes through share_track.
  shared_tracks: { of: ['user_id'], guest: 'public', people: 'visible', service: ['select'] },
  store_items: { of: [], guest: 'public', people: 'public', service: everything },
  sync_meta: { of: [], service: ['select', 'update'] },
  track_plays: { of: ['user_id'], people: 'own', service: everything },
  // S-8: a vote costs ZAPs, so it goes through cast_vote_or_edit.
  track_votes: { of: ['user_id'], people: 'own', service: ['select'] },
  // Part 2 §4 and §6: private tracks are their owner's; only the owner renames, hides and deletes.
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
    delete: { by: ['owner'], takes: ['public.shared_tracks', 'public.track_votes'] },
    service: everything,
  },
  // Part 1 §3: made with zeros when it is missing. S-8: changed by the ledger alone, whoever asks.
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
  // Part 2 §6: public is anyone, friends_only accepted connections, private the owner alone.
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
    along: ['updated_at'],
    service: everything,
  },
  // The level is the ledger's (S-8).
  user_stats: {
    of: ['user_id'],
    people: 'own',
    service: everything,
    serviceUpdates: ['current_streak', 'longest_streak', 'last_active_on'],
  },
  // S-8: only ever added to.
  zap_actions: { of: ['user_id'], people: 'own', service: ['select', 'insert'] },
  // Everybody may know the prices; a rule may change and never leaves.
  zap_rules: { of: [], guest: 'public', people: 'public', service: ['select', 'insert', 'update'] },
  zap_weeks: { of: ['user_id'], service: [] },
};
