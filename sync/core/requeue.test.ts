import { describe, expect, it } from 'vitest';
import { acknowledge, requeue } from './queue.ts';
import { newRecord, type OutboxRecord } from './records.ts';

function record(id: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  const fields = { id, user_id: 'u', device_id: 'd', lane: 'plays', kind: 'k', v: 1, payload: {}, created_at: 0 };
  return { ...newRecord({ ...fields, deps: [], occurred_at: '' }), seq: Number(id.slice(1)), ...change };
}

describe('acknowledging', () => {
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
});
