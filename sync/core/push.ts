import { PUSH_LIMIT, type PushAction } from '../model/wire.ts';
import type { InFlightRecord, OutboxRecord, RecordError } from './records.ts';
import type { EnginePorts, Failure } from './ports.ts';
import { retryDelayMs } from './retry.ts';

export type PushOutcome =
  | { kind: 'idle' }
  | { kind: 'sent' }
  | { kind: 'split' }
  | { kind: 'failed'; failure: Exclude<Failure, { kind: 'refused' }> };

/** `limit` is halved when a batch of several actions is refused, and doubled when a batch is answered or a single action is refused (SY-16). */
export interface NextBatch {
  /** Maximum actions of the next batch. */
  limit: number;
  /** Whether `pushBatch` first ends the delays with `may_hasten`. It then sets this to false. */
  endsBusyDelays: boolean;
}

type PushPorts = Pick<EnginePorts, 'transport' | 'outbox' | 'now' | 'random'> & {
  report: Pick<EnginePorts['report'], 'acknowledged'>;
};

/** Sends one batch (SY-9, SY-16). After `split` and `sent` the caller calls again. */
export async function pushBatch(ports: PushPorts, next: NextBatch): Promise<PushOutcome> {
  const { endsBusyDelays } = next;
  next.endsBusyDelays = false;
  const batch = await ports.outbox.claim(ports.now(), next.limit, endsBusyDelays);
  if (batch.length === 0) return { kind: 'idle' };
  const ids = batch.map((record) => record.id);
  const reply = await ports.transport.push(batch.map(toPush));
  if (reply.ok) {
    const results = reply.value.results.filter((result) => ids.includes(result.id));
    const refused = await ports.outbox.settle(results.filter((result) => result.status !== 'later'));
    if (refused.length > 0) ports.report.acknowledged(refused);
    const later = results.filter((result) => result.status === 'later');
    const pauses = later.map((result) => result.result.retry_after * 1000);
    if (later[0]) {
      const wait = retryDelayMs(1, ports.random(), Math.max(...pauses));
      // All postponed actions of an answer share one reason.
      const { code, message } = later[0].result;
      await ports.outbox.postpone(
        later.map((result) => result.id),
        ports.now() + wait,
        code !== undefined && message !== undefined ? { why: { code, message } } : undefined,
      );
    }
    const missing = ids.filter((id) => !results.some((result) => result.id === id));
    if (missing.length > 0) await ports.outbox.postpone(missing, ports.now() + retryDelayMs(1, ports.random()));
    next.limit = Math.min(PUSH_LIMIT, next.limit * 2);
    return { kind: 'sent' };
  }
  const { failure } = reply;
  if (failure.kind === 'refused') return refuse(ports, next, batch, failure);
  if (failure.kind === 'busy') {
    const failures = Math.max(...batch.map((record) => record.state.failures.all)) + 1;
    const nextAt = ports.now() + retryDelayMs(failures, ports.random(), failure.retryAfterMs);
    // Only a delay that the server did not choose may be ended early.
    await ports.outbox.postpone(ids, nextAt, failure.retryAfterMs === null ? { may_hasten: true } : undefined);
  } else {
    // A lost network or an ended session is not counted: after many attempts, the first busy answer would cause a delay of minutes.
    await ports.outbox.release(ids);
  }
  return { kind: 'failed', failure };
}

async function refuse(
  ports: PushPorts,
  next: NextBatch,
  batch: InFlightRecord[],
  { code, message }: RecordError,
): Promise<PushOutcome> {
  const alone = batch.length === 1 ? batch[0] : undefined;
  if (alone) {
    const wait = retryDelayMs(alone.state.failures.alone + 1, ports.random());
    await ports.outbox.failAlone(alone.id, ports.now() + wait, { code, message });
    next.limit = Math.min(PUSH_LIMIT, next.limit * 2);
  } else {
    next.limit = Math.ceil(batch.length / 2);
    await ports.outbox.release(batch.map((record) => record.id));
  }
  return { kind: 'split' };
}

function toPush(record: OutboxRecord): PushAction {
  return { id: record.id, kind: record.kind, v: record.v, occurred_at: record.occurred_at, payload: record.payload };
}
