import * as z from 'zod/mini';

/** @supabase/lite's rule for an e-mail address: letters of any script on both sides of the '@'. */
export const emailText = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));
