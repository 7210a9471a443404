import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, noDependency } from '../lanes.ts';

export const connectionBlock = defineAction({
  kind: 'connection.block',
  payload: z.object({ partner_id: z.string() }),
  lane: ({ partner_id: partner }) => connectionLane(partner),
  waitsFor: noDependency,
  overlay(shown, { partner_id: personId }, { createdAt }) {
    const connection = shown.connections.get(personId);
    if (connection?.status === 'accepted') shown.connections.delete(personId);
    const previous = shown.blocks.get(personId);
    shown.blocks.set(personId, {
      personId,
      person: previous?.person ?? connection?.partner ?? null,
      blockedAt: new Date(createdAt).toISOString(),
      isPending: true,
    });
  },
});
