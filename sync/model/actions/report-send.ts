import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { noDependency } from '../lanes.ts';

/** Reports a track, a profile or a message (S-49). Of this person's pages, only the list of queued actions shows the report. */
export const reportSend = defineAction({
  kind: 'report.send',
  payload: z.object({
    subject: z.enum(['track', 'profile', 'message']),
    subject_id: z.string(),
    reason: z.enum(['spam', 'harassment', 'hate', 'impersonation', 'not_their_recording', 'other']),
    /** Empty without a comment. */
    details: z.string(),
  }),
  lane: ({ subject_id: id }) => `report:${id}`,
  waitsFor: noDependency,
  replaces: true,
});
