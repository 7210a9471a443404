import * as z from 'zod/mini';
import { defineAction } from '../define-action.ts';
import { noDependency } from '../lanes.ts';

/** Appeals against an operator's decision, at most once per decision. The decision's notice shows that the appeal waits. */
export const appealSend = defineAction({
  kind: 'appeal.send',
  payload: z.object({
    /** The decision. */
    act_id: z.string(),
    content: z.string(),
  }),
  lane: ({ act_id: id }) => `appeal:${id}`,
  waitsFor: noDependency,
  replaces: true,
});
