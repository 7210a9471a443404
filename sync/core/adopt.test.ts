import { describe, expect, it } from 'vitest';
import { startAt, positionOf } from '../../tests/sync/support/starts.ts';
import { adopt, mergeCursor } from './adopt.ts';
import { firstCursor, type Adopted, type Cursor } from './ports.ts';

const stored: Cursor = { ...firstCursor, generation: 2, epoch: 'one', filledFrom: '5', marks: ['m1'] };
const answer: Adopted = { generation: 2, epoch: 'one', mark: 'm2', filledFrom: '5', floor: '9' };

describe('the cursor to store before the rows of an answer', () => {
  it('[SY-8] gains the mark of the answer, and none if the answer has none', () => {
    expect(adopt(stored, answer)).toEqual({ ...stored, marks: ['m1', 'm2'] });
    expect(adopt(stored, { ...answer, mark: null })).toEqual(stored);
  });

  it('[SY-7] [SY-8] takes the epoch and the floor of the first answer', () => {
    const empty = { ...firstCursor, generation: 2 };
    expect(adopt(empty, { ...answer, filledFrom: null })).toEqual({
      ...empty,
      epoch: 'one',
      filledFrom: '9',
      marks: ['m2'],
    });
  });

  it.each([
    ['another generation', { generation: 1 }],
    ['another epoch', { epoch: 'two' }],
    ['a request for an empty replica', { filledFrom: null }],
    ['a request for a replica filled from elsewhere', { filledFrom: '4' }],
  ])('[SY-7] [SY-8] does not exist for the answer of %s', (_name, change) => {
    expect(adopt(stored, { ...answer, ...change })).toBeNull();
  });
});

describe('the cursor to store after a page', () => {
  const next: Cursor = {
    ...stored,
    since: '9',
    marks: ['m3'],
    conversationStarts: { bob: startAt(positionOf('m', 1)) },
  };

  it('[SY-8] has the marks that were stored during the request', () => {
    expect(mergeCursor({ ...stored, marks: ['m1', 'late'] }, next, ['m1'])).toEqual({ ...next, marks: ['late', 'm3'] });
  });

  it('[SY-37] has the conversation starts that were stored during the request', () => {
    const starts = { ann: startAt(positionOf('m', 2)) };
    expect(mergeCursor({ ...stored, conversationStarts: starts }, next, ['m1']).conversationStarts).toBe(starts);
  });
});
