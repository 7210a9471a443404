import { describe, expect, it } from 'vitest';
import type { ConversationView } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { watchNewMessages } from './notifications.ts';

const conversationWith = (
  partnerId: string,
  second: number,
  change: Partial<ConversationView> = {},
): ConversationView => ({
  partnerId,
  unread: 1,
  ...change,
  last: {
    id: `${partnerId}-${second}`,
    senderId: partnerId,
    content: 'words',
    createdAt: `2027-01-01T00:00:0${second}.000Z`,
    isRead: false,
    state: 'sent',
    actionId: null,
    error: null,
    ...change.last,
  },
});

describe('an arriving message', () => {
  it('is reported once, if it is new, unread and from somebody else', () => {
    const conversations = createLive<readonly ConversationView[]>([conversationWith('ann', 1)]);
    const isFilled = createLive(false);
    const arrived: string[] = [];
    const stop = watchNewMessages({ conversations, isFilled }, ({ last }) => arrived.push(last.id));
    conversations.set([conversationWith('ann', 2)]);
    isFilled.set(true);
    expect(arrived).toEqual([]);

    conversations.set([conversationWith('ann', 3), conversationWith('bob', 2)]);
    conversations.set([conversationWith('ann', 3), conversationWith('bob', 2)]);
    conversations.set([conversationWith('ann', 4, { unread: 0 }), conversationWith('bob', 2)]);
    const own = conversationWith('ann', 6);
    conversations.set([{ ...own, last: { ...own.last, senderId: 'me' } }, conversationWith('bob', 5)]);
    expect(arrived).toEqual(['ann-3', 'bob-5']);

    stop();
    conversations.set([conversationWith('ann', 9)]);
    expect(arrived).toHaveLength(2);
  });
});
