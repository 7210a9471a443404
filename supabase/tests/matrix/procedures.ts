import type { Role } from './cells.ts';
import type { Row } from './new-rows.ts';
import type { Scene } from './scene.ts';
import { tryRequest, type Expected, type MatrixContext, type Tally } from './try-request.ts';

type Callers = readonly Exclude<Role, 'connected' | 'pending' | 'declined' | 'other'>[];

/** S-2: whoever has a token may look up its record. */
const everybody: Callers = ['anonymous', 'guest', 'owner', 'former', 'service'];
/** S-1: guests may browse too. */
const browsers: Callers = ['guest', 'owner'];
const person: Callers = ['owner'];
/** The server's administrator and the edge functions have the secret key. */
const service: Callers = ['service'];

interface ProcedureCells {
  readonly by: Callers;
  /** Roles that receive null. */
  readonly silent?: Callers;
  readonly args: (scene: Scene) => Row;
}

/** S-65: accounts with a row in `private.operators`. Nobody in the matrix has one. */
const operators: Callers = [];

const none = () => ({});
const trackOf = ({ trackIds }: Scene) => ({ p_track_id: trackIds.other });
const ownId = ({ ids }: Scene) => ({ p_user_id: ids.owner });

export const procedures: Readonly<Record<string, ProcedureCells>> = {
  backfill_missing_profile: { by: person, args: none },
  begin_file_check: { by: service, args: ({ ids }) => ({ p_bucket: 'tracks', p_name: `${ids.owner}/new.mp3` }) },
  beta_begin_attempt: { by: service, args: () => ({ p_address: '192.0.2.1' }) },
  beta_enter_by_invitation: {
    by: service,
    args: () => ({ p_code_hash: '00'.repeat(32), p_device_key: null }),
  },
  beta_open_session: { by: service, args: none },
  beta_record_attempt: { by: service, args: () => ({ p_address: '192.0.2.1', p_success: true }) },
  beta_session_lookup: { by: everybody, args: () => ({ p_token: 'unknown' }) },
  cast_vote_or_edit: { by: person, args: (scene) => ({ ...trackOf(scene), p_vote_weight: 3 }) },
  check_daily_reward_status: { by: person, args: none },
  check_upload_slot_availability: { by: person, args: ownId },
  check_upload_words: {
    by: person,
    args: (scene) => ({ ...ownId(scene), p_title: 'A', p_artist_name: 'B', p_description: '' }),
  },
  claim_daily_login_reward: { by: person, args: none },
  claim_daily_zap_reward: { by: person, args: none },
  // S-6: `former` called it during the scene's setup. The owner's call is left out below.
  delete_my_profile: { by: [], args: none },
  end_my_sessions: { by: person, args: () => ({ p_sessions: [] }) },
  end_sponsorships: { by: service, args: none },
  find_tracks: { by: person, args: () => ({ p_entries: [{ artist: '', title: 'Night' }] }) },
  finish_file_check: {
    by: service,
    args: ({ ids }) => ({
      p_bucket: 'tracks',
      p_name: `${ids.owner}/new.mp3`,
      p_seen: '0',
      p_kind: null,
      p_mime: null,
      p_bytes: null,
      p_duration_ms: null,
    }),
  },
  finish_file_removals: { by: service, args: () => ({ p_files: [] }) },
  first_screen: { by: browsers, args: () => ({ p: {} }) },
  get_community_totals: { by: browsers, args: none },
  get_connected_user_profiles: { by: person, args: ({ ids }) => ({ user_ids: [ids.connected] }) },
  get_daily_login_status: { by: person, args: none },
  get_leaderboard_place: { by: person, args: none },
  get_liked_playlists: { by: person, args: none },
  // Crawlers that build link previews have no beta session; people use the pages.
  get_link_preview: {
    by: ['anonymous', 'guest', 'service'],
    args: ({ trackIds }) => ({ p_page: 'track', p_id: trackIds.other }),
  },
  get_own_appeals: { by: person, args: none },
  get_own_reports: { by: person, args: none },
  get_own_standing: { by: person, args: none },
  get_own_track_texts: { by: person, args: none },
  get_playlist: { by: browsers, args: ({ trackIds }) => ({ p_playlist_id: trackIds.other }) },
  get_playlists_of: { by: browsers, args: ({ ids }) => ({ p_profile_id: ids.other }) },
  get_profile_visibility: { by: browsers, args: ({ ids }) => ({ p_profile_id: ids.other }) },
  get_release: { by: browsers, args: ({ trackIds }) => ({ p_release_id: trackIds.owner }) },
  get_releases_of: { by: browsers, args: ({ ids }) => ({ p_profile_id: ids.owner }) },
  get_track_numbers: { by: person, args: trackOf },
  get_track_texts: { by: browsers, args: trackOf },
  get_user_30_day_activity: { by: person, args: none },
  get_user_connections: { by: person, args: none },
  get_user_cosmetics: { by: person, args: none },
  get_user_vote_for_track: { by: person, args: trackOf },
  get_zap_leaderboard: { by: browsers, args: () => ({ limit_count: 10 }) },
  increment_track_play_count: {
    by: person,
    args: ({ trackIds }) => ({ track_id_p: trackIds.other, progress_ms: 30_000 }),
  },
  increment_upload_count: { by: person, args: ownId },
  list_my_sessions: { by: person, args: none },
  log_security_event: {
    by: person,
    args: (scene) => ({ ...ownId(scene), p_event_type: 'upload_attempt', p_severity: 'info', p_event_data: {} }),
  },
  longest_airing_ms: { by: service, args: none },
  older_messages: {
    by: person,
    args: ({ ids }) => ({
      p: {
        v: 1,
        epoch: null,
        what: {
          kind: 'messages',
          partner_id: ids.connected,
          before: { created_at: '2027-01-01T00:00:00Z', id: ids.owner },
        },
      },
    }),
  },
  operator_answer: {
    by: operators,
    args: ({ ids }) => ({ p_appeal_id: ids.other, p_outcome: 'keep', p_reason: 'A reason' }),
  },
  operator_appeals: { by: operators, args: none },
  operator_change: {
    by: operators,
    args: ({ ids }) => ({ p_subject: 'rule', p_id: ids.other, p_from: {}, p_to: {}, p_reason: 'A reason' }),
  },
  operator_decide: {
    by: operators,
    args: ({ trackIds }) => ({
      p_decision: 'hide',
      p_subject: 'track',
      p_subject_id: trackIds.other,
      p_seen_at: '2030-01-01T00:00:00Z',
      p_reason: 'A reason',
    }),
  },
  operator_end_invitation: { by: operators, args: ({ ids }) => ({ p_invitation_id: ids.other }) },
  operator_figures: { by: operators, args: none },
  operator_invitations: { by: operators, args: none },
  operator_invite: {
    by: operators,
    args: () => ({ p_hash: '00'.repeat(32), p_note: '', p_uses: 1, p_ends_at: '2099-01-01T00:00:00Z' }),
  },
  operator_put_back: { by: operators, args: ({ ids }) => ({ p_act_id: ids.other }) },
  operator_queue: { by: operators, args: () => ({ p_list: 'open' }) },
  operator_radio: { by: operators, args: none },
  operator_report: {
    by: operators,
    args: ({ trackIds }) => ({ p_subject: 'track', p_subject_id: trackIds.other }),
  },
  operator_rules: { by: operators, args: none },
  operator_set_passcode: { by: operators, args: () => ({ p_hash: 'x', p_seen_changed_at: null }) },
  operator_set_word: { by: operators, args: () => ({ p_word: 'spam', p_is_restricted: true }) },
  operator_settings: { by: operators, args: none },
  operator_skip: { by: operators, args: ({ ids }) => ({ p_airing_id: ids.other, p_reason: 'A reason' }) },
  operator_start_station: { by: operators, args: ({ ids }) => ({ p_act_id: ids.other, p_reason: 'A reason' }) },
  operator_stop_station: { by: operators, args: () => ({ p_reason: 'A reason' }) },
  operator_take_off: {
    by: operators,
    args: ({ trackIds }) => ({
      p_track_id: trackIds.other,
      p_sponsored_at: '2026-03-10T12:00:00Z',
      p_reason: 'A reason',
    }),
  },
  operator_undo: { by: operators, args: ({ ids }) => ({ p_act_id: ids.other }) },
  purchase_store_item: { by: person, args: () => ({ item_id: '00000000-0000-4000-b000-000000000001' }) },
  queue_orphan_files: { by: service, args: none },
  record_file_facts: {
    by: service,
    args: ({ ids }) => ({
      p_bucket: 'tracks',
      p_name: `${ids.owner}/new.mp3`,
      p_kind: 'mpeg',
      p_mime: 'audio/mpeg',
      p_bytes: 1,
      p_duration_ms: 1,
    }),
  },
  record_zap_action: { by: person, args: () => ({ p_action_type: 'zap', p_zap_value: 500, p_metadata: {} }) },
  // A computed column of messages rather than a call.
  sender_profile: {
    by: person,
    silent: ['former', 'service'],
    args: ({ messageId }) => ({ message: `(${messageId},,,,,,,,)` }),
  },
  set_account_silenced: { by: service, args: ({ ids }) => ({ p_account_id: ids.other, p_is_silenced: false }) },
  set_track_hidden: { by: service, args: (scene) => ({ ...trackOf(scene), p_is_hidden: false }) },
  settle_reports: { by: service, args: ({ trackIds }) => ({ p_subject_id: trackIds.other }) },
  share_track: { by: person, args: trackOf },
  sponsor_track_for_radio: { by: person, args: trackOf },
  sync_pull: {
    by: browsers,
    args: () => ({ p: { v: 1, epoch: null, since: '0', after: null, tables: ['genres'], pending: [], limit: 5 } }),
  },
  sync_push: { by: person, args: () => ({ p_actions: [] }) },
  take_file_removals: { by: service, args: () => ({ p_limit: 1 }) },
  unshare_track: { by: person, args: trackOf },
  use_beta_session: { by: person, args: () => ({ p_token: 'unknown' }) },
  validate_file_upload: {
    by: person,
    args: (scene) => ({ ...ownId(scene), p_file_name: 'a.mp3', p_file_type: 'audio/mpeg', p_file_size: 1000 }),
  },
  visit_rows: {
    by: browsers,
    args: ({ trackIds }) => ({
      p: { v: 1, epoch: null, what: { kind: 'rows', tracks: [trackIds.other], profiles: [] } },
    }),
  },
  was_session_ended: { by: everybody, args: ({ ids }) => ({ p_session: ids.owner }) },
};

/** Calls a procedure as each role, and also in another person's name where an argument names a person. */
export async function tryProcedure(
  context: MatrixContext,
  name: string,
  cells: ProcedureCells,
  tally: Tally,
): Promise<void> {
  const { callers, ids } = context.scene;
  const path = `/rest/v1/rpc/${name}`;
  const args = cells.args(context.scene);
  for (const role of everybody) {
    const silent: Expected = cells.silent?.includes(role) ? ({ body }) => body === null : 'refused';
    const expected: Expected = cells.by.includes(role)
      ? ({ body }) => name !== 'sender_profile' || body !== null
      : silent;
    // The backup cannot undo the deletion of an account, because of its files.
    if (name === 'delete_my_profile' && role === 'owner') continue;
    await tryRequest(context, tally, callers[role], `call ${name}`, { method: 'POST', path, body: args }, expected);
    if (!('p_user_id' in args)) continue;
    const foreignArgs = { ...args, p_user_id: role === 'owner' ? ids.other : ids.owner };
    await tryRequest(
      context,
      tally,
      callers[role],
      `call ${name} for another`,
      { method: 'POST', path, body: foreignArgs },
      'refused',
    );
  }
}

interface FunctionCells extends ProcedureCells {
  readonly method?: 'GET';
}

export const functions: Readonly<Record<string, FunctionCells>> = {
  // S-15: checks one's own uploads by their bytes.
  'check-upload': { by: ['owner', 'service'], args: ({ ids }) => ({ bucket: 'tracks', name: `${ids.owner}/new.mp3` }) },
  'link-preview': { by: everybody, args: none, method: 'GET' },
  // S-19: a radio station has no account.
  'radio-playlist': { by: everybody, args: none, method: 'GET' },
  'remove-files': { by: service, args: none },
  // S-3: the gate serves people without access.
  'validate-beta-passcode': { by: everybody, args: () => ({ passcode: 'a guess' }) },
};

export async function tryFunction(
  context: MatrixContext,
  name: string,
  cells: FunctionCells,
  tally: Tally,
): Promise<void> {
  const { callers } = context.scene;
  const path = `/functions/v1/${name}`;
  const request =
    cells.method === 'GET'
      ? ({ method: 'GET', path } as const)
      : ({ method: 'POST', path, body: cells.args(context.scene) } as const);
  for (const role of everybody) {
    const expected: Expected = cells.by.includes(role) ? () => true : 'refused';
    await tryRequest(context, tally, callers[role], `call ${name}`, request, expected);
  }
}
