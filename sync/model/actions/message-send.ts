import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, conversationLane } from '../lanes.ts';

const states = {
  queued: 'waiting',
  retrying: 'waiting',
  in_flight: 'sending',
  answered: 'sending',
  held: 'failed',
  dead: 'failed',
} as const;

export const messageSend = defineAction({
  kind: 'message.send',
  payload: z.object({
    /** Chosen on the device, so that a repeated action finds the row that it created. */
    message_id: z.string(),
    partner_id: z.string(),
    content: z.string(),
  }),
  lane: ({ partner_id: partner }) => conversationLane(partner),
  waitsFor: ({ partner_id: partner }) => ({
    lane: connectionLane(partner),
    kinds: ['connection.request', 'connection.answer'],
  }),
  showsState: true,
  overlay(shown, { message_id: id, partner_id: partner, content }, { id: actionId, createdAt, state }) {
    const previous = shown.outgoing.get(partner) ?? [];
    const view = {
      id,
      senderId: shown.userId,
      content,
      createdAt: new Date(createdAt).toISOString(),
      isRead: false,
      state: states[state.kind],
      actionId,
      error: 'error' in state ? state.error : null,
    };
    shown.outgoing.set(partner, [...previous, view]);
  },
});
