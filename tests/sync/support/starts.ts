import type { ConversationStart } from '../../../sync/core/conversation-starts.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import { time } from './messages.ts';

export const positionOf = (id: string, minute: number): MessagePosition => ({ created_at: time(minute), id });

/** A conversation that begins at this message on the device; null if the device holds all of it. */
export function startAt(from: MessagePosition | null, more: Partial<ConversationStart> = {}): ConversationStart {
  return { from, recentFrom: from ?? positionOf('first', 0), fetched: 0, fetchedAt: 0, round: 1, ...more };
}
