import { describe, expect, it } from 'vitest';
import type { ConversationView } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { watchArrivals } from './notices.ts';

const from = (partnerId: string, second: number, change: Partial<ConversationView> = {}): ConversationView => ({
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
    const conversations = createLive<readonly ConversationView[]>([from('ann', 1)]);
    const isFilled = createLive(false);
    const told: string[] = [];
    const stop = watchArrivals({ conversations, isFilled }, ({ last }) => told.push(last.id));
    conversations.set([from('ann', 2)]);
    isFilled.set(true);
    expect(told).toEqual([]);

    conversations.set([from('ann', 3), from('bob', 2)]);
    conversations.set([from('ann', 3), from('bob', 2)]);
    conversations.set([from('ann', 4, { unread: 0 }), from('bob', 2)]);
    const own = from('ann', 6);
    conversations.set([{ ...own, last: { ...own.last, senderId: 'me' } }, from('bob', 5)]);
    expect(told).toEqual(['ann-3', 'bob-5']);

    stop();
    conversations.set([from('ann', 9)]);
    expect(told).toHaveLength(2);
  });
});
