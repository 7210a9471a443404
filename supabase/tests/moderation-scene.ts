import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../tests/support/postgres.ts';
import { action, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

export interface QueueRow {
  readonly act_id: string | null;
  readonly subject: string;
  readonly subject_id: string;
  readonly people: number;
  readonly seen_at: string;
  readonly [column: string]: unknown;
}
export type Answer = Readonly<Record<string, unknown>>;

export async function createOperator(db: TestDatabase, name = 'Mara'): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const id = await createPerson(db, { name, email });
  await db.sql`select private.set_operator(${email}, true)`;
  return id;
}

export async function report(db: TestDatabase, reporter: string, subject: string, id: string, reason = 'spam') {
  await push(db.asUser(reporter), [action('report.send', { subject, subject_id: id, reason, details: '' })]);
}

export async function readQueue(db: TestDatabase, operator: string, list = 'open'): Promise<QueueRow[]> {
  return Object(await db.asUser(operator).rpc('operator_queue', { p_list: list })).rows;
}

/** The queue's row of this subject, as the operator sees it. */
export async function rowOf(db: TestDatabase, operator: string, id: string, list = 'open') {
  return (await readQueue(db, operator, list)).find((row) => row.subject_id === id);
}

export type Decision =
  { decision: 'hide' | 'dismiss'; reason?: string } | { decision: 'silence'; days: number; reason?: string };

/** Decides about a subject as the operator sees it in the queue now, or saw it in `options.seen`. */
export async function decide(
  db: TestDatabase,
  operator: string,
  id: string,
  decision: Decision,
  options: { readonly seen?: QueueRow | undefined; readonly actionId?: string; readonly at?: string } = {},
): Promise<Answer> {
  const row = options.seen ?? (await rowOf(db, operator, id));
  const actors = options.at === undefined ? db : db.atTime(options.at);
  return Object(
    await actors.asUser(operator).rpc('operator_decide', {
      p_decision: decision.decision,
      p_subject: row?.subject ?? 'track',
      p_subject_id: id,
      p_seen_at: row?.seen_at ?? '2030-01-01T00:00:00Z',
      p_reason: decision.reason ?? 'Checked against the single',
      p_days: 'days' in decision ? decision.days : null,
      p_action_id: options.actionId ?? null,
    }),
  );
}

export async function undo(db: TestDatabase, operator: string, act: unknown): Promise<Answer> {
  return Object(await db.asUser(operator).rpc('operator_undo', { p_act_id: String(act) }));
}

export interface AppealRow {
  readonly id: string;
  readonly content: string;
  readonly [column: string]: unknown;
}

export async function readAppeals(db: TestDatabase, operator: string): Promise<AppealRow[]> {
  return [...Object(await db.asUser(operator).rpc('operator_appeals'))];
}

/** Reads the decisions against a person and their appeals, as that person sees them. */
export async function readStanding(db: TestDatabase, person: string): Promise<Answer> {
  return Object(await db.asUser(person).rpc('get_own_standing'));
}

export const appeal = (act: unknown, content = 'It is my own recording.') =>
  action('appeal.send', { act_id: String(act), content });

export async function answerAppeal(
  db: TestDatabase,
  operator: string,
  id: string,
  outcome: 'keep' | 'undo',
  reason = 'Heard both',
): Promise<Answer> {
  return Object(
    await db.asUser(operator).rpc('operator_answer', { p_appeal_id: id, p_outcome: outcome, p_reason: reason }),
  );
}
