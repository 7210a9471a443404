import * as z from 'zod/mini';
import { HttpError } from '../http/http-error.ts';

const userMetadata = z.record(z.string(), z.json());
export type UserMetadata = z.infer<typeof userMetadata>;

/** Most characters of what a sender notes with a file. It comes back with every look at the object. */
const MOST = 2000;

/**
 * What a sender noted with a file, from its JSON; null for nothing and for what cannot be read, as hosted Storage has it.
 *
 * @throws HttpError 400 for more than anybody needs
 */
export function readUserMetadata(text: string): UserMetadata | null {
  if (text === '') return null;
  if (text.length > MOST) throw new HttpError(400, 'Bad request', `The metadata has more than ${MOST} characters.`);
  try {
    const parsed = userMetadata.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
