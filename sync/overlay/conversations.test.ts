import { describe, expect, it } from 'vitest';
import { brief, message, openConversations, send } from '../../tests/sync/support/messages.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { inFlight } from '../../tests/sync/support/states.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';

describe('conversations', () => {
  it('are listed the newest first, with the number of unread messages', () => {
    const conversations = openConversations();
    conversations.apply([
      message('b', 'ann', 'me', 2),
      message('a', 'me', 'ann', 1),
      message('d', 'bob', 'me', 4, { is_read: true }),
      message('c', 'bob', 'me', 3),
    ]);
    expect(brief(conversations)).toEqual([
      ['bob', 'd', 1],
      ['ann', 'b', 1],
    ]);
    expect(
      conversations
        .thread('bob')
        .get()
        .map((view) => view.id),
    ).toEqual(['c', 'd']);
  });

  it('[SY-23] update changed views only, and keep the others the same objects', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1), message('b', 'ann', 'me', 2), message('c', 'bob', 'me', 3)]);
    const thread = conversations.thread('ann');
    const [first] = thread.get();
    const notifications: string[] = [];
    thread.subscribe(() => notifications.push('ann'));
    conversations.thread('bob').subscribe(() => notifications.push('bob'));
    conversations.list.subscribe(() => notifications.push('list'));
    conversations.apply([message('b', 'ann', 'me', 2, { rev: 2, is_read: true })]);
    expect(notifications).toEqual(['ann', 'list']);
    expect(thread.get()[0]).toBe(first);
    conversations.apply([message('b', 'ann', 'me', 2, { rev: 1 })]);
    expect(notifications).toHaveLength(2);
    conversations.apply([{ id: 'b', row: null, rev: 3 }]);
    expect(thread.get().map((view) => view.id)).toEqual(['a']);
  });

  it('are ordered by time, then by id; so are the messages of a thread', () => {
    const conversations = openConversations();
    conversations.apply([
      message('c', 'ann', 'me', 2),
      message('a', 'ann', 'me', 2),
      message('b', 'me', 'ann', 2),
      message('z', 'ann', 'me', 1),
      message('e', 'cy', 'me', 2),
      message('d', 'bob', 'me', 2),
    ]);
    expect(
      conversations
        .thread('ann')
        .get()
        .map(({ id }) => id),
    ).toEqual(['z', 'a', 'b', 'c']);
    expect(brief(conversations).map(([partner]) => partner)).toEqual(['ann', 'bob', 'cy']);
    expect(conversations.thread('ann')).toBe(conversations.thread('ann'));
  });

  it('[SY-12] ignore duplicate rows, unreadable rows, and removals of unknown rows', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1)]);
    expect(brief(conversations)).toEqual([['ann', 'a', 1]]);
    const notifications: string[] = [];
    conversations.list.subscribe(() => notifications.push('list'));
    conversations.apply([
      message('a', 'ann', 'me', 1, { content: 'other words' }),
      { id: 'b', row: { id: 'b', rev: 1 } },
      { id: 'c', row: null, rev: 1 },
    ]);
    expect(conversations.thread('ann').get()).toEqual([expect.objectContaining({ content: 'words of a' })]);
    expect(notifications).toEqual([]);
    conversations.apply([{ id: 'a', row: null, rev: 2 }]);
    expect([notifications, brief(conversations)]).toEqual([['list'], []]);
  });

  it('[SY-12] do not restore a removed message when an older row arrives after its removal', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1)]);
    conversations.apply([{ id: 'a', row: null, rev: 3 }]);
    conversations.apply([message('a', 'ann', 'me', 1, { rev: 2 })]);
    expect(brief(conversations)).toEqual([]);
  });

  it('[SY-23] open with the newest page, and show older messages a page at a time', () => {
    const conversations = openConversations();
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => {
        const number = String(from + at).padStart(4, '0');
        return message(`m${number}`, 'ann', 'me', 0, { created_at: `2027-01-01T10:00:00.${number}Z` });
      });
    const thread = conversations.thread('ann');
    const ends = () => {
      const views = thread.get();
      return [views.length, views[0]?.id, views.at(-1)?.id, thread.older.get()];
    };
    // During a first fill the oldest messages arrive first, while the thread is watched.
    let notifications = 0;
    thread.subscribe(() => notifications++);
    conversations.apply(many(0, 60));
    expect(ends()).toEqual([20, 'm0040', 'm0059', 'here']);
    conversations.apply(many(60, 61));
    expect(ends()).toEqual([20, 'm0041', 'm0060', 'here']);
    const shown = thread.get();
    conversations.showOlder('ann');
    expect(ends()).toEqual([40, 'm0021', 'm0060', 'here']);
    expect(thread.get().slice(-20)).toEqual(shown);
    expect(
      thread
        .get()
        .slice(-20)
        .every((view, at) => view === shown[at]),
    ).toBe(true);
    // The oldest shown message stays while newer ones arrive.
    conversations.apply(many(61, 63));
    expect(ends()).toEqual([42, 'm0021', 'm0062', 'here']);
    conversations.setWaiting(showing([send(1, 'new', 'ann')]));
    expect(ends()).toEqual([43, 'm0021', 'new', 'here']);
    conversations.showOlder('ann');
    expect(ends()).toEqual([63, 'm0001', 'new', 'here']);
    conversations.showOlder('ann');
    expect(ends()).toEqual([64, 'm0000', 'new', 'none']);
    expect(notifications).toBe(7);
    conversations.showOlder('ann');
    expect(notifications).toBe(7);
    expect(conversations.list.get()).toEqual([{ partnerId: 'ann', last: thread.get().at(-1), unread: 63 }]);
  });

  it('[SY-23] stay the same objects while nothing in them changes', () => {
    const conversations = openConversations();
    conversations.apply([message('a', 'ann', 'me', 1), message('b', 'ann', 'me', 2)]);
    conversations.setWaiting(showing([send(1, 'c', 'ann'), send(2, 'd', 'bob')]));
    const thread = conversations.thread('ann');
    const [first, second, third] = thread.get();
    const listed = (partner: string) => conversations.list.get().find(({ partnerId }) => partnerId === partner);
    const [ann, bob] = [listed('ann'), listed('bob')];
    conversations.setWaiting(showing([send(1, 'c', 'ann', { state: inFlight() }), send(2, 'd', 'bob')]));
    expect([thread.get()[0] === first, thread.get()[2] === third]).toEqual([true, false]);
    expect([listed('ann') === ann, listed('bob') === bob]).toEqual([false, true]);
    // Other content makes a new view.
    conversations.apply([message('b', 'ann', 'me', 2, { rev: 2, content: 'other words' })]);
    expect(thread.get()[0]).toBe(first);
    expect(thread.get()[1]).not.toBe(second);
    expect(thread.get()[1]?.content).toBe('other words');
  });

  it("are ordered by the partners' ids if their times are equal", () => {
    for (const people of [
      ['ann', 'bob', 'cy'],
      ['cy', 'bob', 'ann'],
    ]) {
      const conversations = openConversations();
      conversations.apply(people.map((id) => message(`of ${id}`, id, 'me', 1)));
      expect(conversations.list.get().map(({ partnerId }) => partnerId)).toEqual(['ann', 'bob', 'cy']);
    }
  });

  it('have no older messages if one page holds them all, and ignore removals of unknown rows', () => {
    const conversations = openConversations();
    const page = Array.from({ length: 20 }, (_, n) => message(`m${n}`, 'ann', 'me', n));
    conversations.apply(page);
    const thread = conversations.thread('ann');
    let notifications = 0;
    thread.subscribe(() => notifications++);
    expect([thread.older.get(), thread.get().length]).toEqual(['none', 20]);
    conversations.showOlder('ann');
    conversations.apply([message('m0', 'ann', 'me', 0, { rev: 2 })]);
    conversations.apply([{ id: 'nobody knows', row: null, rev: 1 }]);
    expect([thread.get().length, notifications]).toEqual([20, 0]);
    conversations.apply([message('m20', 'ann', 'me', 20)]);
    // Without older pages shown, the page follows the newest message.
    expect([thread.older.get(), thread.get().length, thread.get()[0]?.id]).toEqual(['here', 20, 'm1']);
  });

  it('show no message for queued actions of other kinds, nor for invalid ones', () => {
    const conversations = openConversations();
    conversations.setWaiting(
      showing([
        queuedRecord(1, 'connection.request', { partner_id: 'ann' }),
        send(2, 'a', 'ann', { payload: { text: 'of an older form' } }),
        queuedRecord(
          3,
          'track.delete',
          { track_id: 't' },
          { payload: { message_id: 'b', partner_id: 'ann', content: '' } },
        ),
      ]),
    );
    expect([conversations.list.get(), conversations.thread('ann').get()]).toEqual([[], []]);
  });
});
