import * as z from 'zod/mini';

/** An e-mail address by @supabase/lite's rule, which accepts letters of any script, unlike zod's. */
export const emailText = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));
