import { PENDING_LIMIT, PROTOCOL_VERSION, PULL_LIMIT, type Acknowledgement, type PullResponse } from '../model/wire.ts';
import { storePage } from './guard.ts';
import type { AcknowledgedRecord, Cursor, EnginePorts, Failure } from './ports.ts';

export type PullOutcome =
  /** The cycle ended. `acked` is false when it was a resumed one, whose acknowledgements cannot be trusted. */
  | { kind: 'done'; acked: boolean }
  | { kind: 'interrupted' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'update' };

/**
 * Reads pages until the server has no more (SY-5, SY-6, SY-12), continuing a cycle that was broken off.
 * @param interrupt asked between pages; true leaves the rest for later
 */
export async function pullCycle(ports: EnginePorts, interrupt: () => boolean): Promise<PullOutcome> {
  let cursor = await ports.outbox.cursor();
  let fromStart = false;
  let acks: Acknowledgement[] = [];
  for (;;) {
    const isFirst = cursor.after === null;
    const reply = await ports.transport.pull({
      v: PROTOCOL_VERSION,
      epoch: cursor.epoch,
      since: cursor.since,
      after: cursor.after,
      tables: [...ports.tables],
      // Only the first page's acknowledgements are of a snapshot whose effects this cycle is sure to bring.
      pending: isFirst ? await ports.outbox.awaiting(PENDING_LIMIT) : [],
      limit: PULL_LIMIT,
    });
    if (!reply.ok) return { kind: 'failed', failure: reply.failure };
    const page = reply.value;
    if (page.reset === 'update') return { kind: 'update' };
    const isFresh = cursor.epoch === null && isFirst;
    if (page.reset && isFresh)
      return { kind: 'failed', failure: { kind: 'busy', retryAfterMs: null, message: 'reset' } };
    if (page.reset || (cursor.epoch !== null && page.epoch !== cursor.epoch)) {
      cursor = await ports.outbox.startRebuild(cursor);
      ports.report.rebuilding(cursor.generation);
      continue;
    }
    if (isFirst) {
      fromStart = true;
      acks = page.acks;
    }
    const next = advance(cursor, page);
    const ended = next.after === null;
    const stored = await storeAndCommit(ports, next, page, ended ? acks : []);
    if (stored === null) {
      // Another leader began a new generation meanwhile.
      cursor = await ports.outbox.cursor();
      fromStart = false;
      acks = [];
      continue;
    }
    if (stored.length > 0) ports.report.acknowledged(stored);
    if (ended) {
      ports.report.pulled(ports.now());
      return { kind: 'done', acked: fromStart };
    }
    cursor = next;
    await ports.breathe();
    if (interrupt()) return { kind: 'interrupted' };
  }
}

/** The cursor after this page. The next cycle starts from the first page's floor, never from a later one (SY-6). */
function advance(cursor: Cursor, page: PullResponse): Cursor {
  const floor = cursor.after === null ? page.floor : (cursor.floor ?? cursor.since);
  if (page.next) return { ...cursor, epoch: page.epoch, after: page.next, floor };
  return { ...cursor, epoch: page.epoch, since: floor, after: null, floor: null, complete: true };
}

/** Rows first, then acknowledgements and cursor together: a crash in between only redelivers (SY-12). */
async function storeAndCommit(
  ports: EnginePorts,
  next: Cursor,
  page: PullResponse,
  acks: Acknowledgement[],
): Promise<AcknowledgedRecord[] | null> {
  await storePage(ports.replica, next.generation, page.rows, page.gone);
  return ports.outbox.commit(next, acks);
}
