import { describe, expect, it } from 'vitest';
import { waiting } from '../../tests/sync/support/waiting.ts';
import { PULL_LIMIT, type PullRequest, type PullResponse } from '../model/wire.ts';
import { mergeMarks } from './marks.ts';
import { firstCursor, type AcknowledgedRecord, type Cursor, type EnginePorts, type Failure } from './ports.ts';
import { pullCycle, rebuildIfLost } from './pull.ts';

const row = (id: string) => ({ t: 'tracks', row: { id, rev: 1 } });
const after = (id: string) => ({ xid: '7', id });
const applied = (id: string) => ({ id, status: 'applied' as const, result: {} });
const rejected = (id: string) => ({ id, status: 'rejected' as const, result: { code: 'no', message: 'No.' } });

/** A device at this cursor, before a server that answers with these pages, and then with empty ones. */
function setup(start: Cursor, answers: (Partial<PullResponse> | Failure)[] = [], change: Partial<EnginePorts> = {}) {
  let cursor = start;
  const requests: PullRequest[] = [];
  /** Writes, commits and reports, in their order. */
  const log: unknown[] = [];
  const nothing = () => undefined;
  const ports: EnginePorts = {
    tables: ['tracks', 'votes'],
    now: () => 42,
    random: () => 1,
    timer: () => nothing,
    breathe: () => Promise.resolve(void log.push('breathe')),
    session: { renew: () => Promise.resolve('renewed') },
    transport: {
      push: () => Promise.reject(new Error('nothing to push')),
      pull: (request) => {
        requests.push(request);
        const answer = answers.shift() ?? {};
        if ('kind' in answer) return Promise.resolve({ ok: false, failure: answer });
        const page = { epoch: 'one', floor: '9', rows: [], gone: [], acks: [], next: null, server_time: '' };
        return Promise.resolve({ ok: true, value: { ...page, ...answer } });
      },
    },
    replica: {
      isEmpty: () => Promise.resolve(true),
      has: () => true,
      read: () => Promise.resolve(new Map()),
      write: (generation, table, writes) => {
        log.push(['write', generation, table, writes.map(({ id, row }) => (row ? id : `${id} removed`))]);
        return Promise.resolve([]);
      },
    },
    outbox: {
      claim: () => Promise.resolve([]),
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: (limit) => Promise.resolve({ ids: ['a1', 'a2', `${limit} at most`], answered: ['a1', 'a2'] }),
      nextAttemptAt: () => Promise.resolve(null),
      cursor: () => Promise.resolve(cursor),
      commit: (next, sent, acks, forgotten) => {
        if (next.generation !== cursor.generation) return Promise.resolve(null);
        cursor = { ...next, marks: mergeMarks(cursor.marks, sent, next.marks) };
        log.push(['commit', acks.map(({ id }) => id), forgotten]);
        return Promise.resolve(
          acks.map((ack): AcknowledgedRecord => ({ ack, record: waiting(1, 'play.record', play) })),
        );
      },
      adopt: (generation, epoch, mark) => {
        if (cursor.generation !== generation || (cursor.epoch ?? epoch) !== epoch) return Promise.resolve(false);
        cursor = { ...cursor, epoch, marks: mergeMarks(cursor.marks, [], mark === null ? [] : [mark]) };
        return Promise.resolve(true);
      },
      startRebuild: (from) => {
        cursor = { ...firstCursor, generation: from.generation + 1 };
        log.push(['rebuilding', cursor.generation]);
        return Promise.resolve(cursor);
      },
    },
    report: {
      busy: nothing,
      network: nothing,
      pulled: (at) => void log.push(['pulled', at]),
      acknowledged: (records) => void log.push(['reported', records.map(({ ack }) => ack.id)]),
      storage: nothing,
      updateRequired: nothing,
    },
    ...change,
  };
  return {
    ports,
    requests,
    log,
    cursor: () => cursor,
    set: (next: Cursor) => (cursor = next),
    pull: (interrupt = () => false) => pullCycle(ports, interrupt),
    positions: () => requests.map(({ epoch, since, after }) => ({ epoch, since, after })),
  };
}
const play = { track_id: 't', progress_ms: 30_000, is_manual: true };
const filled: Cursor = { ...firstCursor, epoch: 'one', since: '5', complete: true };
const midCycle: Cursor = { ...filled, after: after('m'), floor: '6' };

describe('a pull', () => {
  it('[SY-5] requests all tables from the last cycle’s floor, and names the unacknowledged actions', async () => {
    const { requests, pull } = setup(filled);
    await pull();
    expect(requests).toEqual([
      {
        v: 1,
        epoch: 'one',
        since: '5',
        after: null,
        tables: ['tracks', 'votes'],
        pending: ['a1', 'a2', '200 at most'],
        marks: [],
        limit: 1000,
      },
    ]);
  });

  it('[SY-12] stores rows first, then acknowledgements and cursor, and reports them after that', async () => {
    const { log, cursor, pull } = setup(filled, [
      { rows: [row('t1')], gone: [{ t: 'votes', id: 'v1', rev: 2 }], acks: [applied('a1'), rejected('a3')] },
    ]);
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 2 });
    expect(log).toEqual([
      ['write', 0, 'tracks', ['t1']],
      ['write', 0, 'votes', ['v1 removed']],
      // An action that was answered before and is unknown now was forgotten by the server (SY-8).
      ['commit', ['a1', 'a3'], ['a2']],
      ['reported', ['a1', 'a3']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...filled, since: '9' });
  });

  it('[SY-23] requests the next page while one is stored, and none after an interruption', async () => {
    const pages = [{ next: after('f'), rows: [row('t1')] }, { next: after('q'), rows: [row('t2')] }, {}];
    const { ports, log, cursor, pull } = setup(filled, pages);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      log.push(['requested', request.after?.id ?? 'first']);
      return answer(request);
    };
    const interrupt = () => log.some((entry) => JSON.stringify(entry) === '["write",0,"tracks",["t1"]]');
    expect(await pull(interrupt)).toEqual({ kind: 'interrupted' });
    expect(log.filter((entry) => entry !== 'breathe')).toEqual([
      ['requested', 'first'],
      ['requested', 'f'],
      ['write', 0, 'tracks', ['t1']],
      ['commit', [], []],
      ['write', 0, 'tracks', ['t2']],
      ['commit', [], []],
    ]);
    expect(cursor().after).toEqual(after('q'));
  });

  it('[SY-16] reads the answer to the next page when this page belongs to a former replica', async () => {
    const late: Failure = { kind: 'busy', retryAfterMs: 9_000, message: 'later' };
    const { ports, set, pull } = setup(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
    ports.replica.write = () => {
      set({ ...filled, generation: 1 });
      return Promise.resolve([]);
    };
    expect(await pull()).toEqual({ kind: 'failed', failure: late });
  });

  it('[SY-16] keeps to the `Retry-After` of the next page, though this page cannot be stored', async () => {
    const late: Failure = { kind: 'busy', retryAfterMs: 9_000, message: 'later' };
    const { ports, pull } = setup(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
    ports.replica.write = () => Promise.reject(new Error('full'));
    expect(await pull()).toEqual({ kind: 'failed', failure: late });
  });

  it.each<Failure>([{ kind: 'network' }, { kind: 'busy', retryAfterMs: null, message: 'busy' }])(
    '[SY-22] reports that a page cannot be stored if the next one has no Retry-After: $kind',
    async (late) => {
      const { ports, pull } = setup(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
      ports.replica.write = () => Promise.reject(new Error('full'));
      await expect(pull()).rejects.toThrow('full');
    },
  );

  it('[SY-5] stores all rows of a page that holds more than were requested', async () => {
    const ids = Array.from({ length: PULL_LIMIT + 3 }, (_, at) => `t${String(at).padStart(4, '0')}`);
    const gone = ids.map((id) => ({ t: 'votes', id, rev: 2 }));
    const { log, pull } = setup(filled, [{ rows: ids.map(row), gone }]);
    await pull();
    const written = (table: string) =>
      log.flatMap((entry) => (Array.isArray(entry) && entry[0] === 'write' && entry[2] === table ? entry[3] : []));
    expect(written('tracks')).toEqual(ids);
    expect(written('votes')).toEqual(ids.map((id) => `${id} removed`));
  });

  it('[SY-8] does not send an action again whose answer arrived while the page was on its way', async () => {
    let answered: string[] = [];
    const { ports, log, pull } = setup(filled, [{ acks: [] }]);
    ports.outbox.awaiting = () => Promise.resolve({ ids: ['a1'], answered });
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      // Another page pushes: the snapshot of this pull is older than the action.
      answered = ['a1'];
      return answer(request);
    };
    await pull();
    expect(log[0]).toEqual(['commit', [], []]);
  });

  it('[SY-12] does not advance the cursor when a row cannot be stored', async () => {
    const { ports, log, cursor, pull } = setup(filled, [{ rows: [row('t1')], acks: [applied('a1')] }]);
    ports.replica.write = () => Promise.reject(new Error('full'));
    await expect(pull()).rejects.toThrow('full');
    expect([log, cursor()]).toEqual([[], filled]);
  });

  it('[SY-6] [SY-13] reads pages to the end, begins the next cycle at the first floor, and reports only refusals', async () => {
    const { log, positions, cursor, pull } = setup(filled, [
      { next: after('f'), floor: '8', acks: [applied('a1'), rejected('a3')] },
      { next: after('q'), floor: '11', acks: [applied('a1')] },
      { floor: '12', acks: [applied('a1'), rejected('a4')] },
    ]);
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: false, acknowledged: 2 });
    expect(positions()).toEqual([
      { epoch: 'one', since: '5', after: null },
      { epoch: 'one', since: '5', after: after('f') },
      { epoch: 'one', since: '5', after: after('q') },
    ]);
    expect(log).toEqual([
      ['commit', ['a3'], []],
      ['reported', ['a3']],
      'breathe',
      ['commit', [], []],
      'breathe',
      ['commit', ['a4'], []],
      ['reported', ['a4']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...filled, since: '8' });
  });

  it('[SY-6] stops between pages when interrupted, and continues the cycle from there', async () => {
    const { log, positions, cursor, pull } = setup(filled, [{ next: after('f'), floor: '8' }, { floor: '12' }]);
    expect(await pull(() => true)).toEqual({ kind: 'interrupted' });
    expect(log).toEqual([['commit', [], []], 'breathe']);
    expect(cursor()).toEqual({ ...filled, after: after('f'), floor: '8' });
    expect(await pull(() => true)).toEqual({ kind: 'done', isSinglePage: false, acknowledged: 0 });
    expect(positions().at(-1)).toEqual({ epoch: 'one', since: '5', after: after('f') });
    expect(cursor()).toEqual({ ...filled, since: '8' });
  });

  it('reports why the server did not answer, and changes nothing', async () => {
    const busy: Failure = { kind: 'busy', retryAfterMs: 5, message: '429' };
    const { log, cursor, pull } = setup(filled, [busy]);
    expect(await pull()).toEqual({ kind: 'failed', failure: busy });
    expect([log, cursor()]).toEqual([[], filled]);
  });

  it('[SY-8] ends when the server asks for a newer app, whatever the replica holds', async () => {
    for (const start of [filled, firstCursor]) {
      const { log, cursor, pull } = setup(start, [{ reset: 'update' }]);
      expect(await pull()).toEqual({ kind: 'update' });
      expect([log, cursor()]).toEqual([[], start]);
    }
  });

  it('[SY-8] sends no epoch until its first cycle has ended, so that its 0 is never too old', async () => {
    const { positions, cursor, pull } = setup(firstCursor, [{ next: after('a') }]);
    await pull();
    expect(positions()).toEqual([
      { epoch: null, since: '0', after: null },
      { epoch: null, since: '0', after: after('a') },
    ]);
    expect(cursor()).toEqual({ ...firstCursor, epoch: 'one', since: '9', complete: true });
    await pull();
    expect(positions().at(-1)).toEqual({ epoch: 'one', since: '9', after: null });
  });

  it('[SY-8] rebuilds the replica on a reset or another epoch, also in the middle of a cycle', async () => {
    for (const start of [filled, midCycle])
      for (const answer of [{ reset: 'floor' as const }, { epoch: 'two' }]) {
        const { log, positions, cursor, pull } = setup(start, [{ ...answer, rows: [row('t1')] }, { epoch: 'two' }]);
        expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0 });
        expect(positions().at(-1)).toEqual({ epoch: null, since: '0', after: null });
        expect(log).toEqual([
          ['rebuilding', 1],
          ['commit', [], ['a1', 'a2']],
          ['pulled', 42],
        ]);
        expect(cursor()).toEqual({ ...firstCursor, generation: 1, epoch: 'two', since: '9', complete: true });
      }
  });

  it('[SY-8] retries later when the server calls an empty replica too old', async () => {
    const { log, pull } = setup(firstCursor, [{ reset: 'epoch' }]);
    expect(await pull()).toEqual({
      kind: 'failed',
      failure: { kind: 'busy', retryAfterMs: null, message: 'reset' },
    });
    expect(log).toEqual([]);
  });

  it('[SY-8] stores nothing of an epoch other than the one that another leader adopted', async () => {
    const { ports, log, positions, cursor, set, pull } = setup(firstCursor, [
      { epoch: 'old', rows: [row('t1')] },
      { epoch: 'one' },
    ]);
    const { adopt } = ports.outbox;
    let isFirst = true;
    ports.outbox.adopt = (generation, epoch, mark) => {
      if (isFirst) set({ ...firstCursor, epoch: 'one' });
      isFirst = false;
      return adopt(generation, epoch, mark);
    };
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0 });
    expect(positions()).toEqual([
      { epoch: null, since: '0', after: null },
      { epoch: null, since: '0', after: null },
    ]);
    expect(log).toEqual([
      ['commit', [], ['a1', 'a2']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...firstCursor, epoch: 'one', since: '9', complete: true });
  });

  it('[SY-8] [SY-17] continues with the generation that another leader has begun meanwhile', async () => {
    const { ports, log, positions, set, pull } = setup(filled, [{}, { epoch: 'two' }]);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      if (positions().length === 0) set({ ...firstCursor, generation: 4 });
      return answer(request);
    };
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0 });
    expect(positions()).toEqual([
      { epoch: 'one', since: '5', after: null },
      { epoch: null, since: '0', after: null },
    ]);
    expect(log).toEqual([
      ['commit', [], ['a1', 'a2']],
      ['pulled', 42],
    ]);
  });
});

describe('the marks of a replica', () => {
  const marked: Cursor = { ...filled, marks: ['m1'] };

  it('[SY-8] [G-7] are sent with each pull, and replaced by the mark of the answer', async () => {
    const { requests, cursor, pull } = setup(marked, [{ mark: 'm2', next: after('a') }, { mark: 'm3' }]);
    await pull();
    expect(requests.map(({ marks }) => marks)).toEqual([['m1'], ['m2']]);
    expect(cursor().marks).toEqual(['m3']);
  });

  it('[SY-8] [G-7] stay if the server sends none', async () => {
    for (const mark of [null, undefined]) {
      const { cursor, pull } = setup(marked, [mark === null ? { mark, rows: [row('t1')] } : { rows: [row('t1')] }]);
      await pull();
      expect(cursor().marks).toEqual(['m1']);
    }
  });

  it('[SY-8] [G-7] of another leader stay, whichever of two late pages a restored server has forgotten', async () => {
    const { ports, requests, cursor, set, pull } = setup(marked, [
      { mark: 'late', rows: [row('t1')] },
      { mark: 'all' },
    ]);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      if (requests.length === 0) set({ ...marked, marks: ['of another'] });
      return answer(request);
    };
    await pull();
    expect(cursor().marks).toEqual(['of another', 'late']);
    await pull();
    expect(requests[1]?.marks).toEqual(['of another', 'late']);
    expect(cursor().marks).toEqual(['all']);
  });

  it('[SY-8] [G-7] are stored before their rows, and only with rows', async () => {
    const { ports, cursor, pull } = setup(marked, [{ mark: 'm2', rows: [row('t1')] }, { mark: 'm3' }]);
    ports.replica.write = () => Promise.reject(new Error('crashed'));
    await expect(pull()).rejects.toThrow('crashed');
    expect(cursor().marks).toEqual(['m1', 'm2']);
    ports.outbox.adopt = () => Promise.reject(new Error('there is nothing to store'));
    await pull();
    expect(cursor().marks).toEqual(['m3']);
  });

  it('[SY-8] [G-7] are sent ten at a time if the server accepts no more, and none is lost', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `m${at}`);
    const { requests, cursor, pull } = setup({ ...filled, marks: many }, [{ mark: 'new' }]);
    await pull();
    expect(requests[0]?.marks).toEqual(many.slice(0, 10));
    expect(cursor().marks).toEqual(['m10', 'm11', 'new']);
  });

  it('[SY-8] [G-7] are dropped with their replica', async () => {
    const { requests, cursor, pull } = setup(marked, [{ reset: 'epoch' }, { mark: 'fresh' }]);
    await pull();
    expect(requests.map(({ marks }) => marks)).toEqual([['m1'], []]);
    expect(cursor()).toEqual({ ...filled, since: '9', generation: 1, marks: ['fresh'] });
  });
});

describe('a replica that the browser deleted without the queue', () => {
  it('[SY-22] is rebuilt, also in the middle of its first fill', async () => {
    for (const start of [filled, { ...midCycle, complete: false }]) {
      const { ports, log, cursor } = setup(start);
      expect(await rebuildIfLost(ports, null)).toBe(1);
      expect(cursor()).toEqual({ ...firstCursor, generation: 1 });
      expect(log).toEqual([['rebuilding', 1]]);
    }
  });

  it('[SY-22] is not rebuilt if there was none, if it has rows, or if a rebuilt one stays empty', async () => {
    for (const [start, isEmpty, rebuilt] of [
      [firstCursor, true, null],
      [filled, false, null],
      [filled, true, filled.generation],
    ] as const) {
      const { ports, log, cursor } = setup(start);
      ports.replica.isEmpty = () => Promise.resolve(isEmpty);
      expect(await rebuildIfLost(ports, rebuilt)).toBe(rebuilt);
      expect([cursor(), log]).toEqual([start, []]);
    }
  });
});
