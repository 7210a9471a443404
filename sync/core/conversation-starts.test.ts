import { describe, expect, it } from 'vitest';
import { positionOf, startAt } from '../../tests/sync/support/starts.ts';
import {
  extendConversation,
  isLaterStart,
  messageKey,
  shortenConversations,
  toStarts,
  type ConversationStarts,
} from './conversation-starts.ts';

const DAY = 86_400_000;

describe('[SY-37] the start of a conversation', () => {
  it('is that of the recent messages at first', () => {
    const position = positionOf('m', 1);
    expect(toStarts({ ann: position })).toEqual({ ann: startAt(position) });
  });

  it('moves to the oldest message of a fetched page, or to the beginning of the conversation', () => {
    const start = startAt(positionOf('m30', 30));
    const page = { partnerId: 'ann', start, from: positionOf('m20', 20), count: 10, now: 5 };
    const extended = extendConversation({ ann: start, bob: start }, page);
    expect(extended).toEqual({
      ann: { ...start, from: positionOf('m20', 20), fetched: 10, fetchedAt: 5 },
      bob: start,
    });
    const last = { ...page, start: extended['ann'] ?? start, from: null, count: 3, now: 6 };
    expect(extendConversation(extended, last)['ann']).toEqual({ ...start, from: null, fetched: 13, fetchedAt: 6 });
  });

  it('stays where it is for a page that was requested from another start', () => {
    const start = startAt(positionOf('m30', 30));
    const page = { partnerId: 'ann', start, from: positionOf('m20', 20), count: 10, now: 5 };
    for (const ann of [startAt(positionOf('m20', 20)), startAt(null), { ...start, round: 2 }]) {
      const starts: ConversationStarts = { ann };
      expect(extendConversation(starts, page)).toBe(starts);
    }
    const whole: ConversationStarts = {};
    expect(extendConversation(whole, page)).toBe(whole);
  });

  it('goes back to the recent messages in the conversations fetched longest ago, if too many messages were fetched', () => {
    const recentFrom = positionOf('m30', 30);
    const read = (fetched: number, fetchedAt: number) => startAt(null, { recentFrom, fetched, fetchedAt });
    const starts = { old: read(40, 1), older: read(70, 0), latest: read(60, 2), unread: startAt(recentFrom) };
    const shortened = startAt(recentFrom, { round: 2 });
    expect(shortenConversations(starts, 100, DAY)).toEqual({
      ...starts,
      older: { ...shortened, fetchedAt: 0 },
    });
    expect(shortenConversations(starts, 99, DAY)).toEqual({
      ...starts,
      old: { ...shortened, fetchedAt: 1 },
      older: { ...shortened, fetchedAt: 0 },
    });
    expect(shortenConversations(starts, 170, DAY)).toBe(starts);
    expect(shortenConversations(starts, 0, 0)).toEqual({ ...starts, older: { ...shortened, fetchedAt: 0 } });
    // Another tab may show messages that were fetched a moment ago.
    expect(shortenConversations(starts, 0, -1)).toBe(starts);
  });

  it('counts as the later state if its round is higher or, in the same round, if it reaches older messages', () => {
    const start = startAt(positionOf('m30', 30), { fetched: 5 });
    expect(isLaterStart(start, undefined)).toBe(true);
    expect(isLaterStart(start, start)).toBe(false);
    expect(isLaterStart({ ...start, fetched: 6 }, start)).toBe(true);
    expect(isLaterStart({ ...start, from: null }, start)).toBe(true);
    expect(isLaterStart(start, { ...start, from: null })).toBe(false);
    expect(isLaterStart({ ...start, from: null }, { ...start, from: null })).toBe(false);
    expect(isLaterStart({ ...start, fetched: 0, round: 2 }, start)).toBe(true);
    expect(isLaterStart(start, { ...start, fetched: 0, round: 2 })).toBe(false);
  });

  it('has a key that orders messages by time, then by id', () => {
    const keys = [positionOf('b', 1), positionOf('a', 2), positionOf('a', 1)].map(messageKey);
    expect(keys.toSorted()).toEqual([keys[2], keys[0], keys[1]]);
  });
});
