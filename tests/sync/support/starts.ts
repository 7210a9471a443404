import type { ConversationStart } from '../../../sync/core/conversation-starts.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import { time } from './messages.ts';

export const positionOf = (id: string, minute: number): MessagePosition => ({ created_at: time(minute), id });

/** @param from the oldest message that the device holds; null if it holds the whole conversation */
export function startAt(from: MessagePosition | null, more: Partial<ConversationStart> = {}): ConversationStart {
  return { from, recentFrom: from ?? positionOf('first', 0), fetched: 0, fetchedAt: 0, round: 1, ...more };
}
