import { describe, expect, it } from 'vitest';
import { showing } from '../../tests/sync/support/showing.ts';
import { dead, held, inFlight, retrying } from '../../tests/sync/support/states.ts';
import { waiting } from '../../tests/sync/support/waiting.ts';
import type { MessageRow } from '../model/tables/messages.ts';
import { createConversations } from './conversations.ts';

const time = (minute: number) => `2027-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const message = (id: string, from: string, to: string, minute: number, change: Partial<MessageRow> = {}) => ({
  id,
  row: {
    id,
    rev: 1,
    sender_id: from,
    receiver_id: to,
    content: `words of ${id}`,
    is_read: false,
    created_at: time(minute),
    ...change,
  },
});
const send = (seq: number, id: string, partner: string, change: Parameters<typeof waiting>[3] = {}) =>
  waiting(seq, 'message.send', { message_id: id, partner_id: partner, content: `words of ${id}` }, change);
const open = () => createConversations('me');
const brief = (conversations: ReturnType<typeof open>) =>
  conversations.list.get().map(({ partnerId, last, unread }) => [partnerId, last.id, unread]);

describe('conversations', () => {
  it('are listed the newest first, with what is unread of the partner', () => {
    const conversations = open();
    conversations.offer([
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

  it('[SY-13] show a message once, waiting and then sent, under one id', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1)]);
    const thread = conversations.thread('ann');
    const states = () => thread.get().map(({ id, state }) => [id, state]);
    conversations.setWaiting(showing([send(1, 'b', 'ann')]));
    expect(states()).toEqual([
      ['a', 'sent'],
      ['b', 'waiting'],
    ]);
    conversations.setWaiting(showing([send(1, 'b', 'ann', { state: inFlight() })]));
    expect(states()[1]).toEqual(['b', 'sending']);
    conversations.offer([message('b', 'me', 'ann', 2)]);
    expect(states()[1]).toEqual(['b', 'sent']);
    conversations.setWaiting(showing([]));
    expect(states()).toEqual([
      ['a', 'sent'],
      ['b', 'sent'],
    ]);
  });

  it('[S-28] keep a refused message in the thread with the server\u2019s words', () => {
    const conversations = open();
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

  it('[SY-1] are read at once, up to the time that was seen and no further', () => {
    const conversations = open();
    conversations.offer([
      message('a', 'ann', 'me', 1),
      message('b', 'ann', 'me', 2),
      message('c', 'bob', 'me', 3),
      message('d', 'me', 'ann', 4),
    ]);
    conversations.setWaiting(showing([waiting(1, 'messages.read', { partner_id: 'ann', read_to: time(1) })]));
    expect(brief(conversations)).toEqual([
      ['ann', 'd', 1],
      ['bob', 'c', 1],
    ]);
    conversations.setWaiting(showing([waiting(1, 'messages.read', { partner_id: null, read_to: time(9) })]));
    expect(brief(conversations).map(([, , unread]) => unread)).toEqual([0, 0]);
    expect(conversations.thread('ann').get().at(-1)).toMatchObject({ id: 'd', isRead: false });
    conversations.setWaiting(showing([]));
    expect(brief(conversations).map(([, , unread]) => unread)).toEqual([2, 1]);
  });

  it('[SY-23] tell only of what changed, and keep the other views the same objects', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1), message('b', 'ann', 'me', 2), message('c', 'bob', 'me', 3)]);
    const thread = conversations.thread('ann');
    const [first] = thread.get();
    const told: string[] = [];
    thread.subscribe(() => told.push('ann'));
    conversations.thread('bob').subscribe(() => told.push('bob'));
    conversations.list.subscribe(() => told.push('list'));
    conversations.offer([message('b', 'ann', 'me', 2, { rev: 2, is_read: true })]);
    expect(told).toEqual(['ann', 'list']);
    expect(thread.get()[0]).toBe(first);
    conversations.offer([message('b', 'ann', 'me', 2, { rev: 1 })]);
    expect(told).toHaveLength(2);
    conversations.offer([{ id: 'b', row: null, rev: 3 }]);
    expect(thread.get().map((view) => view.id)).toEqual(['a']);
  });

  it('[SY-8] keep what waits while the replica is built anew', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1)]);
    conversations.setWaiting(showing([send(1, 'b', 'ann')]));
    const thread = conversations.thread('ann');
    expect(thread.get().map(({ id }) => id)).toEqual(['a', 'b']);
    conversations.reset();
    expect(thread.get().map(({ id }) => id)).toEqual(['b']);
    expect(brief(conversations)).toEqual([['ann', 'b', 0]]);
  });

  it('are ordered by time, then by id, in a thread as in the list', () => {
    const conversations = open();
    conversations.offer([
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

  it('[S-28] keep a message that was set aside, with its reason, and tell no reason of one that waits', () => {
    const conversations = open();
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

  it('[SY-1] are not read by what was refused, nor by what somebody else was read to', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1)]);
    conversations.setWaiting(
      showing([
        waiting(1, 'messages.read', { partner_id: 'ann', read_to: time(9) }, { state: dead() }),
        waiting(2, 'messages.read', { partner_id: 'bob', read_to: time(9) }),
      ]),
    );
    expect(brief(conversations)).toEqual([['ann', 'a', 1]]);
  });

  it('[SY-12] take no row twice, none that they cannot read, and no removal of what they never had', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1)]);
    expect(brief(conversations)).toEqual([['ann', 'a', 1]]);
    const told: string[] = [];
    conversations.list.subscribe(() => told.push('list'));
    conversations.offer([
      message('a', 'ann', 'me', 1, { content: 'other words' }),
      { id: 'b', row: { id: 'b', rev: 1 } },
      { id: 'c', row: null, rev: 1 },
    ]);
    expect(conversations.thread('ann').get()).toEqual([expect.objectContaining({ content: 'words of a' })]);
    expect(told).toEqual([]);
    conversations.offer([{ id: 'a', row: null, rev: 2 }]);
    expect([told, brief(conversations)]).toEqual([['list'], []]);
  });

  it('[SY-12] keep a removed message away when an older row arrives after its removal', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1)]);
    conversations.offer([{ id: 'a', row: null, rev: 3 }]);
    conversations.offer([message('a', 'ann', 'me', 1, { rev: 2 })]);
    expect(brief(conversations)).toEqual([]);
  });

  it('[SY-23] open with the newest page, and show older messages a page at a time', () => {
    const conversations = open();
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => {
        const number = String(from + at).padStart(4, '0');
        return message(`m${number}`, 'ann', 'me', 0, { created_at: `2027-01-01T10:00:00.${number}Z` });
      });
    const thread = conversations.thread('ann');
    const ends = () => {
      const views = thread.get();
      return [views.length, views[0]?.id, views.at(-1)?.id, thread.hasOlder.get()];
    };
    // As a first fill brings them: the oldest first, while somebody looks.
    let told = 0;
    thread.subscribe(() => told++);
    conversations.offer(many(0, 60));
    expect(ends()).toEqual([20, 'm0040', 'm0059', true]);
    conversations.offer(many(60, 61));
    expect(ends()).toEqual([20, 'm0041', 'm0060', true]);
    const shown = thread.get();
    thread.older();
    expect(ends()).toEqual([40, 'm0021', 'm0060', true]);
    expect(thread.get().slice(-20)).toEqual(shown);
    expect(
      thread
        .get()
        .slice(-20)
        .every((view, at) => view === shown[at]),
    ).toBe(true);
    // The place that somebody went back to stays while newer ones come.
    conversations.offer(many(61, 63));
    expect(ends()).toEqual([42, 'm0021', 'm0062', true]);
    conversations.setWaiting(showing([send(1, 'new', 'ann')]));
    expect(ends()).toEqual([43, 'm0021', 'new', true]);
    thread.older();
    expect(ends()).toEqual([63, 'm0001', 'new', true]);
    thread.older();
    expect(ends()).toEqual([64, 'm0000', 'new', false]);
    expect(told).toBe(7);
    thread.older();
    expect(told).toBe(7);
    expect(conversations.list.get()).toEqual([{ partnerId: 'ann', last: thread.get().at(-1), unread: 63 }]);
  });

  it('[S-47] are not listed with people whom this person blocked, until the block ends', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1), message('b', 'bob', 'me', 2)]);
    const listed = () => conversations.list.get().map(({ partnerId }) => partnerId);
    conversations.setWaiting(showing([waiting(1, 'connection.block', { partner_id: 'bob' })]));
    expect(listed()).toEqual(['ann']);
    expect(conversations.thread('bob').get()).toHaveLength(1);
    conversations.setWaiting(showing([]));
    expect(listed()).toEqual(['bob', 'ann']);
  });

  it('[S-47] follow who is blocked, also while their number stays the same', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1), message('b', 'bob', 'me', 2)]);
    let told = 0;
    conversations.list.subscribe(() => told++);
    const listed = () => conversations.list.get().map(({ partnerId }) => partnerId);
    const block = (partner: string) => showing([waiting(1, 'connection.block', { partner_id: partner })]);
    conversations.setWaiting(block('bob'));
    expect([listed(), told]).toEqual([['ann'], 1]);
    conversations.setWaiting(block('ann'));
    expect([listed(), told]).toEqual([['bob'], 2]);
    conversations.setWaiting(block('ann'));
    expect(told).toBe(2);
  });

  it('[SY-23] stay the same objects while nothing in them changes', () => {
    const conversations = open();
    conversations.offer([message('a', 'ann', 'me', 1), message('b', 'ann', 'me', 2)]);
    conversations.setWaiting(showing([send(1, 'c', 'ann'), send(2, 'd', 'bob')]));
    const thread = conversations.thread('ann');
    const [first, second, third] = thread.get();
    const listed = (partner: string) => conversations.list.get().find(({ partnerId }) => partnerId === partner);
    const [ann, bob] = [listed('ann'), listed('bob')];
    conversations.setWaiting(showing([send(1, 'c', 'ann', { state: inFlight() }), send(2, 'd', 'bob')]));
    expect([thread.get()[0] === first, thread.get()[2] === third]).toEqual([true, false]);
    expect([listed('ann') === ann, listed('bob') === bob]).toEqual([false, true]);
    // A newer form with the same words is the same message; with other words it is another.
    conversations.offer([message('b', 'ann', 'me', 2, { rev: 2, content: 'other words' })]);
    expect(thread.get()[0]).toBe(first);
    expect(thread.get()[1]).not.toBe(second);
    expect(thread.get()[1]?.content).toBe('other words');
  });

  it('that are of one moment stand by the ids of their people', () => {
    for (const people of [
      ['ann', 'bob', 'cy'],
      ['cy', 'bob', 'ann'],
    ]) {
      const conversations = open();
      conversations.offer(people.map((id) => message(`of ${id}`, id, 'me', 1)));
      expect(conversations.list.get().map(({ partnerId }) => partnerId)).toEqual(['ann', 'bob', 'cy']);
    }
  });

  it('[SY-13] that are here and still wait are shown once, and one that comes late does not show more of the past', () => {
    const conversations = open();
    const minutes = Array.from({ length: 50 }, (_, minute) => minute + 2);
    conversations.offer(minutes.map((minute) => message(`m${minute}`, 'me', 'ann', minute)));
    const thread = conversations.thread('ann');
    thread.older();
    conversations.offer([message('late', 'ann', 'me', 1), message('m51', 'me', 'ann', 51, { rev: 2, is_read: true })]);
    expect(thread.get()).toHaveLength(40);
    conversations.setWaiting(showing([send(1, 'm51', 'ann')]));
    expect(thread.get().map(({ id }) => id)).toEqual(minutes.slice(-40).map((minute) => `m${minute}`));
    expect(conversations.list.get()[0]?.last).toMatchObject({ id: 'm51', state: 'sent' });
  });

  it('have nothing older than a full page, and forget what was never there', () => {
    const conversations = open();
    const page = Array.from({ length: 20 }, (_, n) => message(`m${n}`, 'ann', 'me', n));
    conversations.offer(page);
    const thread = conversations.thread('ann');
    let told = 0;
    thread.subscribe(() => told++);
    expect([thread.hasOlder.get(), thread.get().length]).toEqual([false, 20]);
    thread.older();
    conversations.offer([message('m0', 'ann', 'me', 0, { rev: 2 })]);
    conversations.offer([{ id: 'nobody knows', row: null, rev: 1 }]);
    expect([thread.get().length, told]).toEqual([20, 0]);
    conversations.offer([message('m20', 'ann', 'me', 20)]);
    // Nobody went back: the page moves on.
    expect([thread.hasOlder.get(), thread.get().length, thread.get()[0]?.id]).toEqual([true, 20, 'm1']);
  });

  it('hold nothing but messages', () => {
    const conversations = open();
    conversations.setWaiting(
      showing([
        waiting(1, 'connection.request', { partner_id: 'ann' }),
        send(2, 'a', 'ann', { payload: { text: 'of an older form' } }),
        waiting(3, 'track.delete', { track_id: 't' }, { payload: { message_id: 'b', partner_id: 'ann', content: '' } }),
      ]),
    );
    expect([conversations.list.get(), conversations.thread('ann').get()]).toEqual([[], []]);
  });
});
