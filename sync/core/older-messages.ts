import { extendConversation, type ConversationStarts } from './conversation-starts.ts';
import { storeFetched } from './guard.ts';
import { requestVisit, type VisitOutcome, type VisitPorts } from './visit.ts';

export type OlderOutcome =
  /** The conversation was extended, is held whole already, or has got another start since the request. */
  { kind: 'stored'; starts: ConversationStarts } | Exclude<VisitOutcome, { kind: 'stored' }>;

/** Fetches the next older page of a conversation and stores it: first its messages, then the new start (SY-37). */
export async function fetchOlder(ports: VisitPorts, partnerId: string): Promise<OlderOutcome> {
  const cursor = await ports.outbox.cursor();
  const { generation, conversationStarts: starts } = cursor;
  if (starts === null) return { kind: 'refused' };
  const start = starts[partnerId];
  if (!start?.from) return { kind: 'stored', starts };
  const answered = await requestVisit(ports, cursor, { kind: 'messages', partner_id: partnerId, before: start.from });
  if (answered.kind !== 'answered') return answered;
  const { rows, next_message: from = null } = answered.answer;
  await storeFetched(ports.replica, generation, rows, start.round);
  const page = { partnerId, start, from, count: rows.length, now: ports.now() };
  const stored = await ports.outbox.changeStarts(generation, (current) => extendConversation(current, page));
  return stored === null ? { kind: 'refused' } : { kind: 'stored', starts: stored };
}
