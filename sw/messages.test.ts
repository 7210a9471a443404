import { expect, it } from 'vitest';
import { pageMessage, workerMessage } from './messages.ts';

it('[SY-21] a page reads the worker’s message to open a conversation, and ignores those of other versions', () => {
  const message = { type: 'OPEN_CONVERSATION', partnerId: 'bob' };
  expect(workerMessage.safeParse(message).data).toEqual(message);
  const others = [null, {}, { type: 'OTHER', partnerId: 'bob' }, { type: message.type }, { ...message, partnerId: 1 }];
  expect(others.filter((other) => workerMessage.safeParse(other).success)).toEqual([]);
});

it('[SY-21] the worker reads the messages of a page, and ignores those of other versions', () => {
  const messages = [{ type: 'SKIP_WAITING' }, { type: 'CLAIM' }];
  expect(messages.map((message) => pageMessage.safeParse(message).data)).toEqual(messages);
  const others = [undefined, 'CLAIM', {}, { type: 'OTHER' }, { type: '' }];
  expect(others.filter((other) => pageMessage.safeParse(other).success)).toEqual([]);
});
