import type { MessagePosition } from '../model/position.ts';

/** Where the held part of a conversation begins: the device holds the messages from there on (SY-37). */
export interface ConversationStart {
  /** The oldest held message; null if the whole conversation is held. */
  from: MessagePosition | null;
  /** The oldest recent message. `from` is at this position while no messages are fetched on demand. */
  recentFrom: MessagePosition;
  /** Number of messages fetched on demand. */
  fetched: number;
  /** Time of the last fetch, in ms since the epoch; 0 before the first. */
  fetchedAt: number;
  /** Rises when the fetched messages are forgotten, so that an answer to an earlier request extends nothing. */
  round: number;
}

/** By partner. A conversation without an entry is held whole. */
export type ConversationStarts = Readonly<Record<string, ConversationStart>>;

/** The starts of a replica that was just filled. @param positions the oldest recent message of each conversation that has older ones */
export function toStarts(positions: Readonly<Record<string, MessagePosition>>): ConversationStarts {
  return Object.fromEntries(
    Object.entries(positions).map(([partnerId, position]) => [
      partnerId,
      { from: position, recentFrom: position, fetched: 0, fetchedAt: 0, round: 1 },
    ]),
  );
}

/** A stored page of older messages. */
export interface FetchedPage {
  partnerId: string;
  /** The start when the page was requested. */
  start: ConversationStart;
  /** The oldest message of the page; null if the page reaches the beginning of the conversation. */
  from: MessagePosition | null;
  count: number;
  /** In ms since the epoch. */
  now: number;
}

/** Extends the conversation by a page, unless its start has changed since the request: messages between the two might be missing. */
export function extendConversation(
  starts: ConversationStarts,
  { partnerId, start, from, count, now }: FetchedPage,
): ConversationStarts {
  const stored = starts[partnerId];
  if (stored?.round !== start.round || stored.from?.id !== start.from?.id) return starts;
  return { ...starts, [partnerId]: { ...stored, from, fetched: stored.fetched + count, fetchedAt: now } };
}

/**
 * Sets surplus conversations back to their recent messages, first those that were fetched longest ago.
 *
 * @param most how many fetched messages may remain
 * @param before in ms since the epoch; conversations that were fetched later remain
 */
export function shortenConversations(starts: ConversationStarts, most: number, before: number): ConversationStarts {
  let total = 0;
  const shortened = Object.entries(starts)
    .filter(([, { fetched }]) => fetched > 0)
    .sort(([, one], [, other]) => other.fetchedAt - one.fetchedAt)
    .flatMap(([partnerId, start]): [string, ConversationStart][] => {
      total += start.fetched;
      if (total <= most || start.fetchedAt > before) return [];
      return [[partnerId, { ...start, from: start.recentFrom, fetched: 0, round: start.round + 1 }]];
    });
  return shortened.length === 0 ? starts : { ...starts, ...Object.fromEntries(shortened) };
}

/** Whether `next` is the later state, whichever was read last. Within a round, a start only moves to older messages. */
export function isLaterStart(next: ConversationStart, known: ConversationStart | undefined): boolean {
  if (!known || next.round !== known.round) return next.round > (known?.round ?? 0);
  return next.fetched > known.fetched || (next.from === null && known.from !== null);
}

/** A key of a message, ascending in the order of its conversation. */
export function messageKey({ created_at, id }: MessagePosition): string {
  return `${created_at} ${id}`;
}
