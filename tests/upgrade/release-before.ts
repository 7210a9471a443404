/** The commit or tag whose data folders and browser profiles the upgrade drill starts from: the release before this one. */
export const RELEASE_BEFORE = 'dec1ae11';

/** The tables of which the drill compares only some rows: an SQL condition for these rows, and the reason. Other tables are compared whole. */
export const comparedRows: Readonly<Record<string, { readonly rows: string; readonly why: string }>> = {
  'public.zap_rules': { rows: "action_type <> 'sponsor_refund'", why: 'This release adds the rule.' },
  'private.action_kinds': {
    rows: `kind not in ('operator.skip', 'operator.take_off', 'operator.put_back', 'operator.start_station', 'operator.stop_station', 'history.hide', 'track.texts')
      and kind !~ '^(favourite|playlist|release)[.]'`,
    why: 'This release adds the kinds.',
  },
  'private.synced_tables': {
    rows: `name not in ('favourites', 'playlists', 'playlist_tracks', 'playlist_likes', 'releases', 'user_profiles')`,
    why: "This release adds the tables, and a profile's tombstone waits for their rows.",
  },
  'private.digest': { rows: 'false', why: 'The server that starts publishes a digest.' },
  'private.server_runs': { rows: 'number = 1', why: 'Each start adds a row.' },
};
