import * as z from 'zod/mini';
import type { RemoteAct } from './remote-acts.ts';
import type { RemoteRead } from './remote-reads.ts';

// The remote reads and acts of operators (S-65). In a file of their own, because only the operator's page loads them.

const MINUTE = 60_000;

export const queueLists = ['open', 'hidden', 'silenced', 'dismissed'] as const;
export type QueueList = (typeof queueLists)[number];

const queueRow = z.object({
  /** Null while the reports are open. */
  act_id: z.nullable(z.string()),
  subject: z.enum(['track', 'profile', 'message']),
  subject_id: z.string(),
  person_id: z.string(),
  person_name: z.nullable(z.string()),
  excerpt: z.string(),
  cover_url: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** For open reports the most frequent reason, for settled ones the operator's. */
  reason: z.string(),
  people: z.number(),
  at: z.string(),
  /** Time of the latest report. A decision settles the reports up to it. Sent back as text, because a Date has no microseconds. */
  seen_at: z.string(),
  by: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  is_hidden: z.boolean(),
  /** Whether the track or the account was deleted. */
  is_gone: z.boolean(),
});
export type QueueRow = z.infer<typeof queueRow>;

export const operatorQueue = (list: QueueList) =>
  ({
    name: 'operator-queue',
    from: { procedure: 'operator_queue', with: { p_list: list } },
    answer: z.object({
      counts: z.object({
        open: z.number(),
        appeals: z.number(),
        hidden: z.number(),
        silenced: z.number(),
        dismissed: z.number(),
      }),
      rows: z.array(queueRow),
    }),
    freshMs: MINUTE / 2,
    isConfidential: true,
  }) satisfies RemoteRead<unknown>;

const appealRow = z.object({
  id: z.string(),
  content: z.string(),
  at: z.string(),
  /** The decision. */
  act: z.enum(['hide', 'silence']),
  act_at: z.string(),
  reason: z.string(),
  by: z.string(),
  /** Whether the operator who asks made the decision. */
  is_own: z.boolean(),
  ends_at: z.nullable(z.string()),
  subject: z.enum(['track', 'profile', 'message']),
  subject_id: z.string(),
  person_id: z.string(),
  person_name: z.nullable(z.string()),
  excerpt: z.string(),
  cover_url: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
});
export type AppealRow = z.infer<typeof appealRow>;

export const operatorAppeals = {
  name: 'operator-appeals',
  from: { procedure: 'operator_appeals', with: {} },
  answer: z.array(appealRow),
  freshMs: MINUTE / 2,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const reportDetail = z.object({
  reports: z.array(
    z.object({
      id: z.string(),
      name: z.nullable(z.string()),
      avatar_url: z.nullable(z.string()),
      reason: z.string(),
      details: z.string(),
      at: z.string(),
    }),
  ),
  /** The reported message, the one before and the one after it (S-66). Empty for other subjects. */
  messages: z.array(
    z.object({ id: z.string(), content: z.string(), at: z.string(), is_reported: z.boolean(), is_theirs: z.boolean() }),
  ),
  track: z.nullable(z.object({ artist_name: z.string(), duration_ms: z.number(), created_at: z.string() })),
  person: z.object({
    since: z.string(),
    tracks: z.number(),
    plays: z.number(),
    reports: z.number(),
    dismissed: z.number(),
    hidden: z.number(),
    silenced: z.number(),
    is_silenced: z.boolean(),
  }),
});
export type ReportDetail = z.infer<typeof reportDetail>;

export const operatorReport = (subject: string, subjectId: string) =>
  ({
    name: 'operator-report',
    from: { procedure: 'operator_report', with: { p_subject: subject, p_subject_id: subjectId } },
    answer: z.nullable(reportDetail),
    freshMs: MINUTE,
    isConfidential: true,
  }) satisfies RemoteRead<unknown>;

export const operatorFigures = {
  name: 'operator-figures',
  from: { procedure: 'operator_figures', with: {} },
  answer: z.object({
    people_today: z.number(),
    new_this_week: z.number(),
    plays_today: z.number(),
    plays_yesterday: z.number(),
    uploads_today: z.number(),
    tracks: z.number(),
    stored_bytes: z.number(),
    files: z.number(),
    open_reports: z.number(),
    oldest_report_at: z.nullable(z.string()),
    abuse_last_hour: z.number(),
    abuse_today: z.number(),
    /** How long the oldest change of the last digest waited, or an older one waits now. Null before the first digest. */
    lag_ms: z.nullable(z.number()),
    /** The longest such wait of the UTC day. */
    longest_lag_ms: z.nullable(z.number()),
    /** Of the last hour. Null where no server counts them, as on a hosted project. */
    errors: z.nullable(z.object({ server: z.number(), browser: z.number() })),
  }),
  freshMs: MINUTE,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

export const operatorSettings = {
  name: 'operator-settings',
  from: { procedure: 'operator_settings', with: {} },
  answer: z.object({
    words: z.array(z.string()),
    /** Null while the passcode is that of the server's settings. */
    passcode_changed_at: z.nullable(z.string()),
    passcode_uses_today: z.number(),
  }),
  freshMs: MINUTE,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const invitation = z.object({
  id: z.string(),
  note: z.string(),
  uses: z.number(),
  max_uses: z.number(),
  ends_at: z.string(),
  revoked_at: z.nullable(z.string()),
  created_at: z.string(),
  by: z.string(),
  /** Whether it admits people now. */
  is_open: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const operatorInvitations = {
  name: 'operator-invitations',
  from: { procedure: 'operator_invitations', with: {} },
  answer: z.array(invitation),
  freshMs: MINUTE / 2,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const fields = z.record(z.string(), z.nullable(z.union([z.number(), z.boolean()])));
/** The fields of a rule or an item that operators change, by column. */
export type RuleFields = z.infer<typeof fields>;
const ruleRow = z.object({
  subject: z.enum(['rule', 'item']),
  id: z.string(),
  /** An item's name, or a rule's type. */
  name: z.string(),
  fields,
});
export type RuleRow = z.infer<typeof ruleRow>;
const ruleChange = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  name: z.string(),
  reason: z.string(),
  from: fields,
  to: fields,
});
export type RuleChange = z.infer<typeof ruleChange>;

export const operatorRules = {
  name: 'operator-rules',
  from: { procedure: 'operator_rules', with: {} },
  answer: z.object({ rows: z.array(ruleRow), changes: z.array(ruleChange) }),
  freshMs: MINUTE / 2,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const playingAiring = z.object({
  airing_id: z.string(),
  track_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  cover_url: z.nullable(z.string()),
  /** Whether an operator has asked to skip it. */
  is_skipped: z.boolean(),
});
export type PlayingAiring = z.infer<typeof playingAiring>;

const queuedTrack = z.object({
  track_id: z.string(),
  title: z.string(),
  artist_name: z.string(),
  cover_url: z.nullable(z.string()),
  /** Identifies the sponsorship. Sent back as text, because a Date has no microseconds. */
  sponsored_at: z.string(),
  /** Null if the sponsor is not known or has no name. */
  by: z.nullable(z.string()),
  paid: z.number(),
  has_played: z.boolean(),
  /** ZAPs that the sponsor gets back if this operator takes the track off. */
  refund: z.number(),
});
export type QueuedTrack = z.infer<typeof queuedTrack>;

export const operatorRadio = {
  name: 'operator-radio',
  from: { procedure: 'operator_radio', with: {} },
  answer: z.object({
    /** Null if no station can be told to skip. */
    playing: z.nullable(playingAiring),
    /** The sponsored tracks in the order in which they play. */
    queue: z.array(queuedTrack),
  }),
  freshMs: MINUTE / 6,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const done = z.object({ success: z.literal(true) });
const queues = queueLists.map((list) => operatorQueue(list));
const texts = { title: 'Decision not saved', text: 'The server did not answer. Nothing is lost: try again.' };

export interface DecisionRequest {
  decision: 'hide' | 'silence' | 'dismiss';
  row: Pick<QueueRow, 'subject' | 'subject_id' | 'seen_at'>;
  reason: string;
  /** Only for a silence: 1, 7 or 30. */
  days: number | null;
}

export const decideReport = {
  procedure: 'operator_decide',
  parameters: ({ decision, row, reason, days }: DecisionRequest) => ({
    p_decision: decision,
    p_subject: row.subject,
    p_subject_id: row.subject_id,
    p_seen_at: row.seen_at,
    p_reason: reason,
    ...(days === null ? {} : { p_days: days }),
  }),
  keyLifetime: 'none',
  answer: z.extend(done, { act_id: z.string() }),
  invalidates: [...queues, operatorFigures],
  refused: { title: texts.title, byCode: { already_decided: { title: 'Somebody was faster' } } },
  failed: texts,
} satisfies RemoteAct<never, unknown>;

export const undoDecision = {
  procedure: 'operator_undo',
  parameters: (request: { actId: string }) => ({ p_act_id: request.actId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [...queues, operatorAppeals, operatorFigures],
  refused: { title: 'Not undone', byCode: { already_undone: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not undone' },
} satisfies RemoteAct<never, unknown>;

export const answerAppeal = {
  procedure: 'operator_answer',
  parameters: (request: { appealId: string; outcome: 'keep' | 'undo'; reason: string }) => ({
    p_appeal_id: request.appealId,
    p_outcome: request.outcome,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [...queues, operatorAppeals, operatorFigures],
  refused: { title: 'Answer not saved', byCode: { already_decided: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Answer not saved' },
} satisfies RemoteAct<never, unknown>;

export const restrictWord = {
  procedure: 'operator_set_word',
  parameters: (request: { word: string; isRestricted: boolean }) => ({
    p_word: request.word,
    p_is_restricted: request.isRestricted,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorSettings],
  refused: { title: 'List not changed' },
  failed: { ...texts, title: 'List not changed' },
} satisfies RemoteAct<never, unknown>;

/** The hash is made on the device: the passcode itself is never sent (S-3). */
export const changePasscode = {
  procedure: 'operator_set_passcode',
  parameters: (request: { hash: string }) => ({ p_hash: request.hash }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorSettings],
  refused: { title: 'Passcode not changed' },
  failed: { ...texts, title: 'Passcode not changed' },
} satisfies RemoteAct<never, unknown>;

/** The code is made on the device, and only its hash is sent. */
export const makeInvitation = {
  procedure: 'operator_invite',
  parameters: (request: { hash: string; note: string; uses: number; endsAt: string }) => ({
    p_hash: request.hash,
    p_note: request.note,
    p_uses: request.uses,
    p_ends_at: request.endsAt,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorInvitations],
  refused: { title: 'Invitation not made' },
  failed: { ...texts, title: 'Invitation not made' },
} satisfies RemoteAct<never, unknown>;

export const endInvitation = {
  procedure: 'operator_end_invitation',
  parameters: (request: { invitationId: string }) => ({ p_invitation_id: request.invitationId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorInvitations],
  refused: { title: 'Not ended', byCode: { already_ended: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not ended' },
} satisfies RemoteAct<never, unknown>;

/** Changes only the fields in `to`, and only if they still have the values in `from`. */
export const changeRule = {
  procedure: 'operator_change',
  parameters: (request: {
    row: Pick<RuleRow, 'subject' | 'id'>;
    from: RuleFields;
    to: RuleFields;
    reason: string;
  }) => ({
    p_subject: request.row.subject,
    p_id: request.row.id,
    p_from: request.from,
    p_to: request.to,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRules],
  refused: { title: 'Not changed', byCode: { changed_meanwhile: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not changed' },
} satisfies RemoteAct<never, unknown>;

/** Skips only the airing that the operator saw. */
export const skipAiring = {
  procedure: 'operator_skip',
  parameters: (request: { airingId: string; reason: string }) => ({
    p_airing_id: request.airingId,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRadio],
  refused: { title: 'Not skipped', byCode: { already_skipped: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not skipped' },
} satisfies RemoteAct<never, unknown>;

/** Ends only the sponsorship that the operator saw. */
export const takeOffRadio = {
  procedure: 'operator_take_off',
  parameters: (request: { track: Pick<QueuedTrack, 'track_id' | 'sponsored_at'>; reason: string }) => ({
    p_track_id: request.track.track_id,
    p_sponsored_at: request.track.sponsored_at,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: z.extend(done, { act_id: z.string(), refund: z.number() }),
  invalidates: [operatorRadio],
  refused: { title: 'Not taken off', byCode: { already_off: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not taken off' },
} satisfies RemoteAct<never, unknown>;

export const putBackOnRadio = {
  procedure: 'operator_put_back',
  parameters: (request: { actId: string }) => ({ p_act_id: request.actId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRadio],
  refused: { title: 'Not undone', byCode: { already_undone: { title: 'Somebody was faster' } } },
  failed: { ...texts, title: 'Not undone' },
} satisfies RemoteAct<never, unknown>;
