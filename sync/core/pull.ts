import {
  MARKS_LIMIT,
  PENDING_LIMIT,
  PROTOCOL_VERSION,
  PULL_LIMIT,
  type Acknowledgement,
  type PullResponse,
} from '../model/wire.ts';
import { toStarts } from './conversation-starts.ts';
import { storeCounts, storeLeft, storePage } from './guard.ts';
import type { AcknowledgedRecord, Awaiting, Cursor, EnginePorts, Failure, Reply } from './ports.ts';

export type PullOutcome =
  /** `hasMoreCounts`: this cycle stored some of the changed counts, and the server has more. */
  | { kind: 'done'; isSinglePage: boolean; acknowledged: number; hasMoreCounts: boolean }
  | { kind: 'interrupted' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'update' };

/**
 * Pulls and stores a cycle of pages, or the rest of an interrupted one (SY-5, SY-6, SY-12). @param interrupt true leaves the other pages for
 * later
 */
export async function pullCycle(ports: EnginePorts, interrupt: () => boolean): Promise<PullOutcome> {
  let cursor = await ports.outbox.cursor();
  let acknowledged = 0;
  let hasMoreCounts = false;
  let prefetched: Promise<PageAnswer> | null = null;
  for (;;) {
    const { waiting, reply }: PageAnswer = await (prefetched ?? requestPage(ports, cursor));
    prefetched = null;
    if (!reply.ok) return { kind: 'failed', failure: reply.failure };
    const page = reply.value;
    if (page.reset === 'update') return { kind: 'update' };
    if (cursor.epoch === null) {
      // The replica is still empty, so a rebuild would change nothing: retry later.
      if (page.reset) return { kind: 'failed', failure: { kind: 'busy', retryAfterMs: null, message: 'reset' } };
    } else if (page.reset || page.epoch !== cursor.epoch) {
      cursor = await ports.outbox.startRebuild(cursor);
      continue;
    }
    const next = advance(cursor, page);
    // Prefetch the next page while storing this one. Every prefetched page is consumed.
    if (next.after !== null && !interrupt()) prefetched = requestPage(ports, next);
    prefetched?.catch(() => undefined);
    const storing = storeAndCommit(ports, cursor, next, page, outcomes(cursor, page, waiting.answered));
    const stored = await storing.catch(async (error: unknown) => {
      // A `Retry-After` of the prefetched page is respected even if this page could not be stored (SY-16).
      const prefetchedAnswer = await prefetched;
      if (prefetchedAnswer?.reply.ok === false && hasRetryAfter(prefetchedAnswer.reply.failure)) return null;
      throw error;
    });
    if (stored === null) {
      // The prefetched answer has a `Retry-After`, or another leader began a generation or filled this one from another answer.
      const prefetchedAnswer = await prefetched;
      prefetched = null;
      if (prefetchedAnswer?.reply.ok === false) return { kind: 'failed', failure: prefetchedAnswer.reply.failure };
      cursor = await ports.outbox.cursor();
      continue;
    }
    acknowledged += stored.length;
    hasMoreCounts ||= page.counts?.is_more === true && next.counts !== cursor.counts;
    if (stored.length > 0) ports.report.acknowledged(stored);
    if (next.after === null) {
      ports.report.pulled(ports.now());
      return { kind: 'done', isSinglePage: cursor.after === null, acknowledged, hasMoreCounts };
    }
    cursor = next;
    await ports.pauseBetweenPages();
    if (prefetched === null && interrupt()) return { kind: 'interrupted' };
  }
}

const hasRetryAfter = (failure: Failure) => failure.kind === 'busy' && failure.retryAfterMs !== null;

interface PageAnswer {
  waiting: Awaiting;
  reply: Reply<PullResponse>;
}

async function requestPage(ports: EnginePorts, cursor: Cursor): Promise<PageAnswer> {
  const waiting = await ports.outbox.awaiting(PENDING_LIMIT);
  const reply = await ports.transport.pull({
    v: PROTOCOL_VERSION,
    // Null until the first cycle has ended: the server would call a cursor of 0 too old for its epoch (SY-8).
    epoch: cursor.complete ? cursor.epoch : null,
    since: cursor.since,
    after: cursor.after,
    tables: [...ports.tables],
    pending: waiting.ids,
    // The server checks a limited number of marks. The page's mark replaces checked ones, so the others follow next time.
    marks: cursor.marks.slice(0, MARKS_LIMIT),
    limit: PULL_LIMIT,
    filled_from: cursor.filledFrom,
    ...(cursor.conversationStarts === null && { recent_messages: true }),
    // Only the first page asks for counts: later pages are read afterwards, and their rows bring newer counts anyway.
    ...(cursor.after === null && { counts_after: cursor.counts }),
  });
  return { waiting, reply };
}

/**
 * Rebuilds a replica that was filled and is empty: a browser may delete one database alone (SY-22).
 *
 * @param rebuilt the generation of the previous such rebuild; null if there was none
 * @returns the generation of the latest such rebuild; null if there was none
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
  const counts = page.counts?.number ?? cursor.counts;
  const filledFrom = cursor.filledFrom ?? page.floor;
  const shelfEnd = page.shelf_end === undefined ? cursor.shelfEnd : page.shelf_end;
  const artistShelfEnds = page.artist_shelf_ends === undefined ? cursor.artistShelfEnds : page.artist_shelf_ends;
  const next = { ...cursor, epoch: page.epoch, filledFrom, marks, counts, shelfEnd, artistShelfEnds };
  if (page.next) return { ...next, after: page.next, floor };
  // An older server sends all messages, and no `conversation_starts`.
  const conversationStarts = cursor.conversationStarts ?? toStarts(page.conversation_starts ?? {});
  return { ...next, conversationStarts, since: floor, after: null, floor: null, complete: true };
}

interface Outcomes {
  acks: Acknowledgement[];
  /** Answered before this page was requested, but unknown to the server. */
  forgotten: string[];
}

/** Only a cycle of one page is a complete snapshot: in a longer one, a changed row may be missing from earlier pages (SY-13). */
function outcomes(cursor: Cursor, page: PullResponse, answered: string[]): Outcomes {
  const isSinglePage = cursor.after === null && page.next === null;
  // The counts that an action changed may come with the next cycle (G-3).
  const isComplete = isSinglePage && page.counts?.is_more !== true;
  if (!isComplete) return { acks: page.acks.filter((ack) => ack.status === 'rejected'), forgotten: [] };
  const known = new Set(page.acks.map((ack) => ack.id));
  return { acks: page.acks, forgotten: answered.filter((id) => !known.has(id)) };
}

/**
 * Stores a page. Its mark comes first: it lets a restored server recognise rows of a lost history (SY-8). The cursor comes last (SY-12).
 * @returns the acknowledged records; null if another leader has begun a generation, or filled this one from another answer
 */
async function storeAndCommit(
  ports: EnginePorts,
  cursor: Cursor,
  next: Cursor,
  page: PullResponse,
  { acks, forgotten }: Outcomes,
): Promise<AcknowledgedRecord[] | null> {
  const isFirst = cursor.epoch === null;
  const counts = page.counts?.tracks ?? [];
  const left = page.left ?? [];
  const hasRows = [page.rows, page.gone, left, counts].some((list) => list.length > 0);
  if (isFirst || hasRows) {
    const { generation, filledFrom } = cursor;
    const { epoch, mark = null, floor } = page;
    if (!(await ports.outbox.adopt({ generation, epoch, mark, filledFrom, floor }))) return null;
  }
  await storePage(ports.replica, next.generation, page.rows, page.gone);
  await storeLeft(ports.replica, next.generation, left);
  await storeCounts(ports.replica, next.generation, counts);
  return ports.outbox.commit(next, cursor.marks.slice(0, MARKS_LIMIT), acks, forgotten);
}
