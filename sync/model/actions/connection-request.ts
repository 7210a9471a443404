import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, noDependency } from '../lanes.ts';

export const connectionRequest = defineAction({
  kind: 'connection.request',
  payload: z.object({ partner_id: z.string() }),
  lane: ({ partner_id: partner }) => connectionLane(partner),
  waitsFor: noDependency,
  overlay(shown, { partner_id: partnerId }, { createdAt }) {
    const connection = shown.connections.get(partnerId);
    const change = { partnerId, isPending: true, updatedAt: new Date(createdAt).toISOString() };
    if (!connection) {
      shown.connections.set(partnerId, { ...change, partner: null, status: 'pending', direction: 'sent' });
    } else if (connection.direction === 'received' && connection.status !== 'accepted') {
      // If both people have sent a request, the server connects them. A person who declined a request may still send one (S-41).
      const after = connection.status === 'pending' ? 'accepted' : 'pending';
      const direction = after === 'accepted' ? 'received' : 'sent';
      shown.connections.set(partnerId, { ...connection, ...change, status: after, direction });
    }
  },
});
