import * as z from 'zod/mini';

/** lite's rule. Unlike zod's, it accepts letters of any script. */
export const emailText = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));
