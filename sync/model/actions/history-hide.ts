import * as z from 'zod/mini';
import { nullableText } from '../columns.ts';
import { defineAction } from '../define-action.ts';
import { noDependency } from '../lanes.ts';

/** Hides the plays of a period from the person's history, or shows them (S-60). The plays still count. `toHistory` applies this action. */
export const historyHide = defineAction({
  kind: 'history.hide',
  payload: z.object({
    /** ISO 8601. Null: from the first play on. */
    from: nullableText,
    /** ISO 8601, exclusive. Null: until further notice. */
    until: nullableText,
    is_hidden: z.boolean(),
  }),
  lane: () => 'history',
  waitsFor: noDependency,
});
