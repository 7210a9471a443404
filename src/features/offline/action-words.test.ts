import { expect, it } from 'vitest';
import type { PendingAction } from '../../../sync/client.ts';
import { reasonOf } from './action-words.ts';

const NOW = new Date(2027, 0, 1, 13, 5).getTime();
const tooFast = { code: 'too_fast', message: 'Too fast. Please wait a while and try again.' };
const action = (why: { code: string; message: string }, inMs: number): PendingAction => ({
  id: 'a',
  kind: 'track.create',
  payload: {},
  createdAt: NOW - 600_000,
  state: { kind: 'retrying', failures: { all: 0, alone: 0 }, next_at: NOW + inMs, why },
  isEditable: false,
});

it('says of what came too fast until what time of day it waits, and of anything else how long', () => {
  expect(reasonOf(action(tooFast, 3_570_000), false, NOW)).toBe(
    'For 10 minutes. The server takes only so many an hour. This goes on at 14:05.',
  );
  expect(reasonOf(action({ code: 'file_unjudged', message: 'Being checked.' }, 30_000), false, NOW)).toBe(
    'For 10 minutes. Being checked. Next try in 30 s.',
  );
  expect(reasonOf(action(tooFast, 3_570_000), true, NOW)).toContain('No network.');
});
