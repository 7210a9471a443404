import {
  MARKS_LIMIT,
  PENDING_LIMIT,
  PROTOCOL_VERSION,
  PULL_LIMIT,
  type Acknowledgement,
  type PullResponse,
} from '../model/wire.ts';
import { storePage } from './guard.ts';
import type { AcknowledgedRecord, Awaiting, Cursor, EnginePorts, Failure, Reply } from './ports.ts';

export type PullOutcome =
  /** The cycle ended. One that was not whole, in a single page, may leave acknowledgements for the next one. */
  | { kind: 'done'; isWhole: boolean; acknowledged: number }
  | { kind: 'interrupted' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'update' };

/**
 * Reads pages until the server has no more (SY-5, SY-6, SY-12), continuing a cycle that was broken off. While a page is stored
 * the one after it is under way.
 * @param interrupt asked between pages; true leaves for later what was not asked for
 */
export async function pullCycle(ports: EnginePorts, interrupt: () => boolean): Promise<PullOutcome> {
  let cursor = await ports.outbox.cursor();
  let acknowledged = 0;
  let asked: Promise<Asked> | null = null;
  for (;;) {
    const { waiting, reply }: Asked = await (asked ?? ask(ports, cursor));
    asked = null;
    if (!reply.ok) return { kind: 'failed', failure: reply.failure };
    const page = reply.value;
    if (page.reset === 'update') return { kind: 'update' };
    if (cursor.epoch === null) {
      // There is nothing to build anew.
      if (page.reset) return { kind: 'failed', failure: { kind: 'busy', retryAfterMs: null, message: 'reset' } };
    } else if (page.reset || page.epoch !== cursor.epoch) {
      cursor = await ports.outbox.startRebuild(cursor);
      continue;
    }
    const next = advance(cursor, page);
    // The server reads the next page while the disk takes this one. None is asked for in vain, nor left without being heard.
    if (next.after !== null && !interrupt()) asked = ask(ports, next);
    asked?.catch(() => undefined);
    const storing = storeAndCommit(ports, cursor, next, page, outcomes(cursor, page, waiting.answered));
    const stored = await storing.catch(async (error: unknown) => {
      // A time that the server names holds, whatever became of this page (SY-16).
      const late = await asked;
      if (late?.reply.ok === false && isForLater(late.reply.failure)) return null;
      throw error;
    });
    if (stored === null) {
      // Such a time was named, or another leader began a new generation meanwhile, or filled this one from another epoch.
      const late = await asked;
      asked = null;
      if (late?.reply.ok === false) return { kind: 'failed', failure: late.reply.failure };
      cursor = await ports.outbox.cursor();
      continue;
    }
    acknowledged += stored.length;
    if (stored.length > 0) ports.report.acknowledged(stored);
    if (next.after === null) {
      ports.report.pulled(ports.now());
      return { kind: 'done', isWhole: cursor.after === null, acknowledged };
    }
    cursor = next;
    await ports.breathe();
    if (asked === null && interrupt()) return { kind: 'interrupted' };
  }
}

const isForLater = (failure: Failure) => failure.kind === 'busy' && failure.retryAfterMs !== null;

/** A page that was asked for, and what it was asked about. */
interface Asked {
  waiting: Awaiting;
  reply: Reply<PullResponse>;
}

async function ask(ports: EnginePorts, cursor: Cursor): Promise<Asked> {
  const waiting = await ports.outbox.awaiting(PENDING_LIMIT);
  const reply = await ports.transport.pull({
    v: PROTOCOL_VERSION,
    // Until the first cycle has ended the replica is none of any epoch; the server would call its 0 too old (SY-8).
    epoch: cursor.complete ? cursor.epoch : null,
    since: cursor.since,
    after: cursor.after,
    tables: [...ports.tables],
    pending: waiting.ids,
    // Of more than the server judges the others are named next time: those that were named leave with the page.
    marks: cursor.marks.slice(0, MARKS_LIMIT),
    limit: PULL_LIMIT,
  });
  return { waiting, reply };
}

/**
 * The replica can be lost alone, under an open page too: a browser throws away a database it finds broken. What the cursor
 * speaks of is fetched anew then, and the queue stays (SY-22).
 * @param rebuilt the generation that this began the last time: where it is empty, the server has nothing
 * @returns the same, or the generation begun now
 */
export async function rebuildIfLost(ports: EnginePorts, rebuilt: number | null): Promise<number | null> {
  const cursor = await ports.outbox.cursor();
  const wasFilled = cursor.complete || cursor.after !== null;
  if (!wasFilled || cursor.generation === rebuilt || !(await ports.replica.isEmpty(cursor.generation))) return rebuilt;
  const { generation } = await ports.outbox.startRebuild(cursor);
  ports.report.storage('evicted');
  return generation;
}

/** The cursor after this page. The next cycle starts from the first page's floor, never from a later one (SY-6). */
function advance(cursor: Cursor, page: PullResponse): Cursor {
  const floor = cursor.after === null ? page.floor : (cursor.floor ?? cursor.since);
  const marks = page.mark ? [page.mark] : cursor.marks;
  if (page.next) return { ...cursor, epoch: page.epoch, after: page.next, floor, marks };
  return { ...cursor, epoch: page.epoch, since: floor, after: null, floor: null, complete: true, marks };
}

interface Outcomes {
  acks: Acknowledgement[];
  /** Answered before this page was asked for, and the server knows nothing of them. */
  forgotten: string[];
}

/**
 * An applied action leaves the overlay with a cycle of one page, whose snapshot is whole. In a longer cycle a row that an
 * action found rather than made may have been committed behind the earlier pages (SY-13); the next cycle brings it.
 */
function outcomes(cursor: Cursor, page: PullResponse, answered: string[]): Outcomes {
  const isWhole = cursor.after === null && page.next === null;
  if (!isWhole) return { acks: page.acks.filter((ack) => ack.status === 'rejected'), forgotten: [] };
  const known = new Set(page.acks.map((ack) => ack.id));
  return { acks: page.acks, forgotten: answered.filter((id) => !known.has(id)) };
}

/**
 * Rows first, then acknowledgements and cursor together: a crash in between only redelivers (SY-12). The page's mark comes before
 * its rows: the server that would redeliver them may be restored by then (SY-8).
 */
async function storeAndCommit(
  ports: EnginePorts,
  asked: Cursor,
  next: Cursor,
  page: PullResponse,
  { acks, forgotten }: Outcomes,
): Promise<AcknowledgedRecord[] | null> {
  const isFirst = asked.epoch === null;
  const hasRows = page.rows.length > 0 || page.gone.length > 0;
  if ((isFirst || hasRows) && !(await ports.outbox.adopt(next.generation, page.epoch, page.mark ?? null))) return null;
  await storePage(ports.replica, next.generation, page.rows, page.gone);
  return ports.outbox.commit(next, asked.marks.slice(0, MARKS_LIMIT), acks, forgotten);
}
