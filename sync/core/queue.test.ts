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
import { newRecord, type OutboxRecord } from './records.ts';

function record(id: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  const fields = { id, user_id: 'u', device_id: 'd', lane: 'plays', kind: 'k', v: 1, payload: {}, created_at: 0 };
  return { ...newRecord({ ...fields, deps: [], occurred_at: '' }), seq: Number(id.slice(1)), ...change };
}

const applied = (id: string) => ({ id, status: 'applied' as const, result: {} });
const rejected = (id: string, result: Record<string, unknown>) => ({ id, status: 'rejected' as const, result });
const unchanged = { put: [], remove: [], add: null, result: undefined };

describe('queuing', () => {
  it('[SY-9] takes an id once, and answers it again', () => {
    const { seq, ...fresh } = record('a1');
    expect(addRecord([record('a0')], fresh)).toEqual({ put: [], remove: [], add: fresh, result: 'a1' });
    expect(addRecord([{ ...fresh, seq }], fresh)).toEqual({ ...unchanged, result: 'a1' });
  });

  it('[SY-15] puts a vote in the place of the one that waits', () => {
    const older = record('a1', { lane: 'vote:t' });
    const { seq, ...newer } = record('a2', { lane: 'vote:t' });
    void seq;
    expect(addRecord([older], newer)).toEqual({ put: [], remove: [older], add: newer, result: 'a2' });
  });
});

describe('claiming', () => {
  it('[SY-21] lifts what was never sent, keeps the form of what was, and marks both as in flight', () => {
    const [fresh, old] = [record('a1'), record('a2', { sent: true })];
    const claimed = [
      { ...fresh, v: 2, payload: { lifted: true }, state: 'in_flight' as const, sent: true },
      { ...old, state: 'in_flight' as const },
    ];
    expect(claim([fresh, old], 0, 50, () => ({ v: 2, payload: { lifted: true } }))).toEqual({
      put: claimed,
      remove: [],
      add: null,
      result: claimed,
    });
  });
});

describe('taking back', () => {
  const inFlight = (id: string, change: Partial<OutboxRecord> = {}) =>
    record(id, { state: 'in_flight', sent: true, attempts: 2, ...change });

  it('[SY-16] gives a batch back as it was, or one attempt later', () => {
    const records = [inFlight('a1'), inFlight('a2'), inFlight('a3')];
    const [first, second] = records;
    expect(release(records, ['a1', 'a2'])).toEqual({
      ...unchanged,
      put: [
        { ...first, state: 'queued' },
        { ...second, state: 'queued' },
      ],
    });
    expect(postpone(records, ['a2'], 70)).toEqual({
      ...unchanged,
      put: [{ ...second, state: 'queued', attempts: 3, next_at: 70 }],
    });
  });

  it('[SY-16] sets an action aside at its eighth failure alone, not before', () => {
    const error = { code: 'XX000', message: 'cannot digest' };
    const failed = { attempts: 3, next_at: 70, error };
    const [seventh, eighth] = [inFlight('a1', { alone_failures: 6 }), inFlight('a1', { alone_failures: 7 })];
    expect(failAlone([seventh], 'a1', 70, error).put).toEqual([
      { ...seventh, ...failed, state: 'queued', alone_failures: 7 },
    ]);
    expect(failAlone([eighth], 'a1', 70, error).put).toEqual([
      { ...eighth, ...failed, state: 'held', alone_failures: 8 },
    ]);
  });

  it('[SY-13] leaves alone what was answered or taken back meanwhile', () => {
    const records = [inFlight('a1', { answered: true }), record('a2'), record('a3', { state: 'dead' })];
    const ids = ['a1', 'a2', 'a3'];
    expect(release(records, ids)).toEqual(unchanged);
    expect(postpone(records, ids, 70)).toEqual(unchanged);
    for (const id of ids) expect(failAlone(records, id, 70, { code: '', message: '' })).toEqual(unchanged);
  });
});

describe('settling', () => {
  it('[SY-13] keeps what was applied, without the error of an earlier attempt', () => {
    const sent = record('a1', { state: 'queued', sent: true, error: { code: 'XX000', message: '' } });
    expect(settle([sent], [applied('a1'), applied('a7')])).toEqual({
      put: [{ ...sent, state: 'in_flight', answered: true, error: null }],
      remove: [],
      add: null,
      result: [],
    });
  });

  it('[SY-15] takes what depends on a refused action along, and nothing else', () => {
    const records = [
      record('a1', { state: 'in_flight', sent: true }),
      record('a2', { deps: ['a1'] }),
      record('a3', { deps: ['a1'], state: 'dead', error: { code: 'own', message: 'Its own.' } }),
      record('a4'),
    ];
    const [refused, dependent] = records;
    const ack = rejected('a1', { code: 'level', message: 'Unlocks at Level 3' });
    const error = { code: 'level', message: 'Unlocks at Level 3' };
    expect(settle(records, [ack])).toEqual({
      put: [
        { ...refused, state: 'dead', answered: false, error },
        { ...dependent, state: 'dead', error: { code: 'dependency', message: 'Unlocks at Level 3' } },
      ],
      remove: [],
      add: null,
      result: [{ record: refused, ack }],
    });
  });

  it('[SY-9] changes nothing in what is dead, whatever comes late', () => {
    const dead = record('a1', { state: 'dead', sent: true });
    const nothing = { put: [], remove: [], add: null, result: [] };
    expect(settle([dead], [applied('a1')])).toEqual(nothing);
    expect(settle([dead], [rejected('a1', {})])).toEqual(nothing);
  });

  it('[SY-16] has words for a refusal in a shape that it does not know', () => {
    const sent = record('a1', { state: 'in_flight', sent: true });
    expect(settle([sent], [rejected('a1', { code: 7, message: null })]).put).toEqual([
      { ...sent, state: 'dead', error: { code: 'rejected', message: '' } },
    ]);
  });
});

describe('asking the server', () => {
  it('[SY-13] names all that was sent and is not refused, what was set aside too, and what of it was answered', () => {
    const records = [
      record('a1'),
      record('a2', { sent: true }),
      record('a3', { sent: true, state: 'in_flight', answered: true }),
      record('a4', { sent: true, state: 'held' }),
      record('a5', { sent: true, state: 'dead' }),
      record('a6', { sent: true, state: 'in_flight' }),
    ];
    expect(awaiting(records, 200)).toEqual({ ids: ['a2', 'a3', 'a4', 'a6'], answered: ['a3'] });
    expect(awaiting(records, 1)).toEqual({ ids: ['a2'], answered: [] });
  });
});

describe('the time of the next attempt', () => {
  it('[SY-16] is now when something may go, else the earliest wait that is still on, else none', () => {
    const wait = (id: string, lane: string, next_at: number) => record(id, { lane, next_at });
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'y', 0)], 10)).toBe(10);
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'y', 70)], 10)).toBe(70);
    expect(nextAttemptAt([record('a1', { state: 'in_flight', answered: true, next_at: 90 })], 10)).toBeNull();
    expect(nextAttemptAt([record('a1', { state: 'held', next_at: 90 })], 10)).toBeNull();
    // Behind one that waits in its lane there is no attempt to make, though its own time has come.
    expect(nextAttemptAt([wait('a1', 'x', 90), wait('a2', 'x', 5)], 10)).toBe(90);
    expect(nextAttemptAt([], 10)).toBeNull();
  });
});

describe('acknowledging', () => {
  it('[SY-13] lets what was applied leave, and tells of it and of what was refused', () => {
    const records = [
      record('a1', { state: 'in_flight', sent: true, answered: true }),
      record('a2', { state: 'in_flight', sent: true }),
      record('a3'),
    ];
    const [one, other] = records;
    const acks = [applied('a1'), rejected('a2', { code: 'no', message: 'No.' })];
    expect(acknowledge(records, acks, [])).toEqual({
      put: [{ ...other, state: 'dead', error: { code: 'no', message: 'No.' } }],
      remove: [one],
      add: null,
      result: [
        { record: one, ack: acks[0] },
        { record: other, ack: acks[1] },
      ],
    });
  });

  it('[SY-8] opens again what the server had answered and has forgotten, and nothing else', () => {
    const records = [
      record('a1', { state: 'in_flight', sent: true, answered: true }),
      record('a2', { state: 'in_flight', sent: true, answered: true }),
      record('a3', { state: 'in_flight', sent: true }),
      record('a4', { state: 'held', sent: true, answered: true }),
    ];
    const [forgotten] = records;
    expect(acknowledge(records, [], ['a1', 'a3', 'a4']).put).toEqual([
      { ...forgotten, state: 'queued', answered: false },
    ]);
  });

  it('[SY-15] never puts back what it removes', () => {
    const [one, other] = [record('a1', { sent: true }), record('a2', { sent: true, deps: ['a1'] })];
    const result = { code: 'no', message: 'No.' };
    const { put, remove } = acknowledge(
      [one, other],
      [
        { id: 'a1', status: 'rejected', result },
        { id: 'a2', status: 'applied', result: {} },
      ],
      [],
    );
    expect(put.map(({ id, state }) => [id, state])).toEqual([['a1', 'dead']]);
    expect(remove).toEqual([other]);
  });
});

describe('trying a refused action again', () => {
  it('[SY-15] gives it a fresh id, by which its dependents know it from then on', () => {
    const dead = record('a1', { state: 'dead', sent: true });
    const dependent = record('a2', { state: 'dead', deps: ['a1'] });
    const { put, remove, add } = requeue([dead, dependent], 'a1', 'a9');
    expect(remove).toEqual([dead]);
    expect(add).toMatchObject({ id: 'a9', state: 'queued', sent: false });
    expect(put).toEqual([{ ...dependent, deps: ['a9'] }]);
    const triedBefore = record('a3', { deps: ['a1'] });
    expect(requeue([dead, triedBefore], 'a1', 'a9').put, 'it stands in front in the lane').toEqual([]);
  });

  it('[SY-16] leaves its id to one that was set aside, for the server never answered it', () => {
    const held = record('a1', { state: 'held', alone_failures: 8 });
    const { put, add } = requeue([held], 'a1', 'a9');
    expect(add).toBeNull();
    expect(put).toEqual([{ ...held, state: 'queued', alone_failures: 0 }]);
  });

  it('[SY-9] starts anew, behind all that is queued, and keeps what it depends on', () => {
    const error = { code: 'no', message: 'No.' };
    const spent = { error, sent: true, answered: true, attempts: 3, alone_failures: 2, next_at: 90 };
    const dead = record('a2', { ...spent, state: 'dead', deps: ['a1'] });
    const dependent = record('a3', { state: 'dead', deps: ['a1', 'a2'] });
    const { seq, ...fresh } = record('a2', { deps: ['a1'] });
    void seq;
    expect(requeue([dead, dependent], 'a2', 'a9')).toEqual({
      put: [{ ...dependent, deps: ['a1', 'a9'] }],
      remove: [dead],
      add: { ...fresh, id: 'a9' },
      result: undefined,
    });
  });

  it('[SY-9] does nothing to what is unknown, waits or is in flight', () => {
    const records = [record('a1'), record('a2', { state: 'in_flight', sent: true })];
    for (const id of ['a1', 'a2', 'a7']) expect(requeue(records, id, 'a9')).toEqual(unchanged);
  });
});
