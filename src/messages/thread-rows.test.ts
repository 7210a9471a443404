import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../sync/client.ts';
import { formatDay, threadRows } from './thread-rows.ts';

const message = (id: string, senderId: string, at: Date, state: MessageView['state'] = 'sent'): MessageView => ({
  id,
  senderId,
  content: id,
  createdAt: at.toISOString(),
  isRead: true,
  state,
  actionId: null,
  error: null,
});
const summarize = (messages: readonly MessageView[]) =>
  threadRows(messages, 'me').map((row) => {
    if (row.kind === 'message') return row.key;
    return row.kind === 'day' ? 'day' : `${row.isOwn ? 'You' : 'Ann'}${row.at === null ? '' : ' at'}`;
  });

describe('a conversation', () => {
  it('names the author once above several messages in a row, again after an hour’s pause and on a new day, with the time once the first message is sent', () => {
    const at = (hour: number, minute = 0) => new Date(2027, 0, 10, hour, minute);
    expect(
      summarize([
        message('a', 'ann', new Date(2027, 0, 9, 23, 59)),
        message('b', 'ann', at(0)),
        message('c', 'ann', at(0, 30)),
        message('d', 'me', at(0, 31)),
        message('e', 'me', at(9)),
        message('f', 'me', at(9, 59), 'waiting'),
        message('g', 'ann', at(10)),
        message('h', 'me', at(10, 1), 'failed'),
      ]),
    ).toEqual([
      ...['day', 'Ann at', 'a'],
      ...['day', 'Ann at', 'b', 'c', 'You at', 'd', 'You at', 'e', 'f', 'Ann at', 'g', 'You', 'h'],
    ]);
    expect(threadRows([], 'me')).toEqual([]);
  });
});

describe('the heading of a day', () => {
  it('is relative to today, in local time', () => {
    const now = new Date(2027, 0, 10, 0, 1).getTime();
    const nameOf = (...date: [number, number, number, number]) => formatDay(new Date(...date).toISOString(), now);
    expect(nameOf(2027, 0, 10, 0)).toBe('Today');
    expect(nameOf(2027, 0, 9, 23)).toBe('Yesterday');
    expect(nameOf(2027, 0, 8, 12)).toBe('8 January');
    expect(nameOf(2026, 10, 14, 12)).toBe('14 November 2026');
  });
});
