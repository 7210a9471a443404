import * as z from 'zod/mini';
import { HttpError } from '../http/http-error.ts';

const userMetadata = z.record(z.string(), z.json());
export type UserMetadata = z.infer<typeof userMetadata>;

/** Characters of an object's metadata, which every info response repeats. */
const MAX_CHARACTERS = 2000;

/** Null when empty or invalid, as in hosted Storage. @throws HttpError 400 when too long */
export function readUserMetadata(text: string): UserMetadata | null {
  if (text === '') return null;
  if (text.length > MAX_CHARACTERS)
    throw new HttpError(400, 'Bad request', `The metadata has more than ${MAX_CHARACTERS} characters.`);
  try {
    const parsed = userMetadata.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
