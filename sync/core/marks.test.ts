import { describe, expect, it } from 'vitest';
import { row, after, filled, openDevice } from '../../tests/sync/support/pulling-device.ts';
import { mergeMarks } from './marks.ts';
import type { Cursor } from './ports.ts';

describe('the marks of a replica', () => {
  const marked: Cursor = { ...filled, marks: ['m1'] };

  it('[SY-8] [G-7] are sent with each pull, and replaced by the mark of the answer', async () => {
    const { requests, cursor, pull } = openDevice(marked, [{ mark: 'm2', next: after('a') }, { mark: 'm3' }]);
    await pull();
    expect(requests.map(({ marks }) => marks)).toEqual([['m1'], ['m2']]);
    expect(cursor().marks).toEqual(['m3']);
  });

  it('[SY-8] [G-7] stay if the server sends none', async () => {
    for (const mark of [null, undefined]) {
      const { cursor, pull } = openDevice(marked, [
        mark === null ? { mark, rows: [row('t1')] } : { rows: [row('t1')] },
      ]);
      await pull();
      expect(cursor().marks).toEqual(['m1']);
    }
  });

  it('[SY-8] [G-7] stay, if another leader stored them, until the server has checked them', async () => {
    const { ports, requests, cursor, set, pull } = openDevice(marked, [
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

  it('[SY-8] [G-7] are stored before their rows or, without rows, with the cursor', async () => {
    const { ports, cursor, pull } = openDevice(marked, [{ mark: 'm2', rows: [row('t1')] }, { mark: 'm3' }]);
    ports.replica.write = () => Promise.reject(new Error('crashed'));
    await expect(pull()).rejects.toThrow('crashed');
    expect(cursor().marks).toEqual(['m1', 'm2']);
    ports.outbox.adopt = () => Promise.reject(new Error('there is nothing to store'));
    await pull();
    expect(cursor().marks).toEqual(['m3']);
  });

  it('[SY-8] [G-7] are sent ten at a time, as many as the server accepts, and none is lost', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `m${at}`);
    const { requests, cursor, pull } = openDevice({ ...filled, marks: many }, [{ mark: 'new' }]);
    await pull();
    expect(requests[0]?.marks).toEqual(many.slice(0, 10));
    expect(cursor().marks).toEqual(['m10', 'm11', 'new']);
  });

  it('[SY-8] [G-7] are dropped with their replica', async () => {
    const { requests, cursor, pull } = openDevice(marked, [{ reset: 'epoch' }, { mark: 'fresh' }]);
    await pull();
    expect(requests.map(({ marks }) => marks)).toEqual([['m1'], []]);
    expect(cursor()).toEqual({ ...filled, since: '9', filledFrom: '9', generation: 1, marks: ['fresh'] });
  });
});

describe('[SY-8] [G-7] of the marks of one run', () => {
  const kept = (...marks: string[]) => mergeMarks(marks.slice(0, -1), [], marks.slice(-1));

  it.each([
    ['a later position', 'run.0/A0.5.a', 'run.0/9F.5.b'],
    ['a later position with more digits', 'run.0/10.5.a', 'run.0/9.5.b'],
    ['a later first half of the position', 'run.1/0.5.a', 'run.0/FFFFFFFF.5.b'],
    ['a later first half with more digits', 'run.10/0.5.a', 'run.9/0.5.b'],
    ['a later position with an earlier floor', 'run.0/10.5.a', 'run.0/9.6.b'],
    ['a later floor', 'run.0/9.6.a', 'run.0/9.5.b'],
    ['a later floor with more digits', 'run.0/9.10.a', 'run.0/9.9.b'],
  ])('the one with %s stays', (_name, later, earlier) => {
    expect([kept(earlier, later), kept(later, earlier)]).toEqual([[later], [later]]);
  });

  it('the first of two equal ones stays', () => {
    expect(kept('run.0/9.5.a', 'run.0/9.5.b')).toEqual(['run.0/9.5.a']);
  });

  it('none replaces a mark of another run, or of a form that this version does not know', () => {
    const marks = [
      'one.0/9.5.a',
      'two.0/9.5.a',
      'new form',
      'x one.0/A.5.a',
      'x.one.0/A.5.a',
      'one.0/A.5',
      'one.0/B..a',
    ];
    expect(kept(...marks)).toEqual(marks);
  });
});
