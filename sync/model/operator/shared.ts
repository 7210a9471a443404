import * as z from 'zod/mini';

// The remote reads and acts of operators (S-65) are in a folder of their own, because only the operator's page loads them.

export const MINUTE = 60_000;

/** The answer of an act that returns no data. */
export const done = z.object({ success: z.literal(true) });

/** Texts of an act that got no answer. */
export const unanswered = {
  title: 'Decision not saved',
  text: 'The server did not answer. Nothing is lost: try again.',
};
