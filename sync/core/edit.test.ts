import { expect, it } from 'vitest';
import { answered, dead, held, inFlight, retrying } from '../../tests/sync/support/states.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import { rewrite } from './edit.ts';
import type { OutboxRecord, RecordState } from './records.ts';

const message = (state: RecordState = { kind: 'queued' }) =>
  queuedRecord(7, 'message.send', { message_id: 'm', partner_id: 'p', content: 'Helo' }, { state });
const read = (seq: number, change: Partial<OutboxRecord> = {}) =>
  queuedRecord(seq, 'messages.read', { partner_id: 'p', read_to: '' }, change);
const edited = { message_id: 'm', partner_id: 'p', content: 'Hello' };
const noEdit = { put: [], remove: [], add: [], result: false };

it('[SY-15] an action that was never sent is edited, and keeps its place in the queue', () => {
  expect(rewrite([read(6), message()], 'action-7', () => 'fresh', { v: 2, payload: edited })).toEqual({
    put: [{ ...message(), v: 2, payload: edited }],
    remove: [],
    add: [],
    result: true,
  });
});

it('[SY-9] [SY-16] a refused action that is edited is queued again under a fresh id', () => {
  const refused = message(dead());
  const dependent = read(8, { state: dead(), deps: ['action-7'] });
  const { seq, ...unsequenced } = message();
  expect(seq).toBe(7);
  expect(rewrite([refused, dependent], 'action-7', () => 'fresh', { v: 2, payload: edited })).toEqual({
    put: [{ ...dependent, deps: ['fresh'] }],
    remove: [refused],
    add: [{ ...unsequenced, id: 'fresh', v: 2, payload: edited }],
    result: true,
  });
});

it('[SY-9] an action that the server may have seen and has not refused is not edited', () => {
  for (const state of [inFlight(), retrying(), answered, held()])
    expect(
      rewrite([message(state)], 'action-7', () => 'fresh', { v: 2, payload: edited }),
      state.kind,
    ).toEqual(noEdit);
  expect(rewrite([], 'action-7', () => 'fresh', { v: 2, payload: edited })).toEqual(noEdit);
});
