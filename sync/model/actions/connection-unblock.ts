import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { connectionLane, noDependency } from '../lanes.ts';

export const connectionUnblock = defineAction({
  kind: 'connection.unblock',
  payload: z.object({ partner_id: z.string() }),
  lane: ({ partner_id: partner }) => connectionLane(partner),
  waitsFor: noDependency,
  overlay(shown, { partner_id: partner }) {
    shown.blocks.delete(partner);
  },
});
