import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, noDependency } from '../lanes.ts';

export const connectionAnswer = defineAction({
  kind: 'connection.answer',
  payload: z.object({ partner_id: z.string(), status: z.enum(['accepted', 'declined']) }),
  lane: ({ partner_id: partner }) => connectionLane(partner),
  waitsFor: noDependency,
  overlay(shown, { partner_id: partnerId, status }, { createdAt }) {
    const connection = shown.connections.get(partnerId);
    if (connection?.status !== 'pending' || connection.direction !== 'received') return;
    const updatedAt = new Date(createdAt).toISOString();
    shown.connections.set(partnerId, { ...connection, status, isPending: true, updatedAt });
  },
});
