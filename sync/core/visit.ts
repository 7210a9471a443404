import { PROTOCOL_VERSION } from '../model/wire.ts';
import type { Visit, VisitRequest, VisitResponse } from '../model/visit.ts';
import { storeVisited } from './guard.ts';
import type { Cursor, Failure, OutboxPort, ReplicaPort, Reply, Row } from './ports.ts';

export interface VisitPorts {
  outbox: Pick<OutboxPort, 'cursor' | 'adopt' | 'changeStarts'>;
  replica: ReplicaPort;
  now(): number;
  request(request: VisitRequest): Promise<Reply<VisitResponse>>;
}

export type VisitOutcome =
  /** `rows` excludes the person's own rows. */
  | { kind: 'stored'; answer: VisitResponse; rows: { t: string; row: Row }[] }
  /** The replica is empty, or of another history than the answer, or was begun later than the snapshot of the answer. A pull resolves that. */
  | { kind: 'refused' }
  | { kind: 'failed'; failure: Failure };

/**
 * Fetches rows beyond the shelf and stores them (SY-36), except the person's own, which only pulls bring (SY-13). @param onAnswer called
 * before the rows are stored
 */
export async function visitRows(
  ports: VisitPorts,
  userId: string | null,
  what: Visit,
  onAnswer: (answer: VisitResponse, rows: { t: string; row: Row }[]) => void = () => undefined,
): Promise<VisitOutcome> {
  const cursor = await ports.outbox.cursor();
  const answered = await requestVisit(ports, cursor, what);
  if (answered.kind !== 'answered') return answered;
  const { answer } = answered;
  const rows = answer.rows.filter(({ row }) => row.id !== userId && row['user_id'] !== userId);
  onAnswer(answer, rows);
  await storeVisited(ports.replica, cursor.generation, rows, ports.now());
  return { kind: 'stored', answer, rows };
}

/** Requests rows on demand, and stores the mark of the answer, whose rows may then be stored. */
export async function requestVisit(
  ports: VisitPorts,
  { generation, epoch, filledFrom }: Cursor,
  what: Visit,
): Promise<{ kind: 'answered'; answer: VisitResponse } | Exclude<VisitOutcome, { kind: 'stored' }>> {
  if (epoch === null || filledFrom === null) return { kind: 'refused' };
  const reply = await ports.request({ v: PROTOCOL_VERSION, epoch, what });
  if (!reply.ok) return { kind: 'failed', failure: reply.failure };
  const answer = reply.value;
  // A lagging standby's answer may be older than this device's first rows: it may contain rows removed since, whose
  // removal no pull would report.
  if (answer.reset || BigInt(answer.floor) < BigInt(filledFrom)) return { kind: 'refused' };
  // If the browser has deleted the rows but not the outbox, new rows would hide the loss from the engine (SY-22).
  if (await ports.replica.isEmpty(generation)) return { kind: 'refused' };
  const { mark = null } = answer;
  // The mark is stored before the rows, as for a page (SY-8).
  if (!(await ports.outbox.adopt({ generation, epoch: answer.epoch, mark, filledFrom, floor: null })))
    return { kind: 'refused' };
  return { kind: 'answered', answer };
}
