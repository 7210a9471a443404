import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { conversationLane, noDependency } from '../lanes.ts';

export const messagesRead = defineAction({
  kind: 'messages.read',
  payload: z.object({
    /** Null marks the messages of all partners. */
    partner_id: z.nullable(z.string()),
    /** `created_at` of the newest seen message; newer ones stay unread, however late the action is sent. */
    read_to: z.string(),
  }),
  lane: ({ partner_id: partner }) => (partner === null ? 'conversations' : conversationLane(partner)),
  waitsFor: noDependency,
  isMootWhenRefused: true,
  overlay(shown, { partner_id: partnerId, read_to: to }) {
    shown.readMarks.push({ partnerId, to });
  },
});
