import * as z from 'zod/mini';
import type { RemoteAct } from '../remote-acts.ts';
import type { RemoteRead } from '../remote-reads.ts';
import { MINUTE, done, unanswered } from './shared.ts';

export const queueLists = ['open', 'hidden', 'silenced', 'dismissed'] as const;
export type QueueList = (typeof queueLists)[number];

const queueRow = z.object({
  /** Id of the operator's decision; null while the reports are open. */
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
  /** Time of the latest report. A decision settles the reports up to this time. Sent back as text, because a Date has no microseconds. */
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
  track: z.nullable(
    z.object({
      artist_name: z.string(),
      duration_ms: z.number(),
      created_at: z.string(),
      /** Storage path in the bucket 'tracks', or a URL. Null once the track is deleted. */
      audio_url: z.nullable(z.string()),
      description: z.string(),
      lyrics: z.string(),
    }),
  ),
  /** The release of the reported track, or the newest 20 of the reported person, those that are not out included. */
  releases: z.array(z.object({ id: z.string(), title: z.string(), notes: z.string() })),
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
    /** Longest wait of a change for a digest, among the changes in the last digest and those that still wait; 0 without any. */
    lag_ms: z.nullable(z.number()),
    /** The longest wait of a change for a digest on this UTC day. */
    longest_lag_ms: z.nullable(z.number()),
    /** Of the last hour. Null where no server counts them, as on a hosted project. */
    errors: z.nullable(z.object({ server: z.number(), browser: z.number() })),
    /** In bytes, of the data folder's disk. Null where no server measures it, as on a hosted project. */
    disk: z.nullable(z.object({ size: z.number(), free: z.number() })),
  }),
  freshMs: MINUTE,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const queues = queueLists.map((list) => operatorQueue(list));

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
  refused: { title: unanswered.title, byCode: { already_decided: { title: 'Somebody was faster' } } },
  failed: unanswered,
} satisfies RemoteAct<never, unknown>;

export const undoDecision = {
  procedure: 'operator_undo',
  parameters: (request: { actId: string }) => ({ p_act_id: request.actId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [...queues, operatorAppeals, operatorFigures],
  refused: { title: 'Not undone', byCode: { already_undone: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not undone' },
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
  failed: { ...unanswered, title: 'Answer not saved' },
} satisfies RemoteAct<never, unknown>;
