import { expect, it } from 'vitest';
import { waiting } from '../../tests/sync/support/waiting.ts';
import { rewrite } from './edit.ts';
import type { OutboxRecord } from './records.ts';

const message = (change: Partial<OutboxRecord> = {}) =>
  waiting(7, 'message.send', { message_id: 'm', partner_id: 'p', content: 'Helo' }, change);
const mended = { message_id: 'm', partner_id: 'p', content: 'Hello' };

it('[SY-15] an action that nobody has seen is written anew in its place', () => {
  const another = waiting(6, 'messages.read', { partner_id: 'p', read_to: '' });
  expect(rewrite([another, message()], 'action-7', 'fresh', mended)).toEqual({
    put: [{ ...message(), payload: mended }],
    remove: [],
    add: null,
    result: true,
  });
});

it('[SY-9] [SY-16] a refused action is queued anew under a fresh id, as if it had never been sent', () => {
  const refused = message({
    state: 'dead',
    sent: true,
    attempts: 3,
    error: { code: 'too_long', message: 'Too long' },
  });
  const { seq, ...rest } = message();
  const dependent = waiting(
    8,
    'messages.read',
    { partner_id: 'p', read_to: '' },
    { state: 'dead', deps: ['action-7'] },
  );
  expect(rewrite([refused, dependent], 'action-7', 'fresh', mended)).toEqual({
    put: [{ ...dependent, deps: ['fresh'] }],
    remove: [refused],
    add: { ...rest, id: 'fresh', payload: mended },
    result: true,
  });
  expect(seq).toBe(7);
});

it('[SY-9] what was sent and not answered, or set aside, stays as the server may have seen it', () => {
  for (const change of [
    { state: 'in_flight', sent: true },
    { state: 'queued', sent: true },
    { state: 'held', sent: true },
  ] as const) {
    expect(rewrite([message(change)], 'action-7', 'fresh', mended)).toEqual({
      put: [],
      remove: [],
      add: null,
      result: false,
    });
  }
  expect(rewrite([], 'action-7', 'fresh', mended).result).toBe(false);
});
