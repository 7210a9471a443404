import type { MessageView } from '../../sync/client.ts';
import { localDay, localDayBefore } from '../platform/local-day.ts';
import { messagesTexts } from './messages-texts.ts';

/** What stands under each other in a conversation. */
export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  /** Who wrote what follows; `at` is null while its first message was not sent. */
  | { kind: 'author'; key: string; isOwn: boolean; at: string | null }
  | { kind: 'message'; key: string; isOwn: boolean; message: MessageView };

/** A pause after which the author and the time are said anew, in ms. */
const PAUSE_MS = 3_600_000;

/** The messages, the oldest first, with the day before the first of each and the author before each run of one person. */
export function threadRows(messages: readonly MessageView[], userId: string): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let before: MessageView | null = null;
  for (const message of messages) {
    const isOwn = message.senderId === userId;
    const isNewDay = before === null || localDay(before.createdAt) !== localDay(message.createdAt);
    if (isNewDay) rows.push({ kind: 'day', key: `day-${message.id}`, at: message.createdAt });
    if (isNewDay || before?.senderId !== message.senderId || isLater(before, message)) {
      const at = message.state === 'sent' ? message.createdAt : null;
      rows.push({ kind: 'author', key: `author-${message.id}`, isOwn, at });
    }
    rows.push({ kind: 'message', key: message.id, isOwn, message });
    before = message;
  }
  return rows;
}

/** The local day of a time as 'Today', 'Yesterday', '14 November', and with the year where it is another one. */
export function dayWords(at: string, now: number): string {
  const day = localDay(at);
  if (day === localDay(now)) return messagesTexts.today;
  if (day === localDayBefore(now)) return messagesTexts.yesterday;
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

function isLater(one: MessageView, next: MessageView): boolean {
  return Date.parse(next.createdAt) - Date.parse(one.createdAt) > PAUSE_MS;
}
