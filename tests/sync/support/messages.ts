import type { MessageRow } from '../../../sync/model/tables/messages.ts';
import { createConversations } from '../../../sync/overlay/conversations.ts';
import { queuedRecord } from './queued-record.ts';

export const time = (minute: number) => `2027-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
export const message = (id: string, from: string, to: string, minute: number, change: Partial<MessageRow> = {}) => ({
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
export const send = (seq: number, id: string, partner: string, change: Parameters<typeof queuedRecord>[3] = {}) =>
  queuedRecord(seq, 'message.send', { message_id: id, partner_id: partner, content: `words of ${id}` }, change);
export const openConversations = () => createConversations('me');
export const brief = (conversations: ReturnType<typeof openConversations>) =>
  conversations.list.get().map(({ partnerId, last, unread }) => [partnerId, last.id, unread]);
