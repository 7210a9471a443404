import * as z from 'zod/mini';

/** Longest message and longest stack that are reported, in characters. */
export const MAX_MESSAGE = 300;
export const MAX_STACK = 2_048;

const text = (most: number) => z.string().check(z.maxLength(most));

/** An error of the app, sent to the operator if the person allows it. Personal data is removed first (`withoutPersonalData`). */
export const errorReport = z.strictObject({
  kind: z.enum(['error', 'rejection']),
  version: text(40),
  /** The route's pattern, such as `/track/$id`. */
  page: text(100),
  name: text(100),
  message: text(MAX_MESSAGE),
  stack: text(MAX_STACK),
});
export type ErrorReport = z.infer<typeof errorReport>;

/**
 * Removes what may come from a person: addresses, ids, tokens, queries, and quoted texts, because JavaScript engines quote
 * text that they cannot parse. Identifiers in single quotes stay. The time needed grows with the square of the length.
 */
export function withoutPersonalData(message: string): string {
  return message
    .replace(/[“"][^”"\n]*(?:[”"]|$)/gm, '"…"')
    .replace(/'(?![\w.$-]{1,40}')[^'\n]*'/g, "'…'")
    .replace(/[^\s"'<>()@]+@[^\s"'<>()@]+\.\w+/g, '[address]')
    .replace(/[?#][^\s"'<>():]+/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]')
    .replace(/\b(?=[\w-]*\d)[\w-]{32,}(?:\.[\w-]+)*/g, '[token]');
}
