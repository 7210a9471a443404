import { describe, expect, it } from 'vitest';
import { answered, dead, held, inFlight, retrying } from '../../tests/sync/support/states.ts';
import { dependents, replacedRecord, sendable } from './lanes.ts';
import { newRecord, type OutboxRecord } from './records.ts';

function record(id: string, lane: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  const fields = { id, user_id: 'u', device_id: 'd', lane, kind: 'k', v: 1, payload: {}, deps: [], created_at: 0 };
  return { ...newRecord({ ...fields, occurred_at: '2027-01-01T00:00:00.000Z' }), seq: Number(id.slice(1)), ...change };
}
const ids = (records: readonly OutboxRecord[]) => records.map((one) => one.id);

describe('the actions to send', () => {
  it('[SY-15] are all queued ones, in the order of the device, whatever their lanes', () => {
    const queue = [record('a3', 'plays'), record('a1', 'plays'), record('a2', 'vote:t')];
    expect(ids(sendable(queue, 0, 50))).toEqual(['a1', 'a2', 'a3']);
  });

  it('[SY-15] exclude only the lane of an action that has to wait', () => {
    const queue = [record('a1', 'plays', { state: retrying(10) }), record('a2', 'plays'), record('a3', 'vote:t')];
    expect(ids(sendable(queue, 5, 50))).toEqual(['a3']);
    expect(ids(sendable(queue, 10, 50))).toEqual(['a1', 'a2', 'a3']);
  });

  it('[SY-16] do not go on waiting after the clock was set back', () => {
    const hour = 60 * 60_000;
    const queue = [record('a1', 'plays', { state: retrying(100 * hour) })];
    expect(ids(sendable(queue, 99 * hour, 50))).toEqual([]);
    expect(ids(sendable(queue, 98 * hour, 50))).toEqual(['a1']);
  });

  it('[SY-16] exclude an action that was set aside, and its dependents', () => {
    const queue = [
      record('a1', 'track:t', { state: held() }),
      record('a2', 'plays', { deps: ['a1'] }),
      record('a3', 'vote:t', { deps: ['a2'] }),
      record('a4', 'plays'),
    ];
    expect(ids(sendable(queue, 0, 50))).toEqual(['a4']);
  });

  it('[SY-15] include the retried dependent of a refused action', () => {
    const queue = [record('a1', 'track:t', { state: dead() }), record('a2', 'plays', { deps: ['a1'] })];
    expect(ids(sendable(queue, 0, 50))).toEqual(['a2']);
  });

  it('[SY-15] include those after a refused action of the same lane', () => {
    const queue = [record('a1', 'plays', { state: dead() }), record('a2', 'plays')];
    expect(ids(sendable(queue, 0, 50))).toEqual(['a2']);
  });

  it('[SY-15] exclude an action until its dependency is answered', () => {
    const creation = record('a1', 'track:t');
    const play = record('a2', 'plays', { deps: ['a1'] });
    expect(ids(sendable([creation, play], 0, 50))).toEqual(['a1']);
    expect(ids(sendable([{ ...creation, state: answered }, play], 0, 50))).toEqual(['a2']);
    expect(ids(sendable([play], 0, 50))).toEqual(['a2']);
  });

  it('[SY-16] never mix an action that has failed alone with others: it is sent alone once it is first, and until then its lane waits', () => {
    const queue = [record('a1', 'plays', { state: retrying(0, 1, 1) }), record('a2', 'vote:t')];
    expect(ids(sendable(queue, 0, 50))).toEqual(['a1']);
    const behind = [record('a1', 'vote:t'), record('a2', 'plays', { state: retrying(0, 1, 1) }), record('a3', 'plays')];
    expect(ids(sendable(behind, 0, 50))).toEqual(['a1']);
  });

  it('[SY-16] form a batch again after a failed batch or a crash, unless the first has failed alone', () => {
    const failed = record('a1', 'plays', { state: retrying(0, 3, 0) });
    const crashed = record('a2', 'vote:t', { state: inFlight(3, 0) });
    expect(ids(sendable([failed, crashed, record('a3', 'plays')], 0, 50))).toEqual(['a1', 'a2', 'a3']);
    const alone = record('a2', 'vote:t', { state: inFlight(1, 1) });
    expect(ids(sendable([alone, record('a3', 'plays')], 0, 50))).toEqual(['a2']);
  });

  it('[SY-9] are at most the requested number', () => {
    expect(ids(sendable([record('a1', 'x'), record('a2', 'y')], 0, 1))).toEqual(['a1']);
  });
});

describe('the dependents of a refused action', () => {
  it('[SY-15] depend on it directly or through others', () => {
    const queue = [
      record('a1', 'x'),
      record('a2', 'y', { deps: ['a1'] }),
      record('a3', 'z', { deps: ['a2'] }),
      record('a4', 'x'),
    ];
    expect(ids(dependents(queue, 'a1'))).toEqual(['a2', 'a3']);
    expect(ids(dependents([...queue].reverse(), 'a1')), 'in any order of the queue').toEqual(['a2', 'a3']);
    const circle = [record('a1', 'x', { deps: ['a2'] }), record('a2', 'x', { deps: ['a1'] })];
    expect(ids(dependents(circle, 'a1')), 'a circle ends').toEqual(['a2', 'a1']);
  });
});

describe('votes on one track', () => {
  const vote = (id: string, change: Partial<OutboxRecord> = {}) => record(id, 'vote:t', { kind: 'vote', ...change });

  it('[SY-15] collapse into the last while none was sent', () => {
    expect(replacedRecord([], vote('a1'))).toBeNull();
    expect(replacedRecord([vote('a1')], vote('a2'))).toEqual(vote('a1'));
  });

  it('[SY-15] do not replace one that was sent', () => {
    expect(replacedRecord([vote('a1', { state: retrying() })], vote('a2'))).toBeNull();
    expect(replacedRecord([vote('a1', { state: inFlight() })], vote('a2'))).toBeNull();
  });

  it('[SY-15] do not replace votes on other tracks, actions set aside, or other kinds', () => {
    expect(replacedRecord([vote('a1'), record('a2', 'vote:other', { kind: 'vote' })], vote('a3'))).toEqual(vote('a1'));
    expect(replacedRecord([vote('a1', { state: held() })], vote('a2'))).toBeNull();
    expect(replacedRecord([vote('a1', { kind: 'unvote' })], vote('a2'))).toBeNull();
  });
});
