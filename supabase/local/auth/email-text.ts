import * as z from 'zod/mini';

/** lite's rule: letters of any script on both sides of the '@'. */
export const emailText = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));
