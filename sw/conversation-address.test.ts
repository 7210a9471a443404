import { expect, it } from 'vitest';
import { conversationAddress, conversationIn } from './conversation-address.ts';

it.each(['0197f000-0000-7000-8000-00000000000f', 'a b&c=d#e'])(
  'the address of the conversation with %s contains that id',
  (id) => {
    const { pathname, search } = new URL(conversationAddress(id), 'https://x.test');
    expect([pathname, conversationIn(search)]).toEqual(['/connections', id]);
  },
);

it.each(['', '?', '?messages=', '?other=a'])('%j requests no conversation', (search) => {
  expect(conversationIn(search)).toBeNull();
});
