import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, noDependency } from '../lanes.ts';

/** Ends an accepted connection. Either person may send a request again (S-41). */
export const connectionEnd = defineAction({
  kind: 'connection.end',
  payload: z.object({ partner_id: z.string() }),
  lane: ({ partner_id: partner }) => connectionLane(partner),
  waitsFor: noDependency,
  overlay(shown, { partner_id: partner }) {
    if (shown.connections.get(partner)?.status === 'accepted') shown.connections.delete(partner);
  },
});
