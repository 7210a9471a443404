import { describe, expect, it } from 'vitest';
import type { PushAction, PushResponse } from '../model/wire.ts';
import type { AcknowledgedRecord, OutboxPort, Reply } from './ports.ts';
import { firstCursor } from './ports.ts';
import { answered, backedOff, dead, held, retrying } from '../../tests/sync/support/states.ts';
import { pushBatch } from './push.ts';
import * as queue from './queue.ts';
import { newRecord, type OutboxRecord } from './records.ts';

function setup(count: number, answer: (actions: PushAction[]) => Reply<PushResponse>) {
  let records: OutboxRecord[] = Array.from({ length: count }, (_, at) => ({
    ...newRecord({
      id: `a${at}`,
      user_id: 'u',
      device_id: 'd',
      lane: `lane${at}`,
      kind: 'k',
      v: 1,
      payload: {},
      deps: [],
      created_at: 0,
      occurred_at: '2027-01-01T00:00:00.000Z',
    }),
    seq: at,
  }));
  const sent: string[][] = [];
  const acknowledgedRecords: AcknowledgedRecord[] = [];
  let reports = 0;
  let now = 0;
  const calls: string[] = [];
  const edit = <T>(call: string, change: (all: OutboxRecord[]) => queue.QueueEdit<T>): Promise<T> => {
    calls.push(call);
    const { put, remove, result } = change(records);
    const bySeq = new Map(put.map((record) => [record.seq, record]));
    records = records.filter((record) => !remove.includes(record)).map((record) => bySeq.get(record.seq) ?? record);
    return Promise.resolve(result);
  };
  const outbox: OutboxPort = {
    claim: (at, limit, endsBusyDelays) =>
      edit('claim', (all) => queue.claim(all, at, limit, (record) => record, endsBusyDelays)),
    release: (ids) => edit('release', (all) => queue.release(all, ids)),
    postpone: (ids, nextAt, details) => edit('postpone', (all) => queue.postpone(all, ids, nextAt, details)),
    failAlone: (id, nextAt, error) => edit('failAlone', (all) => queue.failAlone(all, id, nextAt, error)),
    settle: (results) => edit('settle', (all) => queue.settle(all, results)),
    awaiting: (limit) => Promise.resolve(queue.awaiting(records, limit)),
    nextAttemptAt: (at) => Promise.resolve(queue.nextAttemptAt(records, at)),
    cursor: () => Promise.resolve(firstCursor),
    adopt: () => Promise.resolve(true),
    commit: () => Promise.resolve([]),
    startRebuild: (from) => Promise.resolve(from),
    changeStarts: () => Promise.resolve(null),
    advanceCounts: () => Promise.resolve(),
  };
  const next = { limit: 50, endsBusyDelays: false };
  return {
    next,
    sent,
    calls,
    acknowledgedRecords,
    records: () => records,
    states: () => records.map(({ state }) => state),
    reports: () => reports,
    wait: (ms: number) => (now += ms),
    push: () =>
      pushBatch(
        {
          outbox,
          now: () => now,
          random: () => 0.5,
          report: {
            acknowledged(acknowledged) {
              reports++;
              acknowledgedRecords.push(...acknowledged);
            },
          },
          transport: {
            pull: () => Promise.reject(new Error('not pulled here')),
            push: (actions) => {
              sent.push(actions.map((action) => action.id));
              return Promise.resolve(answer(actions));
            },
          },
        },
        next,
      ),
  };
}

const apply = (actions: readonly { id: string }[]): Reply<PushResponse> => ({
  ok: true,
  value: {
    results: actions.map(({ id }) => ({ id, status: 'applied' as const, result: {} })),
    server_time: '2027-01-01T00:00:00.000Z',
  },
});
const refuse: Reply<PushResponse> = {
  ok: false,
  failure: { kind: 'refused', code: 'XX000', message: 'cannot digest' },
};

describe('pushing', () => {
  it('[SY-16] halves a failing batch down to the failing action, and sends all others', async () => {
    const bench = setup(8, (actions) => (actions.some(({ id }) => id === 'a5') ? refuse : apply(actions)));
    while ((await bench.push()).kind !== 'idle');
    expect(bench.sent).toEqual([
      ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'],
      ['a0', 'a1', 'a2', 'a3'],
      ['a4', 'a5', 'a6', 'a7'],
      ['a4', 'a5'],
      ['a4'],
      ['a5', 'a6'],
      ['a5'],
      ['a6', 'a7'],
    ]);
    expect(
      bench
        .records()
        .filter(({ state }) => state.kind !== 'answered')
        .map((record) => record.id),
    ).toEqual(['a5']);
  });

  it('[SY-15] [SY-16] delays actions answered `later` as long as the answer says, and unanswered ones only briefly', async () => {
    const later = (id: string) => ({ id, status: 'later' as const, result: { retry_after: 60 } });
    let isPaced = true;
    const bench = setup(4, (actions) => {
      if (!isPaced || !actions.some(({ id }) => id === 'a1')) return apply(actions);
      const reply = apply([{ id: 'a0' }]);
      if (reply.ok) reply.value.results.push(later('a1'), later('a2'));
      return reply;
    });
    await bench.push();
    expect(bench.states()).toEqual([answered, retrying(60_000, 1), retrying(60_000, 1), retrying(500, 1)]);
    expect(bench.reports()).toBe(0);
    bench.wait(500);
    await bench.push();
    isPaced = false;
    bench.wait(59_499);
    expect(await bench.push()).toEqual({ kind: 'idle' });
    bench.wait(1);
    await bench.push();
    expect(bench.sent).toEqual([['a0', 'a1', 'a2', 'a3'], ['a3'], ['a1', 'a2']]);
  });

  it('[SY-16] keeps the reason why the server postponed an action, and never sets a postponed action aside', async () => {
    const why = { code: 'not_checked', message: 'The server has not checked this file yet.' };
    const postponed = { id: 'a0', status: 'later' as const, result: { ...why, retry_after: 60 } };
    const bench = setup(1, () => ({ ok: true, value: { results: [postponed], server_time: '' } }));
    for (let attempt = 1; attempt <= 20; attempt++) {
      await bench.push();
      expect(bench.states()).toEqual([{ ...retrying(60_000 * attempt, attempt), why }]);
      bench.wait(60_000);
    }
  });

  it('[SY-16] sets an action aside, with the reason, after it has failed 8 times alone', async () => {
    const bench = setup(1, () => refuse);
    for (let attempt = 0; attempt < 8; attempt++) {
      await bench.push();
      bench.wait(600_000);
    }
    expect(bench.states()).toEqual([held({ code: 'XX000', message: 'cannot digest' })]);
    expect(await bench.push()).toEqual({ kind: 'idle' });
  });

  it('[SY-16] counts no attempt and keeps the order when the session has ended', async () => {
    const bench = setup(2, () => ({ ok: false, failure: { kind: 'auth' } }));
    expect(await bench.push()).toEqual({ kind: 'failed', failure: { kind: 'auth' } });
    expect(bench.states()).toEqual([retrying(), retrying()]);
    await bench.push();
    expect(bench.sent).toEqual([
      ['a0', 'a1'],
      ['a0', 'a1'],
    ]);
  });

  it('[SY-16] respects Retry-After', async () => {
    const bench = setup(1, () => ({ ok: false, failure: { kind: 'busy', retryAfterMs: 90_000, message: '429' } }));
    await bench.push();
    expect(bench.states()).toEqual([retrying(90_000, 1)]);
  });

  it('[SY-16] ends the delay of a busy server once if asked, and not again in the same turn', async () => {
    const bench = setup(1, () => ({ ok: false, failure: { kind: 'busy', retryAfterMs: null, message: 'HTTP 503' } }));
    await bench.push();
    expect(bench.states()).toEqual([backedOff(500, 1)]);
    expect(await bench.push()).toEqual({ kind: 'idle' });
    bench.next.endsBusyDelays = true;
    expect(await bench.push()).toMatchObject({ kind: 'failed' });
    expect(bench.states()).toEqual([backedOff(1_000, 2)]);
    expect(await bench.push()).toEqual({ kind: 'idle' });
  });

  it('[SY-16] waits seconds, not minutes, for a busy server after a long time offline', async () => {
    let isBack = false;
    const bench = setup(1, () =>
      isBack
        ? { ok: false, failure: { kind: 'busy', retryAfterMs: null, message: 'starting' } }
        : { ok: false, failure: { kind: 'network' } },
    );
    for (let attempt = 0; attempt < 12; attempt++) await bench.push();
    expect(bench.states()).toEqual([retrying()]);
    isBack = true;
    await bench.push();
    expect(bench.states()).toEqual([backedOff(500, 1)]);
  });

  it('[SY-13] keeps an applied action for the overlay, and reports a refused one at once', async () => {
    const bench = setup(2, (actions) => ({
      ok: true,
      value: {
        results: actions.map(({ id }) =>
          id === 'a0'
            ? { id, status: 'applied', result: {} }
            : { id, status: 'rejected', result: { code: 'level', message: 'Unlocks at Level 3' } },
        ),
        server_time: '2027-01-01T00:00:00.000Z',
      },
    }));
    await bench.push();
    expect(bench.states()).toEqual([answered, dead({ code: 'level', message: 'Unlocks at Level 3' })]);
    expect(bench.acknowledgedRecords.map(({ ack }) => ack.id)).toEqual(['a1']);
  });

  it('[SY-9] sends an action again, after a pause, if it got no result, and ignores results of unknown actions', async () => {
    const bench = setup(3, (actions) =>
      apply([
        ...actions.filter(({ id }) => id !== 'a1'),
        ...actions.slice(0, 1).map((action) => ({ ...action, id: 'a7' })),
      ]),
    );
    expect(await bench.push()).toEqual({ kind: 'sent' });
    expect(bench.states()).toEqual([answered, retrying(500, 1), answered]);
    expect(await bench.push()).toEqual({ kind: 'idle' });
    bench.wait(500);
    await bench.push();
    expect(bench.sent).toEqual([['a0', 'a1', 'a2'], ['a1']]);
  });

  it('[SY-9] ignores the result of a queued action that was not in the batch', async () => {
    const bench = setup(2, () => apply([{ id: 'a0' }, { id: 'a1' }]));
    bench.next.limit = 1;
    await bench.push();
    expect(bench.states()).toEqual([answered, { kind: 'queued' }]);
  });

  it('[SY-16] writes to the queue only twice without failures: to claim the batch, and to store its results', async () => {
    const bench = setup(2, apply);
    await bench.push();
    expect(bench.calls).toEqual(['claim', 'settle']);
  });

  it('[SY-9] sends only the fields of an action that the server needs', async () => {
    let pushed: PushAction[] = [];
    const bench = setup(1, (actions) => apply((pushed = actions)));
    await bench.push();
    expect(pushed).toEqual([{ id: 'a0', kind: 'k', v: 1, occurred_at: '2027-01-01T00:00:00.000Z', payload: {} }]);
  });

  it('[SY-16] doubles the size of the next batch with each success, up to 50', async () => {
    const bench = setup(60, apply);
    bench.next.limit = 20;
    await bench.push();
    await bench.push();
    expect(bench.sent.map((ids) => ids.length)).toEqual([20, 40]);
    expect(bench.next.limit).toBe(50);
  });

  it('[SY-16] waits longer with each failure; the action that has failed most often sets the delay of its batch', async () => {
    const bench = setup(2, () => ({ ok: false, failure: { kind: 'busy', retryAfterMs: null, message: '503' } }));
    bench.next.limit = 1;
    expect(await bench.push()).toMatchObject({ kind: 'failed', failure: { kind: 'busy' } });
    expect(bench.states()).toEqual([backedOff(500, 1), { kind: 'queued' }]);
    bench.next.limit = 50;
    bench.wait(500);
    await bench.push();
    expect(bench.states()).toEqual([backedOff(1_500, 2), backedOff(1_500, 1)]);
  });

  it('[SY-16] releases a batch that it splits, and waits longer with each failure of a single action', async () => {
    const bench = setup(2, () => refuse);
    expect(await bench.push()).toEqual({ kind: 'split' });
    expect(bench.next.limit).toBe(1);
    expect(bench.states()).toEqual([retrying(), retrying()]);
    const single = setup(1, () => refuse);
    for (const [failures, wait] of [500, 1_000, 2_000].entries()) {
      expect(await single.push()).toEqual({ kind: 'split' });
      expect(single.states()).toEqual([retrying(failures * 600_000 + wait, failures + 1, failures + 1)]);
      expect(single.next.limit).toBe(50);
      single.wait(600_000);
    }
    bench.next.limit = 1;
    await bench.push();
    expect(bench.next.limit, 'the next batch may be larger again').toBe(2);
  });

  it('[SY-16] returns a failure of the network, and reports no refusal if there is none', async () => {
    const offline = setup(1, () => ({ ok: false, failure: { kind: 'network' } }));
    expect(await offline.push()).toEqual({ kind: 'failed', failure: { kind: 'network' } });
    const bench = setup(1, apply);
    await bench.push();
    expect(bench.reports()).toBe(0);
  });
});
