import * as z from 'zod/mini';

/** What @supabase/lite takes for an e-mail: letters of any script, on both sides of the '@'. */
export const emailText = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));
