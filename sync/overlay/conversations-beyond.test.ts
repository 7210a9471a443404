import { describe, expect, it } from 'vitest';
import { brief, message, openConversations, send } from '../../tests/sync/support/messages.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { positionOf, startAt } from '../../tests/sync/support/starts.ts';

const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const fromAnn = (minute: number, change = {}) =>
  message(`m${String(minute).padStart(2, '0')}`, 'ann', 'me', minute, { is_read: true, ...change });

/** A conversation with ann whose messages from minute 30 on are held. */
function openCut() {
  const conversations = openConversations();
  conversations.setStarts({ ann: startAt(positionOf('m30', 30)) });
  conversations.apply(minutes(30, 40).map((minute) => fromAnn(minute)));
  const thread = conversations.thread('ann');
  const ends = () => [thread.get().length, thread.get()[0]?.id, thread.get().at(-1)?.id, thread.older.get()];
  return { conversations, thread, ends };
}

describe('[SY-37] a conversation of which the device holds the newest part', () => {
  it('never shows a changed older message beyond the messages that are missing', () => {
    const { conversations, ends } = openCut();
    conversations.apply([fromAnn(5, { rev: 2 }), fromAnn(29, { rev: 3 })]);
    expect(ends()).toEqual([10, 'm30', 'm39', 'more']);
    conversations.apply([{ id: 'm05', row: null, rev: 4 }]);
    expect(ends()).toEqual([10, 'm30', 'm39', 'more']);
  });

  it('shows a changed older message in its place once the messages up to it are fetched', () => {
    const { conversations, ends, thread } = openCut();
    conversations.apply([fromAnn(25, { rev: 2, content: 'changed' })]);
    const request = conversations.beginOlder('ann');
    expect([thread.older.get(), conversations.beginOlder('ann')]).toEqual(['loading', null]);
    conversations.apply(minutes(20, 30).map((minute) => fromAnn(minute)));
    expect(ends()).toEqual([10, 'm30', 'm39', 'loading']);
    conversations.setStarts({ ann: startAt(positionOf('m20', 20), { fetched: 10 }) });
    request?.ended(true);
    expect(ends()).toEqual([20, 'm20', 'm39', 'more']);
    expect(thread.get()[5]?.content).toBe('changed');
  });

  it('shows each message of a fetched page once, and has no older ones after the last page', () => {
    const { conversations, ends, thread } = openCut();
    const request = conversations.beginOlder('ann');
    conversations.apply(minutes(0, 30).map((minute) => fromAnn(minute)));
    conversations.setStarts({ ann: startAt(null, { fetched: 30 }) });
    request?.ended(true);
    expect(ends()).toEqual([40, 'm00', 'm39', 'none']);
    expect(new Set(thread.get().map(({ id }) => id)).size).toBe(40);
    expect([conversations.showOlder('ann'), conversations.beginOlder('ann')]).toEqual([false, null]);
  });

  it('offers another attempt after a failed one, and keeps what it shows', () => {
    const { conversations, ends } = openCut();
    conversations.beginOlder('ann')?.ended(false);
    expect(ends()).toEqual([10, 'm30', 'm39', 'failed']);
    const request = conversations.beginOlder('ann');
    expect(ends()).toEqual([10, 'm30', 'm39', 'loading']);
    conversations.setStarts({ ann: startAt(null, { fetched: 1 }) });
    request?.ended(true);
    expect(ends()).toEqual([10, 'm30', 'm39', 'none']);
  });

  it('orders messages of one time by their ids, also at its start', () => {
    const conversations = openConversations();
    conversations.setStarts({ ann: startAt(positionOf('b', 10)) });
    conversations.apply(['d', 'a', 'c', 'b'].map((id) => message(id, 'ann', 'me', 10)));
    const thread = conversations.thread('ann');
    expect(thread.get().map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    conversations.setStarts({ ann: startAt(null, { fetched: 1 }) });
    expect(thread.get().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps its start when its first held message is removed, and does not show the message before it', () => {
    const { conversations, ends } = openCut();
    conversations.apply([fromAnn(29, { rev: 2 }), { id: 'm30', row: null, rev: 2 }]);
    expect(ends()).toEqual([9, 'm31', 'm39', 'more']);
  });

  it('keeps fetched messages when an outdated start arrives, and hides them when a later round moves the start forward', () => {
    const { conversations, ends } = openCut();
    const early = { ann: startAt(positionOf('m30', 30)) };
    conversations.apply(minutes(20, 30).map((minute) => fromAnn(minute)));
    conversations.setStarts({ ann: startAt(positionOf('m20', 20), { fetched: 10 }) });
    conversations.setStarts(early);
    expect(ends()).toEqual([20, 'm20', 'm39', 'more']);
    conversations.setStarts({ ann: startAt(positionOf('m30', 30), { round: 2 }) });
    expect(ends()).toEqual([10, 'm30', 'm39', 'more']);
    expect(conversations.idsBeforeStart('ann')).toEqual(minutes(20, 30).map((minute) => `m${minute}`));
  });

  it('counts unread messages beyond the shown ones, until they are read', () => {
    const { conversations } = openCut();
    conversations.apply([fromAnn(3, { rev: 2, is_read: false }), fromAnn(39, { rev: 2, is_read: false })]);
    expect(brief(conversations)).toEqual([['ann', 'm39', 2]]);
    conversations.apply([fromAnn(3, { rev: 3 }), fromAnn(39, { rev: 3 })]);
    expect(brief(conversations)).toEqual([['ann', 'm39', 0]]);
  });

  it('keeps queued and new messages at its end', () => {
    const { conversations, ends } = openCut();
    conversations.setWaiting(showing([send(1, 'new', 'ann')]));
    conversations.apply([fromAnn(41), fromAnn(1, { rev: 2 })]);
    expect(ends()).toEqual([12, 'm30', 'new', 'more']);
    expect(brief(conversations)).toEqual([['ann', 'new', 0]]);
  });

  it('begins anew after a rebuild, and ignores the end of a request that was begun before the rebuild', () => {
    const { conversations, ends, thread } = openCut();
    const request = conversations.beginOlder('ann');
    conversations.reset();
    expect([thread.get(), thread.older.get()]).toEqual([[], 'none']);
    conversations.setStarts({ ann: startAt(positionOf('m35', 35)) });
    conversations.apply(minutes(33, 40).map((minute) => fromAnn(minute)));
    request?.ended(false);
    expect(ends()).toEqual([5, 'm35', 'm39', 'more']);
  });
});

describe('[SY-37] a conversation without a start', () => {
  it('is held whole, as a device of an earlier version holds it', () => {
    const conversations = openConversations();
    conversations.apply(minutes(0, 40).map((minute) => fromAnn(minute)));
    conversations.setStarts({ bob: startAt(positionOf('x', 1)) });
    expect(conversations.thread('ann').older.get()).toBe('here');
    expect([conversations.beginOlder('ann'), conversations.showOlder('ann')]).toEqual([null, true]);
    expect([conversations.thread('ann').get().length, conversations.thread('ann').older.get()]).toEqual([40, 'none']);
  });
});
