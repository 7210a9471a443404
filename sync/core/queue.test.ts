import { describe, expect, it } from 'vitest';
import {
  acknowledge,
  addRecord,
  awaiting,
  claim,
  failAlone,
  nextAttemptAt,
  postpone,
  release,
  requeue,
  settle,
} from './queue.ts';
import { answered, backedOff, dead, held, inFlight, refusal, retrying } from '../../tests/sync/support/states.ts';
import { newRecord, type OutboxRecord } from './records.ts';

function record(id: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  const fields = { id, user_id: 'u', device_id: 'd', lane: 'plays', kind: 'k', v: 1, payload: {}, created_at: 0 };
  return { ...newRecord({ ...fields, deps: [], occurred_at: '' }), seq: Number(id.slice(1)), ...change };
}

const applied = (id: string) => ({ id, status: 'applied' as const, result: {} });
const rejected = (id: string, result: Record<string, unknown>) => ({ id, status: 'rejected' as const, result });
const unchanged = { put: [], remove: [], add: [], result: undefined };

function countFrom(first: number): () => string {
  let next = first;
  return () => `a${next++}`;
}

describe('queuing', () => {
  it('[SY-9] accepts an id once, and returns it again', () => {
    const { seq, ...fresh } = record('a1');
    expect(addRecord([record('a0')], fresh, false)).toEqual({ put: [], remove: [], add: [fresh], result: 'a1' });
    expect(addRecord([record('a0'), { ...fresh, seq }], fresh, true)).toEqual({ ...unchanged, result: 'a1' });
  });

  it('[SY-15] replaces a queued vote by the new one', () => {
    const older = record('a1', { lane: 'vote:t' });
    const { seq, ...newer } = record('a2', { lane: 'vote:t' });
    void seq;
    expect(addRecord([older], newer, true)).toEqual({ put: [], remove: [older], add: [newer], result: 'a2' });
    expect(addRecord([older], newer, false), 'an action that does not replace is added').toEqual({
      ...unchanged,
      add: [newer],
      result: 'a2',
    });
  });
});

describe('claiming', () => {
  it('[SY-21] upcasts actions that were never sent, keeps the form of the others, and marks all as in flight', () => {
    const [fresh, old, lost] = [
      record('a1'),
      record('a2', { state: retrying(0, 2) }),
      record('a3', { state: inFlight(1) }),
    ];
    const claimed = [
      { ...fresh, v: 2, payload: { isUpcast: true }, state: inFlight() },
      { ...old, state: inFlight(2) },
      lost,
    ];
    expect(claim([fresh, old, lost], 0, 50, () => ({ v: 2, payload: { isUpcast: true } }))).toEqual({
      put: claimed,
      remove: [],
      add: [],
      result: claimed,
    });
  });
});

describe('returning to the queue', () => {
  it('[SY-16] counts no failure when it releases a batch, and one more when it postpones a batch', () => {
    const records = ['a1', 'a2', 'a3'].map((id) => record(id, { state: inFlight(2, 1) }));
    const [first, second] = records;
    expect(release(records, ['a1', 'a2'])).toEqual({
      ...unchanged,
      put: [
        { ...first, state: retrying(0, 2, 1) },
        { ...second, state: retrying(0, 2, 1) },
      ],
    });
    expect(postpone(records, ['a2'], 70)).toEqual({ ...unchanged, put: [{ ...second, state: retrying(70, 3, 1) }] });
  });

  it('[SY-16] sets an action aside at its eighth failure alone, not before', () => {
    const seventh = record('a1', { state: inFlight(9, 6) });
    const eighth = record('a1', { state: inFlight(9, 7) });
    expect(failAlone([seventh], 'a1', 70, refusal)).toEqual({
      ...unchanged,
      put: [{ ...seventh, state: retrying(70, 10, 7) }],
    });
    expect(failAlone([eighth], 'a1', 70, refusal)).toEqual({ ...unchanged, put: [{ ...eighth, state: held() }] });
  });

  it('[SY-13] ignores actions that were answered or released meanwhile', () => {
    const states = [answered, { kind: 'queued' } as const, retrying(), held(), dead()];
    const records = states.map((state, at) => record(`a${at}`, { state }));
    const ids = records.map(({ id }) => id);
    expect(release(records, ids)).toEqual(unchanged);
    expect(postpone(records, ids, 70)).toEqual(unchanged);
    for (const id of ids) expect(failAlone(records, id, 70, refusal)).toEqual(unchanged);
  });
});

describe('settling', () => {
  it('[SY-13] keeps applied actions, even if the answer is late, and ignores unknown ones', () => {
    const [sent, late] = [record('a1', { state: inFlight() }), record('a2', { state: held() })];
    expect(settle([sent, late], [applied('a1'), applied('a2'), applied('a7')])).toEqual({
      put: [
        { ...sent, state: answered },
        { ...late, state: answered },
      ],
      remove: [],
      add: [],
      result: [],
    });
  });

  it('[SY-15] makes a refused action and its dependents dead, and nothing else', () => {
    const records = [
      record('a1', { state: inFlight() }),
      record('a2', { deps: ['a1'] }),
      record('a3', { deps: ['a1'], state: dead({ code: 'own', message: 'Its own.' }) }),
      record('a4'),
    ];
    const [refused, dependent] = records;
    const ack = rejected('a1', { code: 'level', message: 'Unlocks at Level 3' });
    const error = { code: 'level', message: 'Unlocks at Level 3' };
    expect(settle(records, [ack])).toEqual({
      put: [
        { ...refused, state: dead(error) },
        { ...dependent, state: dead({ code: 'dependency', message: 'Unlocks at Level 3' }) },
      ],
      remove: [],
      add: [],
      result: [{ record: refused, ack }],
    });
  });

  it('[SY-9] changes nothing in dead actions, whatever answer arrives late', () => {
    const refused = record('a1', { state: dead() });
    const nothing = { put: [], remove: [], add: [], result: [] };
    expect(settle([refused], [applied('a1')])).toEqual(nothing);
    expect(settle([refused], [rejected('a1', {})])).toEqual(nothing);
  });

  it('[SY-16] has default texts for a refusal of unknown shape', () => {
    const sent = record('a1', { state: inFlight() });
    expect(settle([sent], [rejected('a1', { code: 7, message: null })]).put).toEqual([
      { ...sent, state: dead({ code: 'rejected', message: '' }) },
    ]);
  });
});

describe('asking the server', () => {
  it('[SY-13] names all sent actions that are not refused, held ones too, and which of them were answered', () => {
    const records = [
      record('a1'),
      record('a2', { state: retrying() }),
      record('a3', { state: answered }),
      record('a4', { state: held() }),
      record('a5', { state: dead() }),
      record('a6', { state: inFlight() }),
    ];
    expect(awaiting(records, 200)).toEqual({ ids: ['a2', 'a3', 'a4', 'a6'], answered: ['a3'] });
    expect(awaiting(records, 1)).toEqual({ ids: ['a2'], answered: [] });
  });
});

describe('claiming delayed actions', () => {
  it('[SY-16] ends the delays after a busy server that named no time, and no other delays', () => {
    const sent = (id: string) => record(id, { lane: `lane of ${id}`, state: inFlight(2) });
    const ids = ['a1', 'a2', 'a3', 'a4'];
    const all = [
      ...postpone([sent('a1'), sent('a2')], ids, 90, { may_hasten: true }).put,
      ...postpone([sent('a3')], ids, 90).put,
      ...failAlone([sent('a4')], 'a4', 90, { code: 'XX000', message: '' }).put,
    ];
    expect(all.map(({ state }) => state)).toEqual([
      backedOff(90, 3),
      backedOff(90, 3),
      retrying(90, 3),
      retrying(90, 3, 1),
    ]);
    const claimAt = (now: number, limit: number, endsBusyDelays: boolean) =>
      claim(all, now, limit, (one) => one, endsBusyDelays);
    expect(claimAt(10, 50, false).put).toEqual([]);
    const [first, second] = ids.map((id) => ({ ...sent(id), state: inFlight(3) }));
    expect(claimAt(10, 50, true).put).toEqual([first, second]);
    const waiting = { ...sent('a2'), state: retrying(0, 3) };
    expect(claimAt(10, 1, true).put, 'also those beyond the batch').toEqual([first, waiting]);
  });
});

describe('the time of the next attempt', () => {
  it('[SY-16] is now if something may be sent, else the end of the earliest delay, else none', () => {
    const wait = (id: string, lane: string, next_at: number) => record(id, { lane, state: retrying(next_at) });
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'y', 0)], 10)).toBe(10);
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'y', 70)], 10)).toBe(70);
    expect(nextAttemptAt([record('a1', { state: answered })], 10)).toBeNull();
    expect(nextAttemptAt([record('a1', { state: held() })], 10)).toBeNull();
    // An action whose delay has ended still waits for the earlier one of its lane.
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'x', 5)], 10)).toBe(90);
    expect(nextAttemptAt([], 10)).toBeNull();
  });
});

describe('acknowledging', () => {
  it('[SY-13] removes applied actions, and returns them and the refused ones', () => {
    const records = [record('a1', { state: answered }), record('a2', { state: inFlight() }), record('a3')];
    const [one, other] = records;
    const acks = [applied('a1'), rejected('a2', { ...refusal })];
    expect(acknowledge(records, acks, [])).toEqual({
      put: [{ ...other, state: dead() }],
      remove: [one],
      add: [],
      result: [
        { record: one, ack: acks[0] },
        { record: other, ack: acks[1] },
      ],
    });
  });

  it('[SY-8] requeues answered actions that the server has forgotten, and nothing else', () => {
    const records = [
      record('a1', { state: answered }),
      record('a2', { state: answered }),
      record('a3', { state: inFlight() }),
      record('a4', { state: held() }),
    ];
    const [forgotten] = records;
    expect(acknowledge(records, [], ['a1', 'a3', 'a4']).put).toEqual([{ ...forgotten, state: retrying() }]);
  });

  it('[SY-15] rewrites no record that it removes', () => {
    const [one, other] = [record('a1', { state: inFlight() }), record('a2', { state: inFlight(), deps: ['a1'] })];
    const result = { ...refusal };
    const { put, remove } = acknowledge(
      [one, other],
      [
        { id: 'a1', status: 'rejected', result },
        { id: 'a2', status: 'applied', result: {} },
      ],
      [],
    );
    expect(put).toEqual([{ ...one, state: dead() }]);
    expect(remove).toEqual([other]);
  });
});

describe('trying an action again', () => {
  it('[SY-9] [SY-15] queues a refused one last under a fresh id, and behind it those that were refused with it', () => {
    const lost = dead({ code: 'dependency', message: 'No.' });
    const refused = record('a2', { state: dead(), deps: ['a1'] });
    const later = record('a5', { state: lost, deps: ['a4'] });
    const next = record('a4', { state: lost, deps: ['a1', 'a2'], payload: { track_id: 't' } });
    const refusedItself = record('a3', { state: dead(), deps: ['a2'] });
    // This dependent precedes the requeued action in the lane, so with the fresh id it would wait for ever.
    const triedBefore = record('a6', { deps: ['a2'] });
    const others = [record('a0', { state: dead() }), record('a7', { state: lost, deps: ['a0'] })];
    const { seq: _, ...fresh } = record('a2', { deps: ['a1'] });
    expect(requeue([...others, refused, refusedItself, later, next, triedBefore], 'a2', countFrom(8))).toEqual({
      put: [{ ...refusedItself, deps: ['a8'] }],
      remove: [refused, next, later],
      add: [
        { ...fresh, id: 'a8' },
        { ...fresh, id: 'a9', deps: ['a1', 'a8'], payload: { track_id: 't' } },
        { ...fresh, id: 'a10', deps: ['a9'] },
      ],
      result: undefined,
    });
  });

  it('[SY-16] keeps the id of one that was set aside, because the server never answered it', () => {
    const aside = record('a1', { state: held() });
    expect(requeue([aside], 'a1', countFrom(9))).toEqual({ ...unchanged, put: [{ ...aside, state: retrying() }] });
  });

  it('[SY-9] does nothing to unknown, queued, sent or answered actions', () => {
    const records = [
      record('a1'),
      ...[retrying(), inFlight(), answered].map((state, at) => record(`a${at + 2}`, { state })),
    ];
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a7']) expect(requeue(records, id, countFrom(9))).toEqual(unchanged);
  });
});
