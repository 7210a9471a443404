import { describe, expect, it } from 'vitest';
import {
  row,
  after,
  applied,
  rejected,
  filled,
  midCycle,
  openDevice,
} from '../../tests/sync/support/pulling-device.ts';
import { PULL_LIMIT } from '../model/wire.ts';
import { positionOf, startAt } from '../../tests/sync/support/starts.ts';
import { firstCursor, readCursor, type Failure } from './ports.ts';
import { rebuildIfLost } from './pull.ts';

describe('a pull', () => {
  it('[SY-5] requests all tables from the previous cycle’s floor, and names the unacknowledged actions', async () => {
    const { requests, pull } = openDevice(filled);
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
        filled_from: '2',
        counts_after: null,
      },
    ]);
  });

  it('[SY-12] stores rows first, then acknowledgements and cursor, and reports them after that', async () => {
    const { log, cursor, pull } = openDevice(filled, [
      { rows: [row('t1')], gone: [{ t: 'votes', id: 'v1', rev: 2 }], acks: [applied('a1'), rejected('a3')] },
    ]);
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 2, hasMoreCounts: false });
    expect(log).toEqual([
      ['write', 0, 'tracks', ['t1']],
      ['write', 0, 'votes', ['v1 removed']],
      // An answered action that is now unknown was forgotten by the server (SY-8).
      ['commit', ['a1', 'a3'], ['a2']],
      ['reported', ['a1', 'a3']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...filled, since: '9' });
  });

  it('[SY-35] keeps rows that left the shelf', async () => {
    const { ports, log, pull } = openDevice(filled, [{ left: [{ t: 'tracks', id: 't1', rev: 3 }] }]);
    ports.replica.read = () => Promise.resolve(new Map([['t1', { rev: 2, row: { id: 't1', rev: 2 }, token: 1 }]]));
    await pull();
    expect(log[0]).toEqual(['write', 0, 'tracks', ['t1']]);
  });

  it('[SY-36] stores the end of the shelf, and keeps it if an older server does not send it', async () => {
    const end = { average_vote_rating: 4.5, created_at: '2027-01-01T00:00:00.000001Z', id: 't9' };
    const { cursor, pull } = openDevice(filled, [{ shelf_end: end }, {}, { shelf_end: null }]);
    const ends = [];
    for (let page = 0; page < 3; page++) {
      await pull();
      ends.push(cursor().shelfEnd);
    }
    expect(ends).toEqual([end, end, null]);
  });

  it('[SY-23] requests the next page while one is being stored, and none after an interruption', async () => {
    const pages = [{ next: after('f'), rows: [row('t1')] }, { next: after('q'), rows: [row('t2')] }, {}];
    const { ports, log, cursor, pull } = openDevice(filled, pages);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      log.push(['requested', request.after?.id ?? 'first']);
      return answer(request);
    };
    const interrupt = () => log.some((entry) => JSON.stringify(entry) === '["write",0,"tracks",["t1"]]');
    expect(await pull(interrupt)).toEqual({ kind: 'interrupted' });
    expect(log.filter((entry) => entry !== 'pauseBetweenPages')).toEqual([
      ['requested', 'first'],
      ['requested', 'f'],
      ['write', 0, 'tracks', ['t1']],
      ['commit', [], []],
      ['write', 0, 'tracks', ['t2']],
      ['commit', [], []],
    ]);
    expect(cursor().after).toEqual(after('q'));
  });

  it('[SY-16] returns the failure of the prefetched page, also if another leader has begun a new generation', async () => {
    const late: Failure = { kind: 'busy', retryAfterMs: 9_000, message: 'later' };
    const { ports, set, pull } = openDevice(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
    ports.replica.write = () => {
      set({ ...filled, generation: 1 });
      return Promise.resolve([]);
    };
    expect(await pull()).toEqual({ kind: 'failed', failure: late });
  });

  it('[SY-16] returns the `Retry-After` of the prefetched page, also if the page before it cannot be stored', async () => {
    const late: Failure = { kind: 'busy', retryAfterMs: 9_000, message: 'later' };
    const { ports, pull } = openDevice(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
    ports.replica.write = () => Promise.reject(new Error('full'));
    expect(await pull()).toEqual({ kind: 'failed', failure: late });
  });

  it.each<Failure>([{ kind: 'network' }, { kind: 'busy', retryAfterMs: null, message: 'busy' }])(
    '[SY-22] throws when a page cannot be stored and the next one has no Retry-After: $kind',
    async (late) => {
      const { ports, pull } = openDevice(filled, [{ next: after('f'), rows: [row('t1')] }, late]);
      ports.replica.write = () => Promise.reject(new Error('full'));
      await expect(pull()).rejects.toThrow('full');
    },
  );

  it('[SY-5] stores all rows of a page that has more rows than were requested', async () => {
    const ids = Array.from({ length: PULL_LIMIT + 3 }, (_, at) => `t${String(at).padStart(4, '0')}`);
    const gone = ids.map((id) => ({ t: 'votes', id, rev: 2 }));
    const { log, pull } = openDevice(filled, [{ rows: ids.map(row), gone }]);
    await pull();
    const written = (table: string) =>
      log.flatMap((entry) => (Array.isArray(entry) && entry[0] === 'write' && entry[2] === table ? entry[3] : []));
    expect(written('tracks')).toEqual(ids);
    expect(written('votes')).toEqual(ids.map((id) => `${id} removed`));
  });

  it('[SY-8] does not requeue an action that was answered while the page was on its way', async () => {
    let answered: string[] = [];
    const { ports, log, pull } = openDevice(filled, [{ acks: [] }]);
    ports.outbox.awaiting = () => Promise.resolve({ ids: ['a1'], answered });
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      // Another tab pushes, so the snapshot of this pull is older than the action.
      answered = ['a1'];
      return answer(request);
    };
    await pull();
    expect(log[0]).toEqual(['commit', [], []]);
  });

  it('[SY-12] does not advance the cursor when a row cannot be stored', async () => {
    const { ports, log, cursor, pull } = openDevice(filled, [{ rows: [row('t1')], acks: [applied('a1')] }]);
    ports.replica.write = () => Promise.reject(new Error('full'));
    await expect(pull()).rejects.toThrow('full');
    expect([log, cursor()]).toEqual([[], filled]);
  });

  it('[SY-6] [SY-13] reads pages to the end, begins the next cycle at the first floor, and reports only refusals', async () => {
    const { log, positions, cursor, pull } = openDevice(filled, [
      { next: after('f'), floor: '8', acks: [applied('a1'), rejected('a3')] },
      { next: after('q'), floor: '11', acks: [applied('a1')] },
      { floor: '12', acks: [applied('a1'), rejected('a4')] },
    ]);
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: false, acknowledged: 2, hasMoreCounts: false });
    expect(positions()).toEqual([
      { epoch: 'one', since: '5', after: null },
      { epoch: 'one', since: '5', after: after('f') },
      { epoch: 'one', since: '5', after: after('q') },
    ]);
    expect(log).toEqual([
      ['commit', ['a3'], []],
      ['reported', ['a3']],
      'pauseBetweenPages',
      ['commit', [], []],
      'pauseBetweenPages',
      ['commit', ['a4'], []],
      ['reported', ['a4']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...filled, since: '8' });
  });

  it('[SY-6] stops between pages when interrupted, and continues the cycle from there', async () => {
    const { log, positions, cursor, pull } = openDevice(filled, [{ next: after('f'), floor: '8' }, { floor: '12' }]);
    expect(await pull(() => true)).toEqual({ kind: 'interrupted' });
    expect(log).toEqual([['commit', [], []], 'pauseBetweenPages']);
    expect(cursor()).toEqual({ ...filled, after: after('f'), floor: '8' });
    expect(await pull(() => true)).toEqual({
      kind: 'done',
      isSinglePage: false,
      acknowledged: 0,
      hasMoreCounts: false,
    });
    expect(positions().at(-1)).toEqual({ epoch: 'one', since: '5', after: after('f') });
    expect(cursor()).toEqual({ ...filled, since: '8' });
  });

  it('returns the failure of a request, and changes nothing', async () => {
    const busy: Failure = { kind: 'busy', retryAfterMs: 5, message: '429' };
    const { log, cursor, pull } = openDevice(filled, [busy]);
    expect(await pull()).toEqual({ kind: 'failed', failure: busy });
    expect([log, cursor()]).toEqual([[], filled]);
  });

  it('[SY-8] ends when the server asks for a newer app, whatever the replica holds', async () => {
    for (const start of [filled, firstCursor]) {
      const { log, cursor, pull } = openDevice(start, [{ reset: 'update' }]);
      expect(await pull()).toEqual({ kind: 'update' });
      expect([log, cursor()]).toEqual([[], start]);
    }
  });

  it('[SY-8] sends no epoch until its first cycle has ended, so that its cursor of 0 is never too old', async () => {
    const { positions, cursor, pull } = openDevice(firstCursor, [{ next: after('a') }]);
    await pull();
    expect(positions()).toEqual([
      { epoch: null, since: '0', after: null },
      { epoch: null, since: '0', after: after('a') },
    ]);
    expect(cursor()).toEqual({ ...filled, since: '9', filledFrom: '9' });
    await pull();
    expect(positions().at(-1)).toEqual({ epoch: 'one', since: '9', after: null });
  });

  it('[SY-8] rebuilds the replica on a reset or another epoch, also in the middle of a cycle', async () => {
    for (const start of [filled, midCycle])
      for (const answer of [{ reset: 'floor' as const }, { epoch: 'two' }]) {
        const { log, positions, cursor, pull } = openDevice(start, [
          { ...answer, rows: [row('t1')] },
          { epoch: 'two' },
        ]);
        expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0, hasMoreCounts: false });
        expect(positions().at(-1)).toEqual({ epoch: null, since: '0', after: null });
        expect(log).toEqual([
          ['rebuilding', 1],
          ['commit', [], ['a1', 'a2']],
          ['pulled', 42],
        ]);
        expect(cursor()).toEqual({ ...filled, generation: 1, epoch: 'two', since: '9', filledFrom: '9' });
      }
  });

  it('[SY-8] retries later when the server calls an empty replica too old', async () => {
    const { log, pull } = openDevice(firstCursor, [{ reset: 'epoch' }]);
    expect(await pull()).toEqual({
      kind: 'failed',
      failure: { kind: 'busy', retryAfterMs: null, message: 'reset' },
    });
    expect(log).toEqual([]);
  });

  it('[SY-8] stores nothing of a page whose epoch differs from the one that another leader adopted', async () => {
    const { ports, log, positions, cursor, set, pull } = openDevice(firstCursor, [
      { epoch: 'old', rows: [row('t1')] },
      { epoch: 'one' },
    ]);
    const { adopt } = ports.outbox;
    let isFirst = true;
    ports.outbox.adopt = (answer) => {
      if (isFirst) set({ ...firstCursor, epoch: 'one' });
      isFirst = false;
      return adopt(answer);
    };
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0, hasMoreCounts: false });
    expect(positions()).toEqual([
      { epoch: null, since: '0', after: null },
      { epoch: null, since: '0', after: null },
    ]);
    expect(log).toEqual([
      ['commit', [], ['a1', 'a2']],
      ['pulled', 42],
    ]);
    expect(cursor()).toEqual({ ...filled, since: '9', filledFrom: '9' });
  });

  it('[SY-37] asks for recent messages alone until its first cycle has ended, and stores where conversations begin then', async () => {
    const [first, second, late] = [positionOf('m1', 1), positionOf('m2', 2), positionOf('m3', 3)];
    const { requests, cursor, pull } = openDevice(firstCursor, [
      { next: after('a'), conversation_starts: { ann: first } },
      { conversation_starts: { ann: second } },
      { conversation_starts: { ann: late } },
    ]);
    await pull();
    expect(cursor().conversationStarts).toEqual({ ann: startAt(second) });
    await pull();
    expect(requests.map(({ recent_messages }) => recent_messages)).toEqual([true, true, undefined]);
    expect(cursor().conversationStarts).toEqual({ ann: startAt(second) });
  });

  it('[SY-37] pulls the rest of a replica that an earlier version began with all messages', async () => {
    const { conversationStarts: _missing, ...earlier } = { ...midCycle, complete: false };
    const { requests, cursor, pull } = openDevice(readCursor(earlier));
    await pull();
    expect([requests[0]?.recent_messages, cursor().conversationStarts]).toEqual([undefined, {}]);
  });

  it('[SY-37] keeps a conversation as a visit has extended it while the page was pulled', async () => {
    const extended = { ann: startAt(positionOf('m1', 1), { fetched: 100 }) };
    const { ports, set, cursor, pull } = openDevice({
      ...filled,
      conversationStarts: { ann: startAt(positionOf('m9', 9)) },
    });
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      set({ ...cursor(), conversationStarts: extended });
      return answer(request);
    };
    await pull();
    expect([cursor().since, cursor().conversationStarts]).toEqual(['9', extended]);
  });

  it('[SY-37] keeps the starts of the leader that filled the replica first', async () => {
    const stored = { ann: startAt(positionOf('m1', 1)) };
    const { ports, set, cursor, pull } = openDevice({ ...firstCursor, epoch: 'one', filledFrom: '2' }, [
      { conversation_starts: { ann: positionOf('m2', 2) } },
    ]);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      set({ ...filled, conversationStarts: stored });
      return answer(request);
    };
    await pull();
    expect(cursor().conversationStarts).toEqual(stored);
  });

  it('[SY-8] [SY-17] continues with the generation that another leader has begun meanwhile', async () => {
    const { ports, log, positions, set, pull } = openDevice(filled, [{}, { epoch: 'two' }]);
    const { pull: answer } = ports.transport;
    ports.transport.pull = (request) => {
      if (positions().length === 0) set({ ...firstCursor, generation: 4 });
      return answer(request);
    };
    expect(await pull()).toEqual({ kind: 'done', isSinglePage: true, acknowledged: 0, hasMoreCounts: false });
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

describe('a replica that the browser may have deleted without the queue', () => {
  it('[SY-22] is rebuilt if it is empty, also in the middle of its first fill', async () => {
    for (const start of [filled, { ...midCycle, complete: false }]) {
      const { ports, log, cursor } = openDevice(start);
      ports.replica.isEmpty = () => Promise.resolve(true);
      expect(await rebuildIfLost(ports, null)).toBe(1);
      expect(cursor()).toEqual({ ...firstCursor, generation: 1 });
      expect(log).toEqual([['rebuilding', 1]]);
    }
  });

  it('[SY-22] is not rebuilt if it was never filled, if it has rows, or if it stayed empty after a rebuild', async () => {
    for (const [start, isEmpty, rebuilt] of [
      [firstCursor, true, null],
      [filled, false, null],
      [filled, true, filled.generation],
    ] as const) {
      const { ports, log, cursor } = openDevice(start);
      ports.replica.isEmpty = () => Promise.resolve(isEmpty);
      expect(await rebuildIfLost(ports, rebuilt)).toBe(rebuilt);
      expect([cursor(), log]).toEqual([start, []]);
    }
  });
});
