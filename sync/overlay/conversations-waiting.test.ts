import { describe, expect, it } from 'vitest';
import { brief, message, openConversations, send, time } from '../../tests/sync/support/messages.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { dead, held, inFlight, retrying } from '../../tests/sync/support/states.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';

describe('conversations under queued actions', () => {
  it('[SY-13] show a message once under one id, first waiting and then sent', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1)]);
    const thread = conversations.thread('ann');
    const states = () => thread.get().map(({ id, state }) => [id, state]);
    conversations.setWaiting(showing([send(1, 'b', 'ann')]));
    expect(states()).toEqual([
      ['a', 'sent'],
      ['b', 'waiting'],
    ]);
    conversations.setWaiting(showing([send(1, 'b', 'ann', { state: inFlight() })]));
    expect(states()[1]).toEqual(['b', 'sending']);
    conversations.apply([message('b', 'me', 'ann', 2)]);
    expect(states()[1]).toEqual(['b', 'sent']);
    conversations.setWaiting(showing([]));
    expect(states()).toEqual([
      ['a', 'sent'],
      ['b', 'sent'],
    ]);
  });

  it('[S-28] keep a refused message in the thread with the server\u2019s words', () => {
    const conversations = openConversations();
    const error = { code: 'not_connected', message: 'You can only message your connections' };
    conversations.setWaiting(showing([send(1, 'a', 'ann', { state: dead(error) }), send(2, 'b', 'ann')]));
    expect(conversations.thread('ann').get()).toEqual([
      {
        id: 'a',
        senderId: 'me',
        content: 'words of a',
        createdAt: '2027-01-01T12:00:01.000Z',
        isRead: false,
        state: 'failed',
        actionId: 'action-1',
        error,
      },
      expect.objectContaining({ id: 'b', state: 'waiting', error: null }),
    ]);
  });

  it('[SY-1] are marked as read at once, up to the newest message seen', () => {
    const conversations = openConversations();
    conversations.apply([
      message('a', 'ann', 'me', 1),
      message('b', 'ann', 'me', 2),
      message('c', 'bob', 'me', 3),
      message('d', 'me', 'ann', 4),
    ]);
    conversations.setWaiting(showing([queuedRecord(1, 'messages.read', { partner_id: 'ann', read_to: time(1) })]));
    expect(brief(conversations)).toEqual([
      ['ann', 'd', 1],
      ['bob', 'c', 1],
    ]);
    conversations.setWaiting(showing([queuedRecord(1, 'messages.read', { partner_id: null, read_to: time(9) })]));
    expect(brief(conversations).map(([, , unread]) => unread)).toEqual([0, 0]);
    expect(conversations.thread('ann').get().at(-1)).toMatchObject({ id: 'd', isRead: false });
    conversations.setWaiting(showing([]));
    expect(brief(conversations).map(([, , unread]) => unread)).toEqual([2, 1]);
  });

  it('[SY-8] keep queued messages during a rebuild', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1)]);
    conversations.setWaiting(showing([send(1, 'b', 'ann')]));
    const thread = conversations.thread('ann');
    expect(thread.get().map(({ id }) => id)).toEqual(['a', 'b']);
    conversations.reset();
    expect(thread.get().map(({ id }) => id)).toEqual(['b']);
    expect(brief(conversations)).toEqual([['ann', 'b', 0]]);
  });

  it('[S-28] keep a message that was set aside, with its reason, and show no reason for a waiting one', () => {
    const conversations = openConversations();
    const error = { code: 'XX000', message: 'cannot digest' };
    conversations.setWaiting(
      showing([send(1, 'a', 'ann', { state: held(error) }), send(2, 'b', 'ann', { state: retrying() })]),
    );
    expect(
      conversations
        .thread('ann')
        .get()
        .map(({ id, state, error }) => ({ id, state, error })),
    ).toEqual([
      { id: 'a', state: 'failed', error },
      { id: 'b', state: 'waiting', error: null },
    ]);
  });

  it('[SY-1] are not marked as read by a refused action, nor by one for another partner', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1)]);
    conversations.setWaiting(
      showing([
        queuedRecord(1, 'messages.read', { partner_id: 'ann', read_to: time(9) }, { state: dead() }),
        queuedRecord(2, 'messages.read', { partner_id: 'bob', read_to: time(9) }),
      ]),
    );
    expect(brief(conversations)).toEqual([['ann', 'a', 1]]);
  });

  it('[S-47] are not listed while their partner is blocked', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1), message('b', 'bob', 'me', 2)]);
    const listed = () => conversations.list.get().map(({ partnerId }) => partnerId);
    conversations.setWaiting(showing([queuedRecord(1, 'connection.block', { partner_id: 'bob' })]));
    expect(listed()).toEqual(['ann']);
    expect(conversations.thread('bob').get()).toHaveLength(1);
    conversations.setWaiting(showing([]));
    expect(listed()).toEqual(['bob', 'ann']);
  });

  it('[S-47] follow changes of the blocked people, also while their number stays the same', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1), message('b', 'bob', 'me', 2)]);
    let notifications = 0;
    conversations.list.subscribe(() => notifications++);
    const listed = () => conversations.list.get().map(({ partnerId }) => partnerId);
    const block = (partner: string) => showing([queuedRecord(1, 'connection.block', { partner_id: partner })]);
    conversations.setWaiting(block('bob'));
    expect([listed(), notifications]).toEqual([['ann'], 1]);
    conversations.setWaiting(block('ann'));
    expect([listed(), notifications]).toEqual([['bob'], 2]);
    conversations.setWaiting(block('ann'));
    expect(notifications).toBe(2);
  });

  it('[SY-13] show a message only once while it is both stored and queued, and reveal no older messages when a late one arrives', () => {
    const conversations = openConversations();
    const minutes = Array.from({ length: 50 }, (_, minute) => minute + 2);
    conversations.apply(minutes.map((minute) => message(`m${minute}`, 'me', 'ann', minute)));
    const thread = conversations.thread('ann');
    conversations.showOlder('ann');
    conversations.apply([message('late', 'ann', 'me', 1), message('m51', 'me', 'ann', 51, { rev: 2, is_read: true })]);
    expect(thread.get()).toHaveLength(40);
    conversations.setWaiting(showing([send(1, 'm51', 'ann')]));
    expect(thread.get().map(({ id }) => id)).toEqual(minutes.slice(-40).map((minute) => `m${minute}`));
    expect(conversations.list.get()[0]?.last).toMatchObject({ id: 'm51', state: 'sent' });
  });
});
