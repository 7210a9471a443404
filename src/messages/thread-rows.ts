import type { MessageView } from '../../sync/client.ts';
import { dayAndMonth } from '../platform/format.ts';
import { localDay, localDayBefore } from '../platform/local-day.ts';
import { messagesTexts } from './messages-texts.ts';

export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  /** `at`: when the first message below was sent; null until then. */
  | { kind: 'author'; key: string; isOwn: boolean; at: string | null }
  | { kind: 'message'; key: string; isOwn: boolean; message: MessageView };

/** After this pause, author and time are shown again. */
const PAUSE_MS = 3_600_000;

export function threadRows(messages: readonly MessageView[], userId: string): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let previous: MessageView | null = null;
  for (const message of messages) {
    const isOwn = message.senderId === userId;
    const isNewDay = previous === null || localDay(previous.createdAt) !== localDay(message.createdAt);
    if (isNewDay) rows.push({ kind: 'day', key: `day-${message.id}`, at: message.createdAt });
    if (isNewDay || previous?.senderId !== message.senderId || isAfterPause(previous, message)) {
      const at = message.state === 'sent' ? message.createdAt : null;
      rows.push({ kind: 'author', key: `author-${message.id}`, isOwn, at });
    }
    rows.push({ kind: 'message', key: message.id, isOwn, message });
    previous = message;
  }
  return rows;
}

/** 'Today', 'Yesterday', '14 November', or with the year if it is not this year. */
export function formatDay(at: string, now: number): string {
  const day = localDay(at);
  if (day === localDay(now)) return messagesTexts.today;
  if (day === localDayBefore(now)) return messagesTexts.yesterday;
  return dayAndMonth(at, now);
}

function isAfterPause(previous: MessageView, next: MessageView): boolean {
  return Date.parse(next.createdAt) - Date.parse(previous.createdAt) > PAUSE_MS;
}
