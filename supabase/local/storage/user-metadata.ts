import * as z from 'zod/mini';

const userMetadata = z.record(z.string(), z.json());
export type UserMetadata = z.infer<typeof userMetadata>;

/** What a sender noted with a file, from its JSON; null for nothing and for what cannot be read, as hosted Storage has it. */
export function readUserMetadata(text: string): UserMetadata | null {
  if (text === '') return null;
  try {
    const parsed = userMetadata.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
